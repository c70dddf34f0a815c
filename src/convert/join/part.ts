/** One document of a merge while it is joined with the others. */
import type { PageList, PdfObject, PdfRef, PdfRevision } from '../../pdf/index.js';
import type { Copier } from './copier.js';
import type { Selection } from './selection.js';

export interface Part {
  readonly revision: PdfRevision;
  readonly copier: Copier;
  readonly pages: PageList['pages'];
  /** Null: it has all pages of its document. */
  readonly selection: Selection | null;
  /** Numbers of its pages in the document, 0 = first. */
  readonly numbers: readonly number[];
  /** Its pages in the new PDF. */
  readonly pageRefs: readonly PdfRef[];
  /** Number of its first page in the new PDF, 0 = first. */
  readonly firstPage: number;
  /** Title of its bookmark. */
  readonly title: string;
}

/** Copies of the items of an array in the document. */
export function copiedItems(
  { revision, copier }: Part,
  dict: Parameters<PdfRevision['getArray']>[0],
  key: string,
): PdfObject[] {
  return (revision.getArray(dict, key)?.items ?? []).map(item => copier.copy(item)).filter(item => item !== null);
}
