/** From facts to the status of one signature (EN 319 102-1, 5.1.3). Pure. */
import { message, messageIfAny } from '../../messages/index.js';
import type { SignatureFacts } from '../facts/types.js';
import type { Finding, Indication } from '../result.js';
import type { Policy } from './index.js';
import { RULES, type RuleId } from './index.js';
import { indeterminate, type Outcome, type Rule, type Status } from './rule.js';

export interface Evaluation extends Status {
  readonly findings: Finding[];
  /** The message of the rule that decided; null when everything passed. */
  readonly cause: string | null;
}

/** Applies every rule. The worst status among the rules that the policy lets decide is the status of the signature. */
export function evaluateRules(facts: SignatureFacts, policy: Policy): Evaluation {
  const results = RULES.map(rule => applyRule(rule, facts, policy));
  const decisive = worst(results.filter(({ finding: { level, rule } }) => level === 'fail' || ALWAYS_DECIDE.has(rule)));
  return {
    indication: decisive.indication,
    subIndication: decisive.subIndication,
    cause: decisive.indication === 'TOTAL_PASSED' ? null : decisive.finding.message,
    findings: results.map(({ finding }) => finding),
  };
}

/** No policy can relax the cryptographic verification. */
const ALWAYS_DECIDE: ReadonlySet<string> = new Set<RuleId>(['digest', 'signature']);

interface RuleResult extends Status {
  readonly finding: Finding;
}

function applyRule(rule: Rule<RuleId>, facts: SignatureFacts, policy: Policy): RuleResult {
  const outcome = rule.test(facts, policy);
  const finding = {
    rule: rule.id,
    outcome,
    level: policy.levels[rule.id],
    message: messageOf(rule, outcome, facts, policy),
  };
  return { ...statusOf(rule, outcome, facts), finding };
}

const PASSED: Status = { indication: 'TOTAL_PASSED', subIndication: null };
const UNKNOWN = indeterminate('SIG_CONSTRAINTS_FAILURE');

function statusOf(rule: Rule<RuleId>, outcome: Outcome, facts: SignatureFacts): Status {
  if (outcome === 'fail') return typeof rule.onFail === 'function' ? rule.onFail(facts) : rule.onFail;
  return outcome === 'unknown' ? (rule.onUnknown ?? UNKNOWN) : PASSED;
}

const RANK: Record<Indication, number> = { TOTAL_FAILED: 0, INDETERMINATE: 1, TOTAL_PASSED: 2 };

/**
 * Among indeterminate results, those about the signature itself come before those about identity, revocation data and
 * validity time: the latter may be accepted where trust is not required (see verdict.ts), and must not hide the former.
 */
function worst(results: readonly RuleResult[]): RuleResult {
  const severity = (result: RuleResult) => RANK[result.indication] * 2 + (isAboutIdentity(result) ? 1 : 0);
  return results.reduce((found, result) => (severity(result) < severity(found) ? result : found));
}

const IDENTITY = new Set([
  'NO_CERTIFICATE_CHAIN_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'OUT_OF_BOUNDS_NOT_REVOKED',
  'TRY_LATER',
]);

/** Indeterminate only for identity, revocation data or validity time. */
export const isAboutIdentity = ({ indication, subIndication }: Status): boolean =>
  indication === 'INDETERMINATE' && subIndication !== null && IDENTITY.has(subIndication);

function messageOf(rule: Rule, outcome: Outcome, facts: SignatureFacts, policy: Policy): string {
  if (outcome === 'not-applicable') return message('rule.not-applicable');
  return (
    rule.messages?.[outcome]?.(facts, policy) ?? messageIfAny(`rule.${rule.id}.${outcome}`) ?? message('rule.unknown')
  );
}
