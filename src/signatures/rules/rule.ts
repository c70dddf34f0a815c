/** What a rule is: a question to the facts, and what follows from each answer. */
import type { SignatureFacts } from '../facts/facts.js';
import type { Coverage, Finding, Indication } from '../result.js';

export type Outcome = Finding['outcome'];

/** A status by EN 319 102-1, clause 5.1.3. */
export interface Status {
  readonly indication: Indication;
  readonly subIndication: string | null;
}

type Sentence = string | ((facts: SignatureFacts) => string);

export interface Rule<Id extends string = string> {
  readonly id: Id;
  test(facts: SignatureFacts): Outcome;
  readonly onFail: Status | ((facts: SignatureFacts) => Status);
  /** SIG_CONSTRAINTS_FAILURE unless said otherwise: what cannot be judged never passes. */
  readonly onUnknown?: Status;
  readonly says: { readonly pass: Sentence; readonly fail: Sentence; readonly unknown?: Sentence };
}

/** Keeps the literal ids, so that a policy has to name every rule. */
export const defineRules = <Id extends string>(...rules: Rule<Id>[]): readonly Rule<Id>[] => rules;

export const failed = (subIndication: string): Status => ({ indication: 'TOTAL_FAILED', subIndication });
export const indeterminate = (subIndication: string): Status => ({ indication: 'INDETERMINATE', subIndication });

/** Null is unknown, and unknown is not good. */
export function holds(value: boolean | null): Outcome {
  if (value === null) return 'unknown';
  return value ? 'pass' : 'fail';
}

export const holdsNot = (value: boolean | null): Outcome => holds(value === null ? null : !value);

/** Where the question before this one was answered with no, this one has no meaning. */
export const after = (premise: boolean | null, outcome: Outcome): Outcome =>
  premise === false ? 'not-applicable' : outcome;

export const coversRevision = (coverage: Coverage | null): boolean | null =>
  coverage && (coverage === 'file' || coverage === 'revision');
