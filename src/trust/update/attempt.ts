/** What the last update did, whether it succeeded or not: for `docconv trust status`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileDurably } from '../../system/files/files.js';
import { makeListsFolder } from '../store/generations.js';
import type { Outcome } from './outcome.js';

export interface Attempt {
  readonly time: string;
  /** Why it failed as a whole; null: it did not. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly outcomes: readonly DatedOutcome[];
}

export interface DatedOutcome extends Outcome {
  /** When the list was last fetched without a fault; null: never. */
  readonly confirmed: string | null;
}

const FILE = 'last-update.json';

/** Null: there was none, or it cannot be read. */
export function readAttempt(folder: string): Attempt | null {
  try {
    const attempt = JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Attempt;
    return typeof attempt.time === 'string' && Array.isArray(attempt.outcomes) ? attempt : null;
  } catch {
    return null;
  }
}

/** Outcomes of territories that were not asked stay those of the update before. A full disk is no error here. */
export async function recordAttempt(
  folder: string,
  outcomes: readonly Outcome[],
  failure: Attempt['failure'] = null,
): Promise<void> {
  const time = new Date().toISOString();
  const former = new Map(readAttempt(folder)?.outcomes.map(row => [row.territory, row]));
  for (const outcome of outcomes) {
    const isFine = outcome.outcome === 'new' || outcome.outcome === 'unchanged';
    const confirmed = isFine ? time : (former.get(outcome.territory)?.confirmed ?? null);
    if (outcome.outcome === 'removed') former.delete(outcome.territory);
    else former.set(outcome.territory, { ...outcome, confirmed });
  }
  const attempt: Attempt = { time, failure, outcomes: [...former.values()] };
  try {
    makeListsFolder(folder);
    await replaceFileDurably(join(folder, FILE), temporary => writeFileSync(temporary, `${JSON.stringify(attempt)}\n`));
  } catch {
    // the lists matter, this does not
  }
}
