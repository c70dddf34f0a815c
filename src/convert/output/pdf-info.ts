/**
 * Title and author of a PDF, in both places that hold them and must agree (ISO 32000-2, 14.3; ISO 19005-2, 6.6.2.3): the
 * document information dictionary and the XMP metadata. The PDF comes and goes as qpdf's JSON (version 2).
 */

type Dictionary = Record<string, unknown>;
interface QpdfObject {
  value?: unknown;
  stream?: { dict: Dictionary; data?: string };
}
export interface QpdfJson {
  qpdf: [header: object, objects: Record<string, QpdfObject>];
}

export interface Information {
  title: string | undefined;
  author: string | undefined;
}

/** A JSON that updates only the objects concerned. */
export function renamed({ qpdf: [header, objects] }: QpdfJson, information: Information): QpdfJson {
  const trailer = objects.trailer?.value as Dictionary;
  const root = dictionary(objects, trailer['/Root']);
  const changed: Record<string, QpdfObject> = {};
  changeInfo(objects, trailer, information, changed);
  const metadata = root['/Metadata'];
  if (typeof metadata === 'string') {
    const key = `obj:${metadata}`;
    const stream = objects[key]?.stream;
    if (stream)
      changed[key] = { stream: { dict: plainStream(stream.dict), data: renamedXmp(stream.data ?? '', information) } };
  }
  return { qpdf: [header, changed] };
}

function changeInfo(
  objects: QpdfJson['qpdf'][1],
  trailer: Dictionary,
  { title, author }: Information,
  changed: Record<string, QpdfObject>,
): void {
  const reference = trailer['/Info'];
  const words = {
    ...(title === undefined ? {} : { '/Title': `u:${title}` }),
    ...(author === undefined ? {} : { '/Author': `u:${author}` }),
  };
  if (typeof reference === 'string')
    changed[`obj:${reference}`] = { value: { ...dictionary(objects, reference), ...words } };
  else changed.trailer = { value: { ...trailer, '/Info': words } };
}

function dictionary(objects: QpdfJson['qpdf'][1], reference: unknown): Dictionary {
  return (objects[`obj:${String(reference)}`]?.value ?? {}) as Dictionary;
}

/** Its data is handed in unfiltered. */
function plainStream(dict: Dictionary): Dictionary {
  const { '/Filter': _filter, '/DecodeParms': _parameters, '/Length': _length, ...rest } = dict;
  return rest;
}

function renamedXmp(base64: string, { title, author }: Information): string {
  let xmp = Buffer.from(base64, 'base64').toString('utf8');
  if (title !== undefined) xmp = replaceProperty(xmp, 'dc:title', alternatives(title));
  if (author !== undefined) xmp = replaceProperty(xmp, 'dc:creator', sequence(author));
  return Buffer.from(xmp, 'utf8').toString('base64');
}

const alternatives = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
const sequence = (text: string) => `<rdf:Seq><rdf:li>${escapeXml(text)}</rdf:li></rdf:Seq>`;

/** Puts the property in place of the old one, or in a description of its own before the end. */
function replaceProperty(xmp: string, name: string, content: string): string {
  const element = `<${name}>${content}</${name}>`;
  const old = new RegExp(`<${name}>[\\s\\S]*?</${name}>`);
  if (old.test(xmp)) return xmp.replace(old, () => element);
  const description = `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${element}</rdf:Description>`;
  return xmp.replace('</rdf:RDF>', () => `${description}</rdf:RDF>`);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
