/** What operations on one PDF have in common. */
import { DocconvError } from '../../errors.js';
import type { Limits } from '../limits.js';
import type { Operation, PageRange } from '../operation-types.js';
import { selectPages } from '../output/page-range.js';
import type { Warnings } from '../warnings.js';

export interface Context {
  /** File name of the PDF, for warnings. */
  readonly document: string;
  readonly limits: Limits;
  readonly warnings: Warnings;
  /** PDFs with the texts of stamps, which LibreOffice laid out. */
  readonly layouts: ReadonlyMap<Operation, Uint8Array>;
}

/** Ascending, from 1. Throws OPTION_INVALID when there is none. */
export function pagesOf(range: PageRange | undefined, count: number): number[] {
  try {
    return selectPages(range, count);
  } catch (cause) {
    throw new DocconvError(
      'OPTION_INVALID.operation-pages',
      { range: range!, count },
      { cause, detail: { option: 'pages' } },
    );
  }
}
