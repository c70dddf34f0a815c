/** From findings to a status (EN 319 102-1) and from all signatures to one answer. Pure. */
import type { SignatureFacts } from './facts.js';
import type { Policy } from './policy.js';
import type { Finding, Indication, Signer } from './result.js';
import { RULES, type RuleId } from './rules/index.js';
import { indeterminate, type Outcome, type Rule, type Status } from './rules/rule.js';

export interface Judgement extends Status {
  readonly findings: Finding[];
}

/** Every rule is asked; the worst answer among those that the policy lets fail is the status. */
export function judge(facts: SignatureFacts, policy: Policy): Judgement {
  const answers = RULES.map(rule => ({ rule, outcome: rule.test(facts), level: policy[rule.id] }));
  const deciding = answers.filter(({ level }) => level === 'fail');
  const statuses = deciding.map(({ rule, outcome }) => statusOf(rule, outcome, facts));
  const findings = answers.map(({ rule, outcome, level }) => {
    return { rule: rule.id, outcome, level, message: messageOf(rule, outcome, facts) };
  });
  return { ...worst(statuses), findings };
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
function worst(statuses: readonly Status[]): Status {
  const severity = (status: Status) => RANK[status.indication] * 2 + (aboutIdentity(status) ? 1 : 0);
  return statuses.reduce((found, status) => (severity(status) < severity(found) ? status : found), PASSED);
}

/** Reasons of identity, revocation data or validity time. */
const IDENTITY = new Set([
  'NO_CERTIFICATE_CHAIN_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'OUT_OF_BOUNDS_NOT_REVOKED',
  'TRY_LATER',
]);

const aboutIdentity = ({ indication, subIndication }: Status): boolean =>
  indication === 'INDETERMINATE' && subIndication !== null && IDENTITY.has(subIndication);

function messageOf(rule: Rule, outcome: Outcome, facts: SignatureFacts): string {
  if (outcome === 'not-applicable') return 'This does not apply to the signature.';
  const sentence = rule.says[outcome] ?? 'This could not be judged.';
  return typeof sentence === 'string' ? sentence : sentence(facts);
}

/** What one signature needs for `valid`. */
export function isAcceptable(signer: Signer, requireTrust: boolean): boolean {
  return holdsBy(signer) && (requireTrust ? signer.indication === 'TOTAL_PASSED' : true);
}

/** Everything but the signer's identity. */
function holdsBy(signer: Signer): boolean {
  return (
    signer.intact &&
    (signer.coverage === 'file' || signer.coverage === 'revision') &&
    signer.changesAllowed &&
    (signer.indication === 'TOTAL_PASSED' || aboutIdentity(signer))
  );
}

export interface Answer {
  readonly valid: boolean;
  readonly reason: string;
}

/** `valid` and `reason` over all signatures. */
export function answer(signers: readonly Signer[], requireTrust: boolean): Answer {
  const people = signers.filter(signer => signer.kind !== 'timestamp');
  if (signers.length === 0) return { valid: false, reason: 'This PDF is not signed.' };
  const broken = signers.find(signer => !holdsBy(signer));
  if (broken) return { valid: false, reason: `${subject(broken)} is not valid: ${why(broken)}` };
  const untrusted = signers.find(signer => !isAcceptable(signer, requireTrust));
  if (untrusted) return { valid: false, reason: `${subject(untrusted)} cannot be trusted: ${why(untrusted)}` };
  if (people.length === 0) {
    return { valid: false, reason: 'This PDF has a document timestamp, but nobody has signed it.' };
  }
  return { valid: true, reason: praise(people, signers) };
}

function subject(signer: Signer): string {
  if (signer.kind === 'timestamp') return `The document timestamp '${signer.field}'`;
  return signer.name ? `The signature of ${signer.name}` : `The signature '${signer.field}'`;
}

/** The message of the finding that made the status, in lower case after a colon. */
function why(signer: Signer): string {
  const bad = signer.findings.filter(({ level, outcome }) => level === 'fail' && ['fail', 'unknown'].includes(outcome));
  const message = (bad.find(({ outcome }) => outcome === 'fail') ?? bad[0])?.message ?? 'it could not be judged.';
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function praise(people: readonly Signer[], signers: readonly Signer[]): string {
  const names = [...new Set(people.map(signer => signer.name ?? 'somebody whose certificate has no name'))];
  const changed = signers.some(signer => signer.changesAfter !== 'none');
  const whole = changed ? 'only allowed changes were made since' : 'nothing was changed since';
  const identity = people.every(signer => signer.trusted)
    ? 'the identity was verified'
    : 'the identity of the signer was not verified';
  return `Signed by ${listed(names)}; ${whole}, and ${identity}.`;
}

const MOST_NAMES = 3;

function listed(names: readonly string[]): string {
  if (names.length > MOST_NAMES)
    return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} others`;
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
