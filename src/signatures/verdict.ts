/** The verdict on a file, and the sentence that explains it. Computed only here. Pure. */

import { DocconvError } from '../errors.js';
import { enumerated, message, quoted } from '../messages/index.js';
import { packageVersion } from '../system/package.js';
import { uncapitalized } from '../text.js';
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
  if (fault !== null && isTrustRequired(options)) throw DocconvError.received('TRUST_UNAVAILABLE', fault);
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
 * | signatures of the file                                                   | trust required | not required  |
 * | ------------------------------------------------------------------------ | -------------- | ------------- |
 * | none                                                                     | unsigned       | unsigned      |
 * | one is shown to be wrong (see isBroken)                                  | invalid        | invalid       |
 * | all are document timestamps                                              | unsigned       | unsigned      |
 * | one is INDETERMINATE, not for identity, revocation data or validity time | indeterminate  | indeterminate |
 * | one is INDETERMINATE for identity, revocation data or validity time      | indeterminate  | intact        |
 * | all are TOTAL_PASSED and trusted                                         | valid          | valid         |
 */
export function verdictOf(signers: readonly Signer[], isTrustRequired: boolean): Verdict {
  if (signers.length === 0) return 'unsigned';
  if (signers.some(isBroken)) return 'invalid';
  if (signers.every(({ kind }) => kind === 'timestamp')) return 'unsigned';
  if (signers.some(isUncertain)) return 'indeterminate';
  if (signers.every(isEstablished)) return 'valid';
  return isTrustRequired ? 'indeterminate' : 'intact';
}

/** The rules decide whether something is shown to be wrong, or could not be determined: what is unknown is INDETERMINATE. */
const isBroken = (signer: Signer): boolean =>
  signer.indication === 'TOTAL_FAILED' || (signer.indication === 'TOTAL_PASSED' && !isWhole(signer));

/** Indeterminate for a reason of cryptography, format or changes: such a signature never counts, with or without trust. */
const isUncertain = (signer: Signer): boolean =>
  signer.indication === 'INDETERMINATE' && !(isWhole(signer) && isAboutIdentity(signer));

/** No policy can relax what these members state. */
const isWhole = ({ intact, coverage, changesAllowed }: Signer): boolean =>
  intact && (coverage === 'file' || coverage === 'revision') && changesAllowed;

const isEstablished = ({ indication, trusted }: Signer): boolean => indication === 'TOTAL_PASSED' && trusted;

type Explain = (
  evaluated: readonly EvaluatedSigner[],
  policy: ValidationPolicy,
  trust: CheckOptions['trust'],
) => string;

const REASON: Readonly<Record<Verdict, Explain>> = {
  unsigned: ({ length }) => message(length === 0 ? 'reason.unsigned' : 'reason.timestamp-only'),
  invalid: evaluated => {
    const decisive = evaluated.find(({ signer }) => isBroken(signer))!;
    return message('reason.invalid', { signature: nameOf(decisive.signer), cause: causeOf(decisive) });
  },
  indeterminate: evaluated => {
    const uncertain = evaluated.find(({ signer }) => isUncertain(signer));
    const decisive = uncertain ?? evaluated.find(({ signer }) => !isEstablished(signer))!;
    const values = { signature: nameOf(decisive.signer), cause: causeOf(decisive) };
    return message(uncertain ? 'reason.indeterminate.uncertain' : 'reason.indeterminate', values);
  },
  intact: (evaluated, { sources }, trust) => {
    const open = evaluated.filter(({ signer }) => !isEstablished(signer));
    const cause = sources.length === 0 ? `${noPublicTrust(trust)}.` : causeOf(open[0]!);
    return message('reason.intact', { signed: signedBy(evaluated), open: unverified(open, evaluated), cause });
  },
  valid: evaluated => message(`reason.valid.${numberOf(evaluated)}`, { signed: signedBy(evaluated) }),
};

/** Whose identity is open; when all signers are established, that of a document timestamp. */
function unverified(open: readonly EvaluatedSigner[], evaluated: readonly EvaluatedSigner[]): string {
  if (people(open).length === 0) return message('reason.open.timestamp', { field: open[0]!.signer.field });
  return message(`reason.open.${numberOf(evaluated)}`);
}

const people = (evaluated: readonly EvaluatedSigner[]): Signer[] =>
  evaluated.map(({ signer }) => signer).filter(({ kind }) => kind !== 'timestamp');

const numberOf = (evaluated: readonly EvaluatedSigner[]) => (people(evaluated).length === 1 ? 'one' : 'several');

function nameOf({ kind, field, name }: Signer): string {
  if (kind === 'timestamp') return message('reason.signature.timestamp', { field });
  return name ? message('reason.signature.named', { name }) : message('reason.signature.unnamed', { field });
}

/** Continues a sentence after a colon. */
function causeOf({ cause }: EvaluatedSigner): string {
  const sentence = cause ?? message('reason.cause-unknown');
  return uncapitalized(sentence);
}

function signedBy(evaluated: readonly EvaluatedSigner[]): string {
  const names = new Set(
    people(evaluated).map(({ name }) => (name === null ? message('reason.signer-unnamed') : quoted(name))),
  );
  const isChanged = evaluated.some(({ signer }) => signer.changesAfter !== 'none');
  return message(`reason.signed.${isChanged ? 'changed' : 'unchanged'}`, { names: list([...names]) });
}

const MAX_NAMES = 3;

function list(names: readonly string[]): string {
  const count = names.length - MAX_NAMES;
  if (count > 0) return message('names.more', { names: names.slice(0, MAX_NAMES).join(', '), count });
  return enumerated(names);
}
