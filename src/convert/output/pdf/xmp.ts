/** XMP metadata (ISO 16684-1): properties of a PDF's metadata stream are replaced or added. */
import { ADOBE_PDF, DUBLIN_CORE, RDF, XMP_BASIC } from '../../../pdf/index.js';
import type { XmlElement } from '../../../system/xml.js';
import { escapeXml } from '../../../text.js';
import { DEFAULT_LIMITS } from '../../limits.js';
import type { XmpExtension } from '../../operation-types.js';
import { appendTo, applyEdits, type Edit, editStartTag, readPartElements, removal } from '../../xml.js';

/** An empty text or list removes the property. */
export interface XmpValues extends Partial<Record<PropertyName, string | readonly string[] | undefined>> {
  /** Declares the property that identifies PDF/UA, which PDF/A does not know (ISO 19005-1, 6.7.8). */
  declaresUa?: boolean | undefined;
  /** Conformance level of PDF/A, 'B'; replaced only where the metadata states one. '' removes the claim of PDF/A. */
  conformance?: string | undefined;
  /** Removes the claim of PDF/UA. */
  removesUa?: boolean | undefined;
  extensions?: readonly XmpExtension[] | undefined;
}

const XMP_RIGHTS = 'http://ns.adobe.com/xap/1.0/rights/';
export const PDFA = 'http://www.aiim.org/pdfa/ns/id/';
export const PDFUA = 'http://www.aiim.org/pdfua/ns/id/';
export const PDFA_EXTENSION = 'http://www.aiim.org/pdfa/ns/extension/';

/** Element by value; `list`: what contains the texts, where it is not the element itself. Dates are ISO 8601. */
export const PROPERTIES = {
  title: { uri: DUBLIN_CORE, prefix: 'dc', local: 'title', list: 'Alt' },
  author: { uri: DUBLIN_CORE, prefix: 'dc', local: 'creator', list: 'Seq' },
  subject: { uri: DUBLIN_CORE, prefix: 'dc', local: 'description', list: 'Alt' },
  keywords: { uri: ADOBE_PDF, prefix: 'pdf', local: 'Keywords', list: null },
  words: { uri: DUBLIN_CORE, prefix: 'dc', local: 'subject', list: 'Bag' },
  producer: { uri: ADOBE_PDF, prefix: 'pdf', local: 'Producer', list: null },
  trapped: { uri: ADOBE_PDF, prefix: 'pdf', local: 'Trapped', list: null },
  creator: { uri: XMP_BASIC, prefix: 'xmp', local: 'CreatorTool', list: null },
  created: { uri: XMP_BASIC, prefix: 'xmp', local: 'CreateDate', list: null },
  modified: { uri: XMP_BASIC, prefix: 'xmp', local: 'ModifyDate', list: null },
  changed: { uri: XMP_BASIC, prefix: 'xmp', local: 'MetadataDate', list: null },
  copyright: { uri: DUBLIN_CORE, prefix: 'dc', local: 'rights', list: 'Alt' },
  marked: { uri: XMP_RIGHTS, prefix: 'xmpRights', local: 'Marked', list: null },
} as const;
type PropertyName = keyof typeof PROPERTIES;
type Property = (typeof PROPERTIES)[PropertyName];

const OTHER_DATES = ['ModifyDate', 'MetadataDate'];

/** For a PDF that has none (ISO 16684-1, 7.3). */
export const EMPTY_XMP = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}"></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;

/** The metadata with these values; what is undefined stays. Throws CORRUPT_DOCUMENT when it is not well-formed. */
export async function editXmp(xmp: string, changes: XmpValues): Promise<string> {
  const { conformance, declaresUa, removesUa, extensions = [], ...values } = changes;
  const names = [
    ...Object.values(PROPERTIES).map(({ local }) => local),
    ...extensions.flatMap(({ properties }) => properties.map(({ name }) => name)),
    ...['conformance', 'part', 'amd', 'schemas', 'Bag', 'li', 'namespaceURI', 'RDF', 'Description'],
  ];
  const elements = await readPartElements({ name: 'XMP', text: xmp }, names, DEFAULT_LIMITS);
  const find = (namespace: string, name: string) =>
    elements.find(({ uri, local }) => uri === namespace && local === name);
  const root = find(RDF, 'RDF');
  if (!root) return editXmp(EMPTY_XMP, changes); // XML that states nothing
  const rdf = root.name.slice(0, -'RDF'.length);
  // PDFBox Preflight wants the namespace at the description
  const describe = (prefix: string, uri: string, text: string): Edit =>
    appendTo(root, `<${rdf}Description ${rdf}about="" xmlns:${prefix}="${uri}">${text}</${rdf}Description>`);
  const set = (property: Property, value: string | readonly string[]): Edit[] => {
    const old = find(property.uri, property.local);
    if (value.length === 0) return old ? [removal(old)] : [];
    const text = propertyText(property, value, rdf);
    return [old ? { from: old.start, to: old.end, text } : describe(property.prefix, property.uri, text)];
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined) as [PropertyName, string][];
  const edits = given.flatMap(([name, value]) => set(PROPERTIES[name], value));
  // LibreOffice 24.8 as WebAssembly writes 0000-00-00
  const isNoDate = (date: XmlElement) => date.uri === XMP_BASIC && Number.isNaN(Date.parse(date.text));
  const dates = elements.filter(({ local }) => OTHER_DATES.includes(local)).filter(isNoDate);
  if (typeof values.created === 'string' && values.modified === undefined)
    edits.push(...dates.map(date => replaceContent(date, values.created as string)));
  const claims = elements.filter(({ uri, local }) => uri === PDFA && ['part', 'conformance', 'amd'].includes(local));
  if (conformance === '') edits.push(...claims.map(removal));
  const isClaimOfUa = (uri: string, local: string) => Boolean(removesUa) && uri === PDFUA && local === 'part';
  edits.push(...elements.filter(({ uri, local }) => isClaimOfUa(uri, local)).map(removal));
  const claimed = claims.find(({ local }) => local === 'conformance');
  if (conformance && claimed) edits.push(replaceContent(claimed, conformance));
  if (declaresUa && !find(PDFA_EXTENSION, 'schemas')) edits.push(appendTo(root, schemas(rdf, [PDFUA_SCHEMA])));
  const isReplaced = (uri: string, local: string) =>
    (conformance === '' && uri === PDFA) ||
    isClaimOfUa(uri, local) ||
    extensions.some(({ namespace }) => namespace === uri) ||
    given.some(([name]) => PROPERTIES[name].uri === uri && PROPERTIES[name].local === local);
  edits.push(...withoutAttributes(elements, isReplaced));
  if (extensions.length > 0) edits.push(...extend(extensions, elements, root, rdf));
  return applyEdits(xmp, edits);
}

/** A property may also be an attribute of a description (ISO 16684-1, 7.9.2.2). */
function withoutAttributes(
  elements: readonly XmlElement[],
  isReplaced: (uri: string, local: string) => boolean,
): Edit[] {
  const holders = elements.filter(
    ({ uri, local, attributes }) =>
      uri === RDF && local === 'Description' && attributes.some(each => isReplaced(each.uri, each.local)),
  );
  return holders.map(element => editStartTag(element, each => !isReplaced(each.uri, each.local)));
}

function extend(
  extensions: readonly XmpExtension[],
  elements: readonly XmlElement[],
  root: XmlElement,
  rdf: string,
): Edit[] {
  const namespaces = new Set(extensions.map(({ namespace }) => namespace));
  const old = elements.filter(({ uri }) => namespaces.has(uri)).map(removal);
  const declared = elements
    .filter(({ local, text }) => local === 'namespaceURI' && namespaces.has(text.trim()))
    .flatMap(({ parent }) => (parent?.local === 'Description' ? [parent.parent!] : parent ? [parent] : []));
  const bag = elements.find(({ local, parent }) => local === 'Bag' && parent?.uri === PDFA_EXTENSION);
  const declaration = bag
    ? appendTo(bag, extensions.map(each => schemaItem(rdf, each, true)).join(''))
    : appendTo(root, schemas(rdf, extensions));
  const values = extensions.map(({ prefix, namespace, properties }) => {
    const text = properties.map(
      ({ name, value }) => `<${prefix}:${name}>${escapeXml(plainText(value))}</${prefix}:${name}>`,
    );
    return appendTo(
      root,
      `<${rdf}Description ${rdf}about="" xmlns:${prefix}="${namespace}">${text.join('')}</${rdf}Description>`,
    );
  });
  return [...old, ...declared.map(removal), declaration, ...values];
}

const PDFUA_SCHEMA: XmpExtension = {
  description: 'PDF/UA identification',
  namespace: PDFUA,
  prefix: 'pdfuaid',
  properties: [{ name: 'part', value: '1', type: 'Integer', category: 'internal', description: 'Part of ISO 14289' }],
};

const SCHEMA_NAMESPACES = ['extension/', 'schema#', 'property#']
  .map((name, i) => `xmlns:${['pdfaExtension', 'pdfaSchema', 'pdfaProperty'][i]}="http://www.aiim.org/pdfa/ns/${name}"`)
  .join(' ');

/** Declares properties (ISO 19005-2, 6.6.2.3.3). */
function schemas(rdf: string, extensions: readonly XmpExtension[]): string {
  const items = extensions.map(extension => schemaItem(rdf, extension)).join('');
  return `<${rdf}Description ${rdf}about="" ${SCHEMA_NAMESPACES}><pdfaExtension:schemas><${rdf}Bag>${items}</${rdf}Bag></pdfaExtension:schemas></${rdf}Description>`;
}

/** `isAlone`: its surroundings may use other prefixes. */
function schemaItem(
  rdf: string,
  { description, namespace, prefix, properties }: XmpExtension,
  isAlone = false,
): string {
  const schema = (name: string, text: string) => `<pdfaSchema:${name}>${text}</pdfaSchema:${name}>`;
  const property = (name: string, text: string) => `<pdfaProperty:${name}>${escapeXml(text)}</pdfaProperty:${name}>`;
  const item = (content: string, namespaces = '') =>
    `<${rdf}li ${rdf}parseType="Resource"${namespaces}>${content}</${rdf}li>`;
  const declared = properties.map(({ name, type = 'Text', category = 'external', description: meaning }) =>
    item(
      [
        property('name', name),
        property('valueType', type),
        property('category', category),
        property('description', meaning),
      ].join(''),
    ),
  );
  return item(
    [
      schema('schema', escapeXml(description)),
      schema('namespaceURI', namespace),
      schema('prefix', prefix),
      schema('property', `<${rdf}Seq>${declared.join('')}</${rdf}Seq>`),
    ].join(''),
    isAlone ? ` ${SCHEMA_NAMESPACES}` : '',
  );
}

function replaceContent({ contentStart, contentEnd }: XmlElement, text: string): Edit {
  return { from: contentStart, to: contentEnd, text };
}

function propertyText({ uri, prefix, local, list }: Property, value: string | readonly string[], rdf: string): string {
  const language = list === 'Alt' ? ' xml:lang="x-default"' : '';
  const texts = [value].flat().map(text => escapeXml(plainText(text)));
  const items = texts.map(text => `<${rdf}li${language}>${text}</${rdf}li>`).join('');
  const content = list === null ? texts.join(', ') : `<${rdf}${list}>${items}</${rdf}${list}>`;
  return `<${prefix}:${local} xmlns:${prefix}="${uri}">${content}</${prefix}:${local}>`;
}

/** Without the characters that XML cannot express (XML 1.0, 2.2). */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu, '');
}
