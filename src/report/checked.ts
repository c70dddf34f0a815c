/** What a report is made from: the name of a file with its result, or with the reason why there is none; as JSON as well. */
import type { DocconvError } from '../errors.js';
import { message } from '../messages/index.js';
import type { Verdict, VerificationResult } from '../signatures/result.js';
import { escapeLines } from '../text.js';
import type { SideBySide } from './page-comparison.js';

export interface Checked {
  file: string;
  result: VerificationResult;
  /** One entry per signer, in their order; null: nothing to draw. Used by the HTML report only. */
  drawings?: readonly (SideBySide | null)[];
}

export interface Unreadable {
  file: string;
  error: DocconvError;
}

export type Outcome = Checked | Unreadable;

/** "2 files: 1 valid, 1 unsigned": the last line of a batch. */
export function summarize(outcomes: readonly Outcome[]): string {
  const verdicts = ORDER.flatMap(verdict => {
    const count = outcomes.filter(outcome => verdictOf(outcome) === verdict).length;
    return count > 0 ? [message(`summary.${verdict}`, { count })] : [];
  });
  return message('summary.files', { count: outcomes.length, verdicts: verdicts.join(', ') });
}

export const verdictOf = (outcome: Outcome): Verdict | 'unreadable' =>
  'error' in outcome ? 'unreadable' : outcome.result.verdict;

const ORDER = ['valid', 'intact', 'invalid', 'indeterminate', 'unsigned', 'unreadable'] as const;

/** One line without a line feed. */
export function toJsonLine(outcome: Outcome): string {
  return escapeLines(JSON.stringify(jsonOf(outcome)));
}

/** All files as one indented array. */
export function toJsonReport(outcomes: readonly Outcome[]): string {
  return `${escapeLines(JSON.stringify(outcomes.map(jsonOf), null, 2))}\n`;
}

/** The result of the library's `check()` plus `file`, or `{file, error}`. */
function jsonOf(outcome: Outcome): object {
  if ('result' in outcome) return { file: outcome.file, ...outcome.result };
  const { code, message } = outcome.error;
  return { file: outcome.file, error: { code, message } };
}
