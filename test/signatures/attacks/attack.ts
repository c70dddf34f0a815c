/** An attack and its outcome. The tests and bench/attacks.mjs read the same table of attacks. */

import { DocconvError } from '../../../src/errors.js';
import { type CheckOptions, check, type Finding, type VerificationResult } from '../../../src/signatures/index.js';
import { cached } from '../../../src/system/collections.js';
import { NOW } from '../../helpers/pki.js';

/** A PDF, and the options to verify it with. */
export interface Document {
  readonly bytes: Buffer;
  readonly options?: CheckOptions;
}

/** A comment or a mark always needs a review: a document with one is valid with a warning. */
type Accepted = 'valid' | 'valid, with a warning';

export interface Attack {
  readonly what: string;
  /** The document before the attack: valid, without warnings. */
  readonly clean: () => Document;
  readonly attacked: () => Document;
  /** A similar document that must be accepted: what a program does legitimately with the clean one. */
  readonly twin: () => Document;
  /** The outcome of the twin. */
  readonly accepted: Accepted;
  /** Whether the pages look different from those of the clean document. */
  readonly visible: boolean;
  /** The beginning of the outcome: the indication with its sub-indication, or 'valid, ...'; NOT_VALID: any that is not valid. */
  readonly expected: string;
  /** The rule that must fail or be unknown; null: no rule can detect it. */
  readonly rule: string | null;
  /** The digest or the signature does not verify: cryptographic verification alone detects the attack. */
  readonly breaksCryptography?: true;
  /** A further condition. */
  readonly also?: (result: VerificationResult) => boolean;
}

export const NOT_VALID = 'not valid';

/** Attacks of one kind. */
export interface Family {
  readonly name: string;
  /** What defines the kind: a clause of a standard, or the list of published attacks. */
  readonly clause: string;
  readonly attacks: readonly Attack[];
}

/** A row of the list of published attacks; `twin`, `accepted` (default: valid) and `visible` (default: false) are those of all its attacks. */
export interface Row extends Pick<Attack, 'twin'> {
  readonly number: number;
  readonly name: string;
  readonly accepted?: Accepted;
  readonly visible?: boolean;
  readonly attacks: readonly RowAttack[];
}
export type RowAttack = Omit<Attack, 'twin' | 'accepted' | 'visible'>;

export interface Seen {
  /** Null: the file was rejected. */
  readonly result: VerificationResult | null;
  readonly outcome: string;
  readonly reason: string;
  /** Rules that fail or are unknown. */
  readonly rules: readonly string[];
}

export async function see({ bytes, options }: Document): Promise<Seen> {
  const answer = await check(bytes, { at: NOW, ...options }).catch(rejection);
  if (answer instanceof DocconvError) {
    return { result: null, outcome: `rejected ${answer.code}`, reason: answer.message, rules: [] };
  }
  const rules = findings(answer).map(({ rule }) => rule);
  return { result: answer, outcome: outcomeOf(answer), reason: answer.reason, rules };
}

/** Of a clean document or a twin: many attacks share theirs, which is verified once. */
export const seeOnce = cached((make: () => Document): Promise<Seen> => see(make()));

function rejection(thrown: unknown): DocconvError {
  if (thrown instanceof DocconvError) return thrown;
  throw thrown;
}

export const isAsExpected = ({ expected, rule, also }: Attack, { outcome, rules, result }: Seen): boolean =>
  (expected === NOT_VALID ? !outcome.startsWith('valid') : outcome.startsWith(expected)) &&
  (rule === null || rules.includes(rule)) &&
  (also === undefined || (result !== null && also(result)));

const findings = ({ signers }: VerificationResult): Finding[] =>
  signers.flatMap(signer => signer.findings.filter(({ outcome }) => outcome === 'fail' || outcome === 'unknown'));

const INDICATIONS = ['TOTAL_FAILED', 'INDETERMINATE', 'TOTAL_PASSED'];

/** 'valid', 'valid, with a warning', 'not signed', or the worst indication with its sub-indication. */
function outcomeOf(result: VerificationResult): string {
  if (result.valid) return findings(result).some(({ level }) => level === 'warn') ? 'valid, with a warning' : 'valid';
  const [worst] = result.signers.toSorted(
    (a, b) => INDICATIONS.indexOf(a.indication) - INDICATIONS.indexOf(b.indication),
  );
  return worst ? `${worst.indication} ${worst.subIndication}` : 'not signed';
}
