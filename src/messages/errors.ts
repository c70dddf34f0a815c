/** The texts of errors, by id. Apart from those about verifications, which most processes do not need. */
import { errorTexts } from './english/errors/index.js';
import { fill, type Names, type Text, type Values, type ValuesOf } from './text.js';

type ErrorTexts = ReturnType<typeof errorTexts>;
/** The code of the error, a dot, and what distinguishes the text. */
export type ErrorMessageId = keyof ErrorTexts;

/** For an error with the text `Id`; Options follow the values. */
export type ErrorArguments<Id extends ErrorMessageId, Options> = [Names<ErrorTexts[Id]>] extends [never]
  ? [id: Id, values?: Readonly<Record<string, never>>, options?: Options]
  : [id: Id, values: ValuesOf<ErrorTexts[Id]>, options?: Options];

/** Null: none was needed yet. */
let errors: Readonly<Record<string, Text>> | null = null;

export function setErrorTexts(texts: Readonly<Record<ErrorMessageId, Text>>): void {
  errors = texts;
}

/** The text of an error. An id without one stands for a text that was received: it is the parameter `text`. */
export function errorMessage(id: string, values: Values): string {
  errors ??= errorTexts();
  return fill(Object.hasOwn(errors, id) ? errors[id]! : '{text}', values);
}
