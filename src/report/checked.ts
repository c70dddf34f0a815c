/** What a report is made from: a file's name with its result and verdict, or with the reason why there is none. */

import type { DocconvError } from '../errors.js';
import type { Signer, VerificationResult } from '../signatures/index.js';
import type { SideBySide } from './sides.js';

/** One word per file; `docconv check` has an exit code for each. */
export type Verdict = 'valid' | 'invalid' | 'indeterminate' | 'unsigned';

export interface Checked {
  file: string;
  verdict: Verdict;
  result: VerificationResult;
  /** Of each signer, in their order; null: nothing to draw. Shown by the HTML report alone. */
  drawings?: readonly (SideBySide | null)[];
}

export interface Unreadable {
  file: string;
  error: DocconvError;
}

export type Outcome = Checked | Unreadable;

/**
 * The verdict of a result. Indeterminate: nothing is wrong with any signature, but while trust is required not all of
 * them could be shown to be from whom they say. A document timestamp alone is nobody's signature.
 */
export function verdictOf(result: VerificationResult, trustRequired: boolean): Verdict {
  if (result.signers.length === 0) return 'unsigned';
  if (result.valid) return 'valid';
  if (!result.signers.every(nothingWrong)) return 'invalid';
  if (result.signers.every(({ kind }) => kind === 'timestamp')) return 'unsigned';
  return trustRequired ? 'indeterminate' : 'invalid';
}

function nothingWrong({ intact, coverage, changesAllowed, indication }: Signer): boolean {
  return intact && ['file', 'revision'].includes(coverage) && changesAllowed && indication !== 'TOTAL_FAILED';
}

/** "2 files: 1 valid, 1 unsigned": what the last line says of a batch. */
export function summarize(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    const word = 'error' in outcome ? 'unreadable' : outcome.verdict;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const parts = ORDER.filter(word => counts.has(word)).map(word => `${counts.get(word)} ${word}`);
  return `${outcomes.length} files: ${parts.join(', ')}`;
}

const ORDER = ['valid', 'invalid', 'indeterminate', 'unsigned', 'unreadable'];
