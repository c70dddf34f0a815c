/**
 * Title and author of a PDF, in both places that have to agree (ISO 32000-2, 14.3; ISO 19005-2, 6.6.2.3): the document
 * information dictionary and the XMP metadata. The PDF is read and written as qpdf's JSON (version 2).
 */
import { DEFAULT_LIMITS } from '../limits.js';
import { appendTo, applyEdits, type Edit, escapeXml, readPartElements } from '../xml.js';

type Dictionary = Record<string, unknown>;
interface QpdfObject {
  value?: unknown;
  stream?: { dict: Dictionary; data?: string };
}
type QpdfObjects = Record<string, QpdfObject>;
export interface QpdfJson {
  qpdf: [header: object, objects: QpdfObjects];
}

interface Information {
  title: string | undefined;
  author: string | undefined;
}

/** Returns only the objects that change. */
export async function replaceInformation(document: QpdfJson, information: Information): Promise<QpdfJson> {
  const [header, objects] = document.qpdf;
  const trailer = objects.trailer?.value as Dictionary;
  const changed = changedInfo(objects, trailer, information);
  const metadata = dictionary(objects, trailer['/Root'])['/Metadata'];
  const stream = typeof metadata === 'string' ? objects[`obj:${metadata}`]?.stream : undefined;
  if (stream) {
    const data = await replaceInXmp(Buffer.from(stream.data ?? '', 'base64').toString(), information);
    changed[`obj:${String(metadata)}`] = {
      stream: { dict: unfiltered(stream.dict), data: Buffer.from(data).toString('base64') },
    };
  }
  return { qpdf: [header, changed] };
}

function changedInfo(objects: QpdfObjects, trailer: Dictionary, { title, author }: Information): QpdfObjects {
  const reference = trailer['/Info'];
  const entries = {
    ...(title === undefined ? {} : { '/Title': `u:${title}` }),
    ...(author === undefined ? {} : { '/Author': `u:${author}` }),
  };
  return typeof reference === 'string'
    ? { [`obj:${reference}`]: { value: { ...dictionary(objects, reference), ...entries } } }
    : { trailer: { value: { ...trailer, '/Info': entries } } };
}

function dictionary(objects: QpdfObjects, reference: unknown): Dictionary {
  return (objects[`obj:${String(reference)}`]?.value ?? {}) as Dictionary;
}

/** The new data is passed without filters. */
function unfiltered(dict: Dictionary): Dictionary {
  const { '/Filter': _filter, '/DecodeParms': _parameters, '/Length': _length, ...rest } = dict;
  return rest;
}

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** Replaces dc:title and dc:creator, or adds them in a description of their own. */
async function replaceInXmp(xmp: string, { title, author }: Information): Promise<string> {
  const elements = await readPartElements({ name: 'XMP', text: xmp }, ['title', 'creator', 'RDF'], DEFAULT_LIMITS);
  const root = elements.find(({ uri, local }) => uri === RDF && local === 'RDF');
  if (!root) return xmp;
  const rdf = root.name.slice(0, -'RDF'.length);
  const set = (name: string, value: string) => {
    const property = `<dc:${name} xmlns:dc="${DUBLIN_CORE}">${value}</dc:${name}>`;
    const old = elements.find(({ uri, local }) => uri === DUBLIN_CORE && local === name);
    if (old) return { from: old.start, to: old.end, text: property };
    return appendTo(root, `<${rdf}Description ${rdf}about="">${property}</${rdf}Description>`);
  };
  const item = (text: string, attribute = '') => `<${rdf}li${attribute}>${escapeXml(text)}</${rdf}li>`;
  const edits: Edit[] = [];
  if (title !== undefined) edits.push(set('title', `<${rdf}Alt>${item(title, ' xml:lang="x-default"')}</${rdf}Alt>`));
  if (author !== undefined) edits.push(set('creator', `<${rdf}Seq>${item(author)}</${rdf}Seq>`));
  return applyEdits(xmp, edits);
}
