import type { PdfDict, PdfRef } from './objects.js';
import type { PdfRevision } from './types.js';

export interface PageList {
  readonly count: number;
  readonly pages: readonly { readonly ref: PdfRef | null; readonly dict: PdfDict }[];
  /** 1 = first; null when it is no page. */
  numberOf(ref: PdfRef | null): number | null;
}
/** Null when there is no readable page tree. */
export declare function pageList(revision: PdfRevision): PageList | null;
