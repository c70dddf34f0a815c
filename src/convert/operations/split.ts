/** One PDF into several: each has its pages with all that they refer to, and what the document has for these pages. */
import { documentMetadata, openPdf, pageList, UNLIMITED_WORK } from '../../pdf/index.js';
import { joinPdfs } from '../join/index.js';
import type { Limits } from '../limits.js';
import type { SplitOperation } from '../operation-types.js';
import { pagesOf } from './context.js';

export interface SplitPart {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/** `operation` null: one part, the PDF itself. */
export async function* split(
  pdf: Uint8Array,
  operation: SplitOperation | null,
  limits: Limits,
): AsyncGenerator<SplitPart> {
  const document = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const { count } = pageList(document.latest)!;
  if (operation === null) return yield { pdf, pages: count };
  const { pdfVersion: version } = await documentMetadata(document);
  for (const pages of partsOf(operation, count)) {
    const settings = { version, bookmarks: true, view: undefined, metadata: null, limits };
    yield { pdf: joinPdfs([{ document, title: '', pages }], settings), pages: pages.length };
  }
}

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
