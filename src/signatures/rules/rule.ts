/** A rule: a test of the facts, and the status that follows from each outcome. */
import type { IdPart } from '../../messages/index.js';
import type { SignatureFacts } from '../facts/types.js';
import type { Coverage, Finding, Indication } from '../result.js';

export type Outcome = Finding['outcome'];

/** A status by EN 319 102-1, clause 5.1.3. */
export interface Status {
  readonly indication: Indication;
  readonly subIndication: string | null;
}

export interface RuleOptions {
  /** An overlay on content of a certified page warns instead of failing. */
  readonly tolerateOverlays: boolean;
}

/** The ids of rules that have a message. */
export type RuleName = IdPart<'rule.', '.pass'>;

export interface Rule<Id extends RuleName = RuleName> {
  readonly id: Id;
  test(facts: SignatureFacts, options: RuleOptions): Outcome;
  readonly onFail: Status | ((facts: SignatureFacts) => Status);
  /** By default INDETERMINATE / SIG_CONSTRAINTS_FAILURE: an unknown outcome never passes. */
  readonly onUnknown?: Status;
  /** Messages that depend on the facts. The id names all others: `rule.<id>.<outcome>`. */
  readonly messages?: Readonly<
    Partial<Record<'pass' | 'fail' | 'unknown', (facts: SignatureFacts, options: RuleOptions) => string>>
  >;
}

/** Keeps the literal ids, so that a policy has to name every rule. */
export const defineRules = <Id extends RuleName>(...rules: Rule<Id>[]): readonly Rule<Id>[] => rules;

export const failed = (subIndication: string): Status => ({ indication: 'TOTAL_FAILED', subIndication });
export const indeterminate = (subIndication: string): Status => ({ indication: 'INDETERMINATE', subIndication });

/** Null is unknown, which does not pass. */
export function passIf(value: boolean | null): Outcome {
  if (value === null) return 'unknown';
  return value ? 'pass' : 'fail';
}

export const passIfNot = (value: boolean | null): Outcome => passIf(value === null ? null : !value);

/** The rule does not apply if its premise is false: another rule fails for that reason. */
export const appliesIf = (premise: boolean | null, outcome: Outcome): Outcome =>
  premise === false ? 'not-applicable' : outcome;

export const coversRevision = (coverage: Coverage | null): boolean | null =>
  coverage && (coverage === 'file' || coverage === 'revision');
