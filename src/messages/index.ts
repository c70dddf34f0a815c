/**
 * The texts that a person reads, by id: those about a verification, in the result, its reports and the page of the service,
 * and those of errors. Another language is one more folder like english/. A bundle has only the texts that it uses.
 */
import { quotable } from '../text.js';
import { errorTexts } from './english/errors/index.js';
import type { ENGLISH } from './english/index.js';
import { verificationTexts } from './english/verification.js';

/**
 * A text with `{parameters}`. One in quotation marks, `“{name}”`, is a text of a document or certificate: its value stays on one
 * line and between the marks, whatever it contains. Or a text with its forms by the plural category of the parameter `count` (Intl.PluralRules). */
type Text = string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

type VerificationTexts = ReturnType<typeof verificationTexts>;
export type MessageId = keyof VerificationTexts;
type ErrorTexts = ReturnType<typeof errorTexts>;
/** The code of the error, a dot, and what distinguishes the text. */
export type ErrorMessageId = keyof ErrorTexts;

/** What the ids of messages have between this beginning and this end. */
export type IdPart<
  Start extends string,
  End extends string = '',
  Id = MessageId,
> = Id extends `${Start}${infer Part}${End}` ? Part : never;

/** All texts of a language. The text `language` is its tag (BCP 47). */
export type Catalogue = Readonly<Record<keyof typeof ENGLISH, Text>>;

/** The names of the parameters of a text. */
type Names<T> = T extends string
  ? T extends `${string}{${infer Name}}${infer Rest}`
    ? Name | Names<Rest>
    : never
  : T extends { readonly other: infer Other }
    ? Names<Other> | 'count'
    : never;

type Values = Readonly<Record<string, string | number>>;
type ValuesOf<T> = Readonly<Record<Names<T>, string | number>>;
type Arguments<Id extends MessageId> = [Names<VerificationTexts[Id]>] extends [never]
  ? []
  : [values: ValuesOf<VerificationTexts[Id]>];

/** For an error with the text `Id`; Options follow the values. */
export type ErrorArguments<Id extends ErrorMessageId, Options> = [Names<ErrorTexts[Id]>] extends [never]
  ? [id: Id, values?: Readonly<Record<string, never>>, options?: Options]
  : [id: Id, values: ValuesOf<ErrorTexts[Id]>, options?: Options];

/** Null: none was needed yet. */
let verification: Readonly<Record<MessageId, Text>> | null = null;
let errors: Readonly<Record<string, Text>> | null = null;
let language = 'en';

/** The language of all messages from now on; by default English. */
export function setLanguage(texts: Catalogue): void {
  verification = texts;
  errors = texts;
  language = message('language');
}

/** The text with this id, with the values of its parameters. The result of a newer server can lead to an unknown id. */
export function message<Id extends MessageId>(id: Id, ...[values]: Arguments<Id>): string {
  const texts = verificationCatalogue();
  return fill(Object.hasOwn(texts, id) ? texts[id] : quotable(id), values ?? {});
}

/** A text of a document or certificate inside a sentence. */
export const quoted = (text: string): string => message('text.quoted', { text });

/** 'A, B and C'. */
export function enumerated(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return message('names.last', { names: items.slice(0, -1).join(', '), last: items.at(-1)! });
}

/** The text without parameters whose id was made at run time; null: there is none. */
export function messageIfAny(id: string): string | null {
  const texts = verificationCatalogue();
  return Object.hasOwn(texts, id) ? fill(texts[id as MessageId], {}) : null;
}

const verificationCatalogue = () => {
  verification ??= verificationTexts();
  return verification;
};

/** The text of an error. An id without one stands for a text that was received: it is the parameter `text`. */
export function errorMessage(id: string, values: Values): string {
  errors ??= errorTexts();
  return fill(Object.hasOwn(errors, id) ? errors[id]! : '{text}', values);
}

function fill(text: Text, values: Values): string {
  const form = typeof text === 'string' ? text : (text[pluralOf(values.count)] ?? text.other);
  return form.replace(/“\{(\w+)\}”|\{(\w+)\}/g, (_, quotedName: string | undefined, name: string) =>
    quotedName === undefined ? String(values[name]) : `“${quotable(String(values[quotedName]))}”`,
  );
}

const pluralOf = (count: string | number | undefined): Intl.LDMLPluralRule =>
  new Intl.PluralRules(language).select(Number(count));
