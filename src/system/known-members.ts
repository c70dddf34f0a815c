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
