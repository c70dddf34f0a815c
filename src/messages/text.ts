/** Texts with parameters, and the language of all messages. */

/** A text with `{parameters}`, or its forms by the plural category of the parameter `count` (Intl.PluralRules). */
export type Text = string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

/** The names of the parameters of a text. */
export type Names<T> = T extends string
  ? T extends `${string}{${infer Name}}${infer Rest}`
    ? Name | Names<Rest>
    : never
  : T extends { readonly other: infer Other }
    ? Names<Other> | 'count'
    : never;

export type Values = Readonly<Record<string, string | number>>;
export type ValuesOf<T> = Readonly<Record<Names<T>, string | number>>;
let language = 'en';

/** @param tag of BCP 47 */
export function setTextLanguage(tag: string): void {
  language = tag;
}

export function fill(text: Text, values: Values): string {
  const form = typeof text === 'string' ? text : (text[pluralOf(values.count)] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

const pluralOf = (count: string | number | undefined): Intl.LDMLPluralRule =>
  new Intl.PluralRules(language).select(Number(count));
