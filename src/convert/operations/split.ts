/** One PDF into several: each has its pages with all that they refer to, and what the document has for these pages. */
import { documentMetadata, openPdf, type PdfDocument, PdfStream, pageList, UNLIMITED_WORK } from '../../pdf/index.js';
import { decodeXml } from '../../system/xml.js';
import { joinPdfs } from '../join/index.js';
import type { Bookmark, SplitOperation } from '../operation-types.js';
import { readBookmarks, writeBookmarks } from './bookmarks.js';
import { type Context, pagesOf } from './context.js';
import { lostByJoining } from './features.js';
import { readMetadata, writeMetadata } from './metadata.js';

export interface SplitPart {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

type SplitContext = Omit<Context, 'layouts'>;

/** `operation` null: one part, the PDF itself. */
export async function* split(
  pdf: Uint8Array,
  operation: SplitOperation | null,
  context: SplitContext,
): AsyncGenerator<SplitPart> {
  const document = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const { count } = pageList(document.latest)!;
  if (operation === null) return yield { pdf, pages: count };
  const lost = lostByJoining(document.latest);
  if (lost.length > 0) context.warnings.add('features_lost', { document: context.document, features: lost.join(', ') });
  const partWith = await partMaker(document, context);
  for (const pages of partsOf(operation, count)) yield { pdf: await partWith(pages), pages: pages.length };
}

/** What can be read of a damaged PDF, as a PDF that is not. */
export async function rebuild(document: PdfDocument, context: SplitContext): Promise<Uint8Array> {
  const partWith = await partMaker(document, context);
  return partWith(pagesOf(undefined, pageList(document.latest)!.count));
}

async function partMaker(
  document: PdfDocument,
  context: SplitContext,
): Promise<(pages: number[]) => Promise<Uint8Array>> {
  const { pdfVersion: version } = await documentMetadata(document);
  const values = await readMetadata(document.latest);
  const metadata = await metadataOf(document);
  const bookmarks = readBookmarks(document.latest);
  return async pages => {
    const settings = { version, bookmarks: false, view: undefined, metadata, limits: context.limits };
    const part = joinPdfs([{ document, title: '', pages }], settings);
    const kept = ofPages(bookmarks, firstPlaces(pages));
    const marked = kept.length === 0 ? part : await writeBookmarks(part, { kind: 'bookmarks', bookmarks: kept });
    return writeMetadata(marked, { kind: 'metadata', values }, context);
  };
}

/** The XMP of the document, which may claim PDF/A. */
async function metadataOf({ latest }: PdfDocument): Promise<string | null> {
  const stream = latest.get(latest.root, 'Metadata');
  return stream instanceof PdfStream ? decodeXml(latest.decode(stream).bytes) : null;
}

/** With the numbers that the pages have in the part; what is below a bookmark of another page takes its place. */
function ofPages(bookmarks: readonly Bookmark[], places: ReadonlyMap<number, number>): Bookmark[] {
  return bookmarks.flatMap(({ title, page, children = [] }) => {
    const below = ofPages(children, places);
    const place = places.get(page);
    return place === undefined ? below : [{ title, page: place, ...(below.length > 0 && { children: below }) }];
  });
}

/** By the number of a page, which may be taken twice. */
const firstPlaces = (pages: readonly number[]): ReadonlyMap<number, number> =>
  new Map(pages.map((page, i) => [page, i + 1] as const).reverse());

/** Page numbers of each part, from 1. */
function partsOf(operation: SplitOperation, count: number): number[][] {
  if ('every' in operation) {
    const { every } = operation;
    const all = pagesOf(undefined, count);
    return Array.from({ length: Math.ceil(count / every) }, (_, i) => all.slice(i * every, (i + 1) * every));
  }
  if (operation.unify) return [pagesOf(operation.ranges, count)];
  return operation.ranges.split(',').map(range => pagesOf(range, count));
}
