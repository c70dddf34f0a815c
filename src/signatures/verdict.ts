/** One answer over all signatures, in a sentence for a clerk. Pure. */
import type { Signer } from './result.js';
import { isAboutIdentity } from './rules/evaluate.js';

export interface Answer {
  readonly valid: boolean;
  readonly reason: string;
}

export interface EvaluatedSigner {
  readonly signer: Signer;
  /** The message of the rule that decided. */
  readonly cause: string | null;
}

export function answer(evaluated: readonly EvaluatedSigner[], requireTrust: boolean): Answer {
  if (evaluated.length === 0) return { valid: false, reason: 'This PDF is not signed.' };
  const broken = evaluated.find(({ signer }) => !isSound(signer));
  if (broken) return { valid: false, reason: `${subject(broken.signer)} is not valid: ${why(broken)}` };
  const untrusted = evaluated.find(({ signer }) => !isAcceptable(signer, requireTrust));
  if (untrusted) return { valid: false, reason: `${subject(untrusted.signer)} cannot be trusted: ${why(untrusted)}` };
  const signers = evaluated.map(({ signer }) => signer);
  const people = signers.filter(({ kind }) => kind !== 'timestamp');
  if (people.length === 0) {
    return { valid: false, reason: 'This PDF has a document timestamp, but nobody has signed it.' };
  }
  return { valid: true, reason: validReason(people, signers) };
}

/** What one signature needs for `valid`. */
export function isAcceptable(signer: Signer, requireTrust: boolean): boolean {
  return isSound(signer) && (!requireTrust || signer.indication === 'TOTAL_PASSED');
}

/** Everything but the signer's identity. */
export function isSound(signer: Signer): boolean {
  return (
    signer.intact &&
    (signer.coverage === 'file' || signer.coverage === 'revision') &&
    signer.changesAllowed &&
    (signer.indication === 'TOTAL_PASSED' || isAboutIdentity(signer))
  );
}

function subject({ kind, field, name }: Signer): string {
  if (kind === 'timestamp') return `The document timestamp '${field}'`;
  return name ? `The signature of ${name}` : `The signature '${field}'`;
}

/** Goes on after a colon. */
function why({ cause }: EvaluatedSigner): string {
  const sentence = cause ?? 'It could not be judged.';
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function validReason(people: readonly Signer[], signers: readonly Signer[]): string {
  const names = listed([...new Set(people.map(({ name }) => name ?? 'somebody whose certificate has no name'))]);
  const isChanged = signers.some(({ changesAfter }) => changesAfter !== 'none');
  const whole = isChanged ? 'only allowed changes were made since' : 'nothing was changed since';
  return `Signed by ${names}; ${whole}, ${identity(people)}.`;
}

function identity(people: readonly Signer[]): string {
  const isAlone = people.length === 1;
  if (people.every(({ trusted }) => trusted)) return `and ${isAlone ? "the signer's" : 'every'} identity was verified`;
  return `but ${isAlone ? "the signer's identity was not" : 'not every identity was'} verified`;
}

const MOST_NAMES = 3;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  if (more > 0) return `${names.slice(0, MOST_NAMES).join(', ')} and ${more} ${more === 1 ? 'other' : 'others'}`;
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
