/** From facts to the status of a signature (EN 319 102-1, 5.1.3), and what of it is enough. Pure. */
import type { SignatureFacts } from '../facts/facts.js';
import type { Finding, Indication, Signer } from '../result.js';
import { RULES, type RuleId } from './index.js';
import type { Policy } from './policy.js';
import { indeterminate, type Outcome, type Rule, type Status } from './rule.js';

export interface Judgement extends Status {
  readonly findings: Finding[];
  /** The sentence of the rule that decided; null when everything passed. */
  readonly because: string | null;
}

/** Every rule is asked; the worst answer among those that the policy lets decide is the status. */
export function judge(facts: SignatureFacts, policy: Policy): Judgement {
  const answers = RULES.map(rule => answerOf(rule, facts, policy[rule.id]));
  const decisive = worst(answers.filter(({ finding: { level, rule } }) => level === 'fail' || PROOFS.has(rule)));
  return {
    indication: decisive.indication,
    subIndication: decisive.subIndication,
    because: decisive.indication === 'TOTAL_PASSED' ? null : decisive.finding.message,
    findings: answers.map(({ finding }) => finding),
  };
}

/** The mathematics is no matter of policy. */
const PROOFS: ReadonlySet<string> = new Set<RuleId>(['digest', 'signature']);

interface Answer extends Status {
  readonly finding: Finding;
}

function answerOf(rule: Rule<RuleId>, facts: SignatureFacts, level: Finding['level']): Answer {
  const outcome = rule.test(facts);
  const finding = { rule: rule.id, outcome, level, message: messageOf(rule, outcome, facts) };
  return { ...statusOf(rule, outcome, facts), finding };
}

const PASSED: Status = { indication: 'TOTAL_PASSED', subIndication: null };
const CANNOT_JUDGE = indeterminate('SIG_CONSTRAINTS_FAILURE');

function statusOf(rule: Rule<RuleId>, outcome: Outcome, facts: SignatureFacts): Status {
  if (outcome === 'fail') return typeof rule.onFail === 'function' ? rule.onFail(facts) : rule.onFail;
  return outcome === 'unknown' ? (rule.onUnknown ?? CANNOT_JUDGE) : PASSED;
}

const RANK: Record<Indication, number> = { TOTAL_FAILED: 0, INDETERMINATE: 1, TOTAL_PASSED: 2 };

/**
 * Among the indeterminate ones that come from the signature itself go before those about identity, revocation and
 * validity time: a clerk may accept the latter (see `isAcceptable`), and must not be shown them in place of the former.
 */
function worst(answers: readonly Answer[]): Answer {
  const severity = (answer: Answer) => RANK[answer.indication] * 2 + (isAboutIdentity(answer) ? 1 : 0);
  return answers.reduce((found, answer) => (severity(answer) < severity(found) ? answer : found));
}

/** Reasons of identity, revocation data or validity time. */
const IDENTITY = new Set([
  'NO_CERTIFICATE_CHAIN_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'OUT_OF_BOUNDS_NOT_REVOKED',
  'TRY_LATER',
]);

const isAboutIdentity = ({ indication, subIndication }: Status): boolean =>
  indication === 'INDETERMINATE' && subIndication !== null && IDENTITY.has(subIndication);

function messageOf(rule: Rule, outcome: Outcome, facts: SignatureFacts): string {
  if (outcome === 'not-applicable') return 'This does not apply to the signature.';
  const sentence = rule.says[outcome] ?? 'This could not be judged.';
  return typeof sentence === 'string' ? sentence : sentence(facts);
}

/** What one signature needs for `valid`. */
export function isAcceptable(signer: Signer, requireTrust: boolean): boolean {
  return holds(signer) && (!requireTrust || signer.indication === 'TOTAL_PASSED');
}

/** Everything but the signer's identity. */
export function holds(signer: Signer): boolean {
  return (
    signer.intact &&
    (signer.coverage === 'file' || signer.coverage === 'revision') &&
    signer.changesAllowed &&
    (signer.indication === 'TOTAL_PASSED' || isAboutIdentity(signer))
  );
}
