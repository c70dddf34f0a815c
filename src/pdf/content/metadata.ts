/** Document metadata: from the information dictionary (ISO 32000-2, 14.3.3), otherwise from XMP (14.3.2). */
import { decodeXml, readElements, type XmlElement } from '../../system/xml.js';
import type { PdfDocument, PdfRevision } from '../document/revision.js';
import { PdfStream } from '../syntax/objects.js';
import { parsePdfDate } from '../syntax/text-string.js';
import type { DocumentMetadata } from '../types.js';
import { pageList } from './page-tree.js';

export async function documentMetadata(document: PdfDocument): Promise<DocumentMetadata> {
  const revision = document.latest;
  const source = document.revisions.findLast(candidate => candidate.trailer.has('Info')) ?? revision;
  const info = revision.getDict(source.trailer, 'Info');
  const text = (key: string) => trimmed(revision.getText(info, key));
  const date = (key: string) => parsePdfDate(revision.getText(info, key) ?? '');
  const stated = {
    title: text('Title'),
    author: text('Author'),
    creator: text('Creator'),
    producer: text('Producer'),
    createdAt: date('CreationDate'),
    modifiedAt: date('ModDate'),
  };
  const xmp = Object.values(stated).includes(null) ? ((await readXmp(revision, XMP_PROPERTIES)) ?? {}) : {};
  return {
    pdfVersion: documentVersion(revision),
    pages: countPages(revision),
    title: stated.title ?? trimmed(xmp.title),
    author: stated.author ?? trimmed(xmp.creator),
    creator: stated.creator ?? trimmed(xmp.CreatorTool),
    producer: stated.producer ?? trimmed(xmp.Producer),
    createdAt: stated.createdAt ?? isoDate(xmp.CreateDate),
    modifiedAt: stated.modifiedAt ?? isoDate(xmp.ModifyDate),
  };
}

/** The later of header and catalog /Version (7.5.2 and 7.7.2), e.g. '1.7'. */
export function documentVersion(revision: PdfRevision): string {
  const catalog = revision.getName(revision.root, 'Version') ?? '';
  const header = revision.document.headerVersion;
  return /^\d\.\d$/.test(catalog) && catalog > header ? catalog : header;
}

/** Above this, /Count is used: visiting every page of a large file takes longer than hashing it. */
const MAX_COUNTED_PAGES = 500;

function countPages(revision: PdfRevision): number | null {
  const list = pageList(revision, MAX_COUNTED_PAGES);
  if (!list?.truncated) return list?.count ?? null;
  const stated = revision.getNumber(revision.getDict(revision.root, 'Pages'), 'Count');
  return stated !== null && stated > MAX_COUNTED_PAGES ? stated : (pageList(revision)?.count ?? null);
}

/** Namespaces of XMP (ISO 16684-1, clause 8). */
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
export const XMP_BASIC = 'http://ns.adobe.com/xap/1.0/';
export const ADOBE_PDF = 'http://ns.adobe.com/pdf/1.3/';
const XMP_PROPERTIES = {
  title: DUBLIN_CORE,
  creator: DUBLIN_CORE,
  CreatorTool: XMP_BASIC,
  CreateDate: XMP_BASIC,
  ModifyDate: XMP_BASIC,
  Producer: ADOBE_PDF,
} as const;

/** Bytes of the metadata stream, packed and unpacked. */
const MAX_XMP = 1 << 20;
const MAX_XMP_DEPTH = 100;

/**
 * The first value of each of these properties, by name: `properties` has their namespaces. Null for metadata that is
 * absent, larger than 1 MB or not well-formed.
 */
export async function readXmp<Name extends string>(
  revision: PdfRevision,
  properties: Readonly<Record<Name, string>>,
): Promise<{ [Property in Name]?: string } | null> {
  const stream = revision.get(revision.root, 'Metadata');
  if (!(stream instanceof PdfStream) || stream.data.end - stream.data.start > MAX_XMP) return null;
  const { bytes } = revision.decode(stream);
  if (bytes.length > MAX_XMP) return null;
  const names = ['Description', 'li', ...Object.keys(properties)];
  const elements = await readElements(decodeXml(bytes), names, MAX_XMP_DEPTH).catch(() => null);
  if (elements === null) return null;
  const values: { [Property in Name]?: string } = {};
  for (const { uri, local, value } of elements.flatMap(propertiesOf)) {
    if (properties[local as Name] === uri && value.trim()) values[local as Name] ??= value;
  }
  return values;
}

/** A property is an attribute of a description, or its child element with a text or a list of texts (clause 7). */
function propertiesOf(element: XmlElement): { uri: string; local: string; value: string }[] {
  if (isDescription(element)) return [...element.attributes];
  const list = isRdf(element, 'li') ? element.parent : null;
  const property = list?.parent ?? element;
  return isDescription(property.parent) ? [{ uri: property.uri, local: property.local, value: element.text }] : [];
}

const isRdf = (element: XmlElement | null, local: string) => element?.uri === RDF && element.local === local;
/** Of the document; values of properties may have descriptions of their own. */
const isDescription = (element: XmlElement | null) => isRdf(element, 'Description') && isRdf(element!.parent, 'RDF');

const trimmed = (text: string | null | undefined): string | null => text?.replaceAll('\0', '').trim() || null;

function isoDate(text: string | undefined): string | null {
  const time = text === undefined ? Number.NaN : Date.parse(text.trim());
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
