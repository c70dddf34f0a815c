/** What happened to each signed revision afterwards. */
import type { PdfDocument } from '../../pdf/index.js';
import { activeContent, type ChangeOptions, judgeRevisions } from '../changes/index.js';
import type { SignatureSite } from '../find/signatures.js';
import type { DocumentChange } from '../result.js';
import type { ChangeFacts } from './facts.js';

export interface JudgedChanges extends ChangeFacts {
  readonly allowed: boolean;
  readonly changes: readonly DocumentChange[];
}

/** One judgement per site, in their order. A signature over the whole file leaves nothing that could have changed. */
export async function judgeChanges(
  document: PdfDocument,
  sites: readonly SignatureSite[],
  options: ChangeOptions = {},
): Promise<JudgedChanges[]> {
  const active = sites.length > 0 ? activeContent(document.latest) : [];
  const verdicts = await judgeRevisions(
    document,
    sites.map(({ field, range }) => ({
      field,
      signed: range.coverage === 'file' ? document.latest : range.coverage === 'revision' ? range.signed : null,
    })),
    options,
  );
  return verdicts.map(({ after, allowed, changes, warnings }) => ({
    after,
    allowed,
    changes,
    doubts: after === null ? null : [...new Set(warnings)],
    activeContent: active,
  }));
}
