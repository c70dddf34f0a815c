/** What an attack is, and what became of it: the one table of attacks is read by the tests and by bench/attacks.mjs. */

import { DocconvError } from '../../../src/errors.js';
import { type CheckOptions, check, type Finding, type VerificationResult } from '../../../src/signatures/index.js';
import { NOW } from '../../helpers/pki.js';

/** A PDF, and whom its reader trusts. */
export interface Document {
  readonly bytes: Buffer;
  readonly options?: CheckOptions;
}

export interface Attack {
  readonly what: string;
  /** The document before the attack: valid, and nothing to warn of. */
  readonly clean: () => Document;
  readonly attacked: () => Document;
  /** The beginning of the outcome: the indication with its sub-indication, or 'valid, ...'. */
  readonly expected: string;
  /** The rule that has to find it, by failing or by not knowing; null: there is nothing left to find it in. */
  readonly rule: string | null;
  /** The digest or the signature itself does not hold: no attack that a verifier of these alone would see through. */
  readonly breaksMathematics?: true;
  /** What else has to be true. */
  readonly also?: (result: VerificationResult) => boolean;
}

/** A line of the list of attacks that the verifier is built against. */
export interface Row {
  readonly number: number;
  readonly name: string;
  readonly attacks: readonly Attack[];
}

export interface Seen {
  /** Null: the file was refused. */
  readonly result: VerificationResult | null;
  readonly outcome: string;
  readonly reason: string;
  /** Rules that fail or do not know. */
  readonly rules: readonly string[];
}

export async function see({ bytes, options }: Document): Promise<Seen> {
  const answer = await check(bytes, { at: NOW, ...options }).catch(refusal);
  if (answer instanceof DocconvError) {
    return { result: null, outcome: `refused ${answer.code}`, reason: answer.message, rules: [] };
  }
  const rules = findings(answer).map(({ rule }) => rule);
  return { result: answer, outcome: outcomeOf(answer), reason: answer.reason, rules };
}

function refusal(thrown: unknown): DocconvError {
  if (thrown instanceof DocconvError) return thrown;
  throw thrown;
}

export const isAsExpected = ({ expected, rule, also }: Attack, { outcome, rules, result }: Seen): boolean =>
  outcome.startsWith(expected) &&
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
