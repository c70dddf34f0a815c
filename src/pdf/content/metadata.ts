/** Document metadata: from the information dictionary (ISO 32000-2, 14.3.3), otherwise from XMP (14.3.2). */
import { latin1 } from '../syntax/chars.js';
import { PdfStream } from '../syntax/objects.js';
import { parsePdfDate } from '../syntax/text-string.js';
import type { DocumentMetadata, PdfDocument, PdfRevision } from '../types.js';
import { pageList } from './page-tree.js';

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
function documentVersion(revision: PdfRevision): string {
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

/** Properties of an XMP packet (ISO 16684-1), which may be an attribute, an element, or the first item of a list. */
type XmpProperty = 'dc:title' | 'dc:creator' | 'xmp:CreatorTool' | 'xmp:CreateDate' | 'xmp:ModifyDate' | 'pdf:Producer';

/** Null when absent or blank. Assumes the usual namespace prefixes: others do not occur in practice. */
function xmpProperty(packet: string, property: XmpProperty): string | null {
  const attribute = new RegExp(`\\s${property}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(packet);
  const value = attribute ? (attribute[1] ?? attribute[2]!) : elementText(packet, property);
  return unescaped(value).trim() || null;
}

function elementText(packet: string, property: XmpProperty): string {
  const start = packet.indexOf(`<${property}`);
  const end = packet.indexOf(`</${property}>`, start);
  if (start < 0 || end < 0) return '';
  const inside = packet.slice(packet.indexOf('>', start) + 1, end);
  const item = /<rdf:li[^>]*>([^<]*)<\/rdf:li>/.exec(inside);
  return item ? item[1]! : inside.includes('<') ? '' : inside;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
