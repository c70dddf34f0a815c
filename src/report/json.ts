/** A result for a program: the object of the library's `check()` plus `file`, or `{file, error}`. */

import { escapeLines } from '../system/text.js';
import type { Outcome } from './checked.js';

/** One line without a line feed. */
export function toJsonLine(outcome: Outcome): string {
  return escapeLines(JSON.stringify(jsonOf(outcome)));
}

/** All files as one indented array. */
export function toJsonReport(outcomes: readonly Outcome[]): string {
  return `${escapeLines(JSON.stringify(outcomes.map(jsonOf), null, 2))}\n`;
}

function jsonOf(outcome: Outcome): object {
  if ('error' in outcome) {
    return { file: outcome.file, error: { code: outcome.error.code, message: outcome.error.message } };
  }
  return { file: outcome.file, ...outcome.result };
}
