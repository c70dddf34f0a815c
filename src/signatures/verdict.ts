/** The verdict on a file, and the sentence that explains it. Computed only here. Pure. */
import { DocconvError } from '../errors.js';
import { packageVersion } from '../system/package.js';
import type { CheckOptions } from './options.js';
import { noPublicTrust } from './path/time/untrusted.js';
import type { Signer, ValidationPolicy, Verdict, VerificationResult } from './result.js';
import { isAboutIdentity } from './rules/evaluate.js';

/** A signer with the message of the rule that decided its status; null when every rule passed. */
export interface EvaluatedSigner {
  readonly signer: Signer;
  readonly cause: string | null;
}

/** As soon as a trust anchor was loaded, trust is required, unless the caller says otherwise. */
const isTrustRequired = ({ trust, requireTrust }: CheckOptions): boolean =>
  requireTrust ?? (trust ? trust.sources.length > 0 || trust.note !== null : false);

/** Without a part of what was loaded, strangers could be accepted: throws TRUST_UNAVAILABLE while trust is required. */
export function requireUsableTrust(options: CheckOptions): void {
  const fault = options.trust?.note ?? null;
  if (fault !== null && isTrustRequired(options)) throw new DocconvError('TRUST_UNAVAILABLE', fault);
}

export function validationPolicy(options: CheckOptions, at: Date): ValidationPolicy {
  const { trust, fetcher } = options;
  const sources = [...(trust?.sources ?? [])];
  return {
    trust: isTrustRequired(options) ? 'required' : 'not-required',
    sources,
    generation: trust?.generation ?? null,
    validationTime: at.toISOString(),
    online: fetcher !== undefined,
    version: packageVersion(),
  };
}

export function concludeVerdict(
  evaluated: readonly EvaluatedSigner[],
  policy: ValidationPolicy,
  trust: CheckOptions['trust'] = null,
): Pick<VerificationResult, 'verdict' | 'valid' | 'reason'> {
  const signers = evaluated.map(({ signer }) => signer);
  const verdict = verdictOf(signers, policy.trust === 'required');
  return {
    verdict,
    valid: verdict === 'valid' || verdict === 'intact',
    reason: REASON[verdict](evaluated, policy, trust),
  };
}

/**
 * The first row that applies. "Signature" includes document timestamps.
 *
 * | signatures of the file                                                      | trust required | not required |
 * | --------------------------------------------------------------------------- | -------------- | ------------ |
 * | none                                                                        | unsigned       | unsigned     |
 * | one is broken (see isBroken)                                                | invalid        | invalid      |
 * | all are document timestamps                                                 | unsigned       | unsigned     |
 * | one is INDETERMINATE, not for identity, revocation data or validity time    | indeterminate  | invalid      |
 * | one is INDETERMINATE for identity, revocation data or validity time         | indeterminate  | intact       |
 * | all are TOTAL_PASSED and trusted                                            | valid          | valid        |
 */
export function verdictOf(signers: readonly Signer[], isTrustRequired: boolean): Verdict {
  if (signers.length === 0) return 'unsigned';
  if (signers.some(isBroken)) return 'invalid';
  if (signers.every(({ kind }) => kind === 'timestamp')) return 'unsigned';
  if (signers.some(isUncertain)) return isTrustRequired ? 'indeterminate' : 'invalid';
  if (signers.every(isEstablished)) return 'valid';
  return isTrustRequired ? 'indeterminate' : 'intact';
}

/** No additional data can make it valid. */
export function isBroken({
  intact,
  coverage,
  changesAllowed,
  indication,
}: Pick<Signer, 'intact' | 'coverage' | 'changesAllowed' | 'indication'>): boolean {
  const coversRevision = coverage === 'file' || coverage === 'revision';
  return !intact || !coversRevision || !changesAllowed || indication === 'TOTAL_FAILED';
}

/** Indeterminate for a reason of cryptography, format or changes: such a signature never counts without trust. */
const isUncertain = (signer: Signer): boolean => signer.indication === 'INDETERMINATE' && !isAboutIdentity(signer);

const isEstablished = ({ indication, trusted }: Signer): boolean => indication === 'TOTAL_PASSED' && trusted;

type Explain = (
  evaluated: readonly EvaluatedSigner[],
  policy: ValidationPolicy,
  trust: CheckOptions['trust'],
) => string;

const REASON: Readonly<Record<Verdict, Explain>> = {
  unsigned: ({ length }) =>
    length === 0 ? 'This PDF is not signed.' : 'This PDF has a document timestamp, but no signature.',
  invalid: evaluated => {
    const decisive =
      evaluated.find(({ signer }) => isBroken(signer)) ?? evaluated.find(({ signer }) => isUncertain(signer))!;
    return `${nameOf(decisive.signer)} is not valid: ${causeOf(decisive)}`;
  },
  indeterminate: evaluated => {
    const decisive =
      evaluated.find(({ signer }) => isUncertain(signer)) ?? evaluated.find(({ signer }) => !isEstablished(signer))!;
    return `${nameOf(decisive.signer)} cannot be trusted: ${causeOf(decisive)}`;
  },
  intact: (evaluated, { sources }, trust) => {
    const open = evaluated.filter(({ signer }) => !isEstablished(signer));
    const why = sources.length === 0 ? `${noPublicTrust(trust)}.` : causeOf(open[0]!);
    return `${signedBy(evaluated)}, but ${unverified(open, evaluated)}: ${why}`;
  },
  valid: evaluated => {
    const whose = people(evaluated).length === 1 ? "the signer's identity" : 'every identity';
    return `${signedBy(evaluated)}, and ${whose} was verified.`;
  },
};

/** Whose identity is open; when all signers are established, that of a document timestamp. */
function unverified(open: readonly EvaluatedSigner[], evaluated: readonly EvaluatedSigner[]): string {
  if (people(open).length === 0) return `the authority of ${nameOf(open[0]!.signer, 'the')} was not verified`;
  return people(evaluated).length === 1 ? "the signer's identity was not verified" : 'not every identity was verified';
}

const people = (evaluated: readonly EvaluatedSigner[]): Signer[] =>
  evaluated.map(({ signer }) => signer).filter(({ kind }) => kind !== 'timestamp');

function nameOf({ kind, field, name }: Signer, article = 'The'): string {
  if (kind === 'timestamp') return `${article} document timestamp '${field}'`;
  return name ? `${article} signature of ${name}` : `${article} signature '${field}'`;
}

/** Continues a sentence after a colon. */
function causeOf({ cause }: EvaluatedSigner): string {
  const sentence = cause ?? 'It could not be validated.';
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function signedBy(evaluated: readonly EvaluatedSigner[]): string {
  const names = new Set(people(evaluated).map(({ name }) => name ?? 'a signer whose certificate has no name'));
  const isChanged = evaluated.some(({ signer }) => signer.changesAfter !== 'none');
  const changes = isChanged ? 'only permitted changes were made since' : 'nothing was changed since';
  return `Signed by ${list([...names])}; ${changes}`;
}

const MAX_NAMES = 3;

function list(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  if (more > 0) return `${names.slice(0, MAX_NAMES).join(', ')} and ${more} ${more === 1 ? 'other' : 'others'}`;
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
