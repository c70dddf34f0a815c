/** The rows of the table of options: what each kind of option states about itself. */
import type { Container, Family } from './formats.js';
import type { OutputKind, OutputName } from './outputs.js';

/** Keys and values of LibreOffice's PDF export filter. */
export type FilterValues = Readonly<Record<string, boolean | number | string>>;

export interface RowBase<Value> {
  /** One line for `--help` and docs/conversion.md, without a full stop. */
  readonly help: string;
  /** Documents that it applies to; all when absent. */
  readonly families?: readonly Family[];
  /** Kinds of files that docconv can edit for it (input/edit); all when absent. */
  readonly containers?: readonly Container[];
  /** Names of further formats that it can edit. */
  readonly formats?: readonly string[];
  /** What is written with it; the PDF only when absent. */
  readonly outputs?: readonly (OutputKind | OutputName)[];
  /**
   * In a merge: for each document that is converted ('each', the default), the same where a PDF as input would make it
   * misleading ('conversion'), for the merged PDF ('once'), or for both.
   */
  readonly merge?: 'each' | 'conversion' | 'once' | 'both';
  /** It is about a finished PDF, and needs no engine: also for a PDF as input. 'always': after the engine, for every document. */
  readonly onPdf?: 'too' | 'always';
  /** Keys of the export filter; absent where docconv does it before (input/edit) or after the engine (encryption). */
  filter?(value: Value): FilterValues;
}

/** `preset` is LibreOffice's default: true makes the flag a `--no-...`. */
export interface BooleanRow extends RowBase<boolean> {
  readonly type: 'boolean';
  readonly preset: boolean;
}
export interface IntegerRow extends RowBase<number> {
  readonly type: 'integer';
  readonly placeholder: string;
  readonly min: number;
  readonly max: number;
  /** The value of the flag alone; absent: it needs one. */
  readonly implied?: number;
}
export interface TextRow extends RowBase<string> {
  /** A secret is never printed, logged or stored. */
  readonly type: 'text' | 'secret';
  readonly placeholder: string;
  readonly pattern?: RegExp;
  /** Of characters; default: 1000. */
  readonly maxLength?: number;
  /** As a secret, never in a URL, which is logged: the data of a person. */
  readonly isPrivate?: boolean;
  /** The value of the flag alone; absent: it needs one. */
  readonly implied?: string;
}
export interface ChoiceRow<Choice extends string = string> extends RowBase<Choice> {
  /** A list is any number of the choices, separated by commas. */
  readonly type: 'choice';
  readonly placeholder: string;
  readonly choices: readonly Choice[];
}
export interface ListRow<Choice extends string = string> extends RowBase<readonly Choice[]> {
  readonly type: 'list';
  readonly placeholder: string;
  readonly choices: readonly Choice[];
}
export type OptionRow = BooleanRow | IntegerRow | TextRow | ChoiceRow | ListRow;

/** Keeps the choices as literal types and gives `filter` the type of its value. */
export const row = {
  boolean: (preset: boolean, rest: RowBase<boolean>): BooleanRow => ({ type: 'boolean', preset, ...rest }),
  integer: (
    placeholder: string,
    min: number,
    max: number,
    rest: RowBase<number> & { implied?: number },
  ): IntegerRow => ({
    type: 'integer',
    placeholder,
    min,
    max,
    ...rest,
  }),
  text: (
    placeholder: string,
    rest: RowBase<string> & { pattern?: RegExp; maxLength?: number; isPrivate?: boolean; implied?: string },
  ): TextRow => ({
    type: 'text',
    placeholder,
    ...rest,
  }),
  secret: (placeholder: string, rest: RowBase<string>): TextRow => ({ type: 'secret', placeholder, ...rest }),
  choice: <const C extends string>(placeholder: string, choices: readonly C[], rest: RowBase<C>): ChoiceRow<C> => ({
    type: 'choice',
    placeholder,
    choices,
    ...rest,
  }),
  list: <const C extends string>(
    placeholder: string,
    choices: readonly C[],
    rest: RowBase<readonly C[]>,
  ): ListRow<C> => ({ type: 'list', placeholder, choices, ...rest }),
};
