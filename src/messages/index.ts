/**
 * The texts about a verification that a person reads, by id: those of the result, of its reports, and of the page of the
 * service. Another language is one more folder like english/.
 */
import { ENGLISH } from './english/index.js';

/** A text with `{parameters}`, or its forms by the plural category of the parameter `count` (Intl.PluralRules). */
type Text = string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

export type MessageId = keyof typeof ENGLISH;

/** What the ids of messages have between this beginning and this end. */
export type IdPart<
  Start extends string,
  End extends string = '',
  Id = MessageId,
> = Id extends `${Start}${infer Part}${End}` ? Part : never;

/** All texts of a language. The text `language` is its tag (BCP 47). */
export type Catalogue = Readonly<Record<MessageId, Text>>;

/** The names of the parameters of a text. */
type Names<T> = T extends string
  ? T extends `${string}{${infer Name}}${infer Rest}`
    ? Name | Names<Rest>
    : never
  : T extends { readonly other: infer Other }
    ? Names<Other> | 'count'
    : never;

type Values = Readonly<Record<string, string | number>>;
type NamesOf<Id extends MessageId> = Names<(typeof ENGLISH)[Id]>;
type Arguments<Id extends MessageId> = [NamesOf<Id>] extends [never]
  ? []
  : [values: Readonly<Record<NamesOf<Id>, string | number>>];

let catalogue: Catalogue = ENGLISH;

/** The language of all messages from now on; by default English. */
export function setLanguage(texts: Catalogue): void {
  catalogue = texts;
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

function fill(text: Text, values: Values): string {
  const form = typeof text === 'string' ? text : (text[pluralOf(values.count)] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

const pluralOf = (count: string | number | undefined): Intl.LDMLPluralRule =>
  new Intl.PluralRules(message('language')).select(Number(count));
