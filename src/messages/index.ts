/**
 * The texts about a verification that a person reads, by id: those of the result, of its reports, and of the page of the
 * service; those of errors: errors.ts. Another language is one more folder like english/.
 */
import type { ENGLISH } from './english/index.js';
import { VERIFICATION } from './english/verification.js';
import { setErrorTexts } from './errors.js';
import { fill, type Names, setTextLanguage, type Text, type ValuesOf } from './text.js';

export type MessageId = keyof typeof VERIFICATION;

/** What the ids of messages have between this beginning and this end. */
export type IdPart<
  Start extends string,
  End extends string = '',
  Id = MessageId,
> = Id extends `${Start}${infer Part}${End}` ? Part : never;

/** All texts of a language. The text `language` is its tag (BCP 47). */
export type Catalogue = Readonly<Record<keyof typeof ENGLISH, Text>>;

type Arguments<Id extends MessageId> = [Names<(typeof VERIFICATION)[Id]>] extends [never]
  ? []
  : [values: ValuesOf<(typeof VERIFICATION)[Id]>];

let catalogue: Readonly<Record<MessageId, Text>> = VERIFICATION;

/** The language of all messages from now on; by default English. */
export function setLanguage(texts: Catalogue): void {
  catalogue = texts;
  setErrorTexts(texts);
  setTextLanguage(message('language'));
}

/** The text with this id, with the values of its parameters. The result of a newer server can lead to an unknown id. */
export function message<Id extends MessageId>(id: Id, ...[values]: Arguments<Id>): string {
  return fill(Object.hasOwn(catalogue, id) ? catalogue[id] : id, values ?? {});
}

/** 'A, B and C'. */
export function enumerated(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return message('names.last', { names: items.slice(0, -1).join(', '), last: items.at(-1)! });
}

/** The text without parameters whose id was made at run time; null: there is none. */
export function messageIfAny(id: string): string | null {
  return Object.hasOwn(catalogue, id) ? fill(catalogue[id as MessageId], {}) : null;
}
