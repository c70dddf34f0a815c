/** What happened to each signed revision afterwards: here the analysis of later revisions has its one place. */
import type { PdfDocument } from '../pdf/index.js';
import type { ChangeFacts } from './facts.js';
import type { DocumentChange } from './result.js';
import type { SignatureSite } from './signatures.js';

export interface JudgedChanges extends ChangeFacts {
  readonly allowed: boolean;
  readonly changes: readonly DocumentChange[];
}

/** One judgement per site, in their order. A signature over the whole file leaves nothing that could have changed. */
export function judgeChanges(_document: PdfDocument, sites: readonly SignatureSite[]): JudgedChanges[] {
  return sites.map(({ range }) =>
    range.coverage === 'file'
      ? { after: 'none', allowed: true, changes: [] }
      : { after: null, allowed: false, changes: [] },
  );
}
