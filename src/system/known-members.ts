/** Refuses misspelt members of an object of options, which would be ignored otherwise. */
import { DocconvError } from '../errors.js';

/** A table of the members of an interface: it does not compile when one is missing. */
export type Members<T> = Readonly<Record<keyof T, true>>;

/** Throws OPTION_INVALID for a member that the table does not have. `what` names the object in the message. */
export function requireKnownMembers(options: object, known: object, what: string): void {
  const unknown = Object.keys(options).find(name => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const values = { member: JSON.stringify(unknown), object: what, known: Object.keys(known).join(', ') };
  throw new DocconvError('OPTION_INVALID.unknown-member', values, { detail: { option: unknown } });
}

/** Throws OPTION_INVALID for a value that is none of `choices`; undefined is the default. */
export function requireChoice(option: string, value: unknown, choices: readonly unknown[]): void {
  if (value === undefined || choices.includes(value)) return;
  const values = { option, value: String(JSON.stringify(value)).slice(0, 100), choices: choices.join(', ') };
  throw new DocconvError('OPTION_INVALID.no-such-choice', values, { detail: { option } });
}
