/** What a document says of itself: the information dictionary (ISO 32000-2, 14.3.3) first, XMP (14.3.2) for the rest. */
import { latin1 } from '../syntax/chars.js';
import { PdfStream } from '../syntax/objects.js';
import { parsePdfDate } from '../syntax/text.js';
import type { DocumentMetadata, PdfDocument, PdfRevision } from '../types.js';
import { pageList } from './pages.js';
import { type XmpProperty, xmpProperty } from './xmp.js';

export function documentMetadata(document: PdfDocument): DocumentMetadata {
  const revision = document.latest;
  const source = document.revisions.findLast(candidate => candidate.trailer.has('Info')) ?? revision;
  const info = revision.getDict(source.trailer, 'Info');
  let xmp: string | null = null;
  const fromXmp = (property: XmpProperty): string | null => {
    xmp ??= xmpPacket(revision);
    return xmpProperty(xmp, property);
  };
  const text = (key: string, property: XmpProperty): string | null =>
    trimmed(revision.getText(info, key)) ?? fromXmp(property);
  const date = (key: string, property: XmpProperty): string | null =>
    parsePdfDate(revision.getText(info, key) ?? '') ?? isoDate(fromXmp(property));
  return {
    pdfVersion: documentVersion(revision),
    pages: countPages(revision),
    title: text('Title', 'dc:title'),
    author: text('Author', 'dc:creator'),
    creator: text('Creator', 'xmp:CreatorTool'),
    producer: text('Producer', 'pdf:Producer'),
    createdAt: date('CreationDate', 'xmp:CreateDate'),
    modifiedAt: date('ModDate', 'xmp:ModifyDate'),
  };
}

/** The later of header and catalog /Version (7.2.2), e.g. '1.7'. */
export function documentVersion(revision: PdfRevision): string {
  const catalog = revision.getName(revision.root, 'Version') ?? '';
  const header = revision.document.headerVersion;
  return /^\d\.\d$/.test(catalog) && catalog > header ? catalog : header;
}

/** Long documents are believed: visiting every page object of a large file costs more than hashing it. */
const COUNTED_PAGES = 500;

function countPages(revision: PdfRevision): number | null {
  const list = pageList(revision, COUNTED_PAGES);
  if (!list?.cut) return list?.count ?? null;
  const stated = revision.getNumber(revision.getDict(revision.root, 'Pages'), 'Count');
  return stated !== null && stated > COUNTED_PAGES ? stated : (pageList(revision)?.count ?? null);
}

const MAX_XMP = 1 << 20;

function xmpPacket(revision: PdfRevision): string {
  const stream = revision.get(revision.root, 'Metadata');
  if (!(stream instanceof PdfStream) || stream.data.end - stream.data.start > MAX_XMP) return '';
  const { bytes } = revision.decode(stream);
  const wide = bytes[0] === 0xfe || bytes[1] === 0;
  return wide ? latin1(bytes).replaceAll('\0', '') : new TextDecoder().decode(bytes.subarray(0, MAX_XMP));
}

const trimmed = (text: string | null): string | null => text?.replaceAll('\0', '').trim() || null;

function isoDate(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
