/** XMP metadata (ISO 16684-1): properties of a PDF's metadata stream are replaced or added. */

import type { XmlElement } from '../../../system/xml.js';
import { DEFAULT_LIMITS } from '../../limits.js';
import { appendTo, applyEdits, type Edit, escapeXml, readPartElements } from '../../xml.js';

export interface XmpValues {
  title?: string | undefined;
  author?: string | undefined;
  subject?: string | undefined;
  keywords?: string | undefined;
  /** Declares the property that identifies PDF/UA, which PDF/A does not know (ISO 19005-1, 6.7.8). */
  declaresUa?: boolean | undefined;
  /** ISO 8601. */
  created?: string | undefined;
  /** Conformance level of PDF/A, 'B'; replaced only where the metadata states one. */
  conformance?: string | undefined;
}

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
const ADOBE_PDF = 'http://ns.adobe.com/pdf/1.3/';
const XMP_BASIC = 'http://ns.adobe.com/xap/1.0/';
const PDFA = 'http://www.aiim.org/pdfa/ns/id/';
export const PDFA_EXTENSION = 'http://www.aiim.org/pdfa/ns/extension/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** Element by value; `list`: what contains the text, where it is not the element itself. */
const PROPERTIES = {
  title: { uri: DUBLIN_CORE, prefix: 'dc', local: 'title', list: 'Alt' },
  author: { uri: DUBLIN_CORE, prefix: 'dc', local: 'creator', list: 'Seq' },
  subject: { uri: DUBLIN_CORE, prefix: 'dc', local: 'description', list: 'Alt' },
  keywords: { uri: ADOBE_PDF, prefix: 'pdf', local: 'Keywords', list: null },
  created: { uri: XMP_BASIC, prefix: 'xmp', local: 'CreateDate', list: null },
} as const;
type Property = (typeof PROPERTIES)[keyof typeof PROPERTIES];

const OTHER_DATES = ['ModifyDate', 'MetadataDate'];

/** The metadata with these values; what is undefined stays. Throws CORRUPT_DOCUMENT when it is not well-formed. */
export async function editXmp(xmp: string, { conformance, declaresUa, ...values }: XmpValues): Promise<string> {
  const names = [
    ...Object.values(PROPERTIES).map(({ local }) => local),
    ...OTHER_DATES,
    'conformance',
    'schemas',
    'RDF',
  ];
  const elements = await readPartElements({ name: 'XMP', text: xmp }, names, DEFAULT_LIMITS);
  const find = (namespace: string, name: string) =>
    elements.find(({ uri, local }) => uri === namespace && local === name);
  const root = find(RDF, 'RDF');
  if (!root) return xmp;
  const rdf = root.name.slice(0, -'RDF'.length);
  const set = (property: Property, value: string): Edit => {
    const text = propertyText(property, value, rdf);
    const old = find(property.uri, property.local);
    if (old) return { from: old.start, to: old.end, text };
    // PDFBox Preflight wants the namespace at the description
    const namespace = ` xmlns:${property.prefix}="${property.uri}"`;
    return appendTo(root, `<${rdf}Description ${rdf}about=""${namespace}>${text}</${rdf}Description>`);
  };
  const edits = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [set(PROPERTIES[name as keyof typeof PROPERTIES], value)],
  );
  // LibreOffice 24.8 as WebAssembly writes 0000-00-00
  const isNoDate = (date: XmlElement) => date.uri === XMP_BASIC && Number.isNaN(Date.parse(date.text));
  const dates = elements.filter(({ local }) => OTHER_DATES.includes(local)).filter(isNoDate);
  if (values.created !== undefined) edits.push(...dates.map(date => replaceContent(date, values.created!)));
  const claimed = find(PDFA, 'conformance');
  if (conformance !== undefined && claimed) edits.push(replaceContent(claimed, conformance));
  if (declaresUa && !find(PDFA_EXTENSION, 'schemas')) edits.push(appendTo(root, uaSchema(rdf)));
  return applyEdits(xmp, edits);
}

function uaSchema(rdf: string): string {
  const schema = (name: string, text: string) => `<pdfaSchema:${name}>${text}</pdfaSchema:${name}>`;
  const property = (name: string, text: string) => `<pdfaProperty:${name}>${text}</pdfaProperty:${name}>`;
  const listed = (list: string, content: string) =>
    `<${rdf}${list}><${rdf}li ${rdf}parseType="Resource">${content}</${rdf}li></${rdf}${list}>`;
  const part = [
    property('name', 'part'),
    property('valueType', 'Integer'),
    property('category', 'internal'),
    property('description', 'Part of ISO 14289'),
  ].join('');
  const schemas = listed(
    'Bag',
    [
      schema('schema', 'PDF/UA identification'),
      schema('namespaceURI', 'http://www.aiim.org/pdfua/ns/id/'),
      schema('prefix', 'pdfuaid'),
      schema('property', listed('Seq', part)),
    ].join(''),
  );
  const namespaces = ['extension/', 'schema#', 'property#'].map(
    (name, i) => `xmlns:${['pdfaExtension', 'pdfaSchema', 'pdfaProperty'][i]}="http://www.aiim.org/pdfa/ns/${name}"`,
  );
  return `<${rdf}Description ${rdf}about="" ${namespaces.join(' ')}><pdfaExtension:schemas>${schemas}</pdfaExtension:schemas></${rdf}Description>`;
}

function replaceContent({ contentStart, contentEnd }: XmlElement, text: string): Edit {
  return { from: contentStart, to: contentEnd, text };
}

function propertyText({ uri, prefix, local, list }: Property, value: string, rdf: string): string {
  const language = list === 'Alt' ? ' xml:lang="x-default"' : '';
  const text = escapeXml(plainText(value));
  const content = list === null ? text : `<${rdf}${list}><${rdf}li${language}>${text}</${rdf}li></${rdf}${list}>`;
  return `<${prefix}:${local} xmlns:${prefix}="${uri}">${content}</${prefix}:${local}>`;
}

/** Without the characters that XML cannot express (XML 1.0, 2.2). */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu, '');
}
