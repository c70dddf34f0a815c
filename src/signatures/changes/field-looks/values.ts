/** The value of a text or choice field, and the texts that show it (ISO 32000-2, 12.7.5.3 and 12.7.5.4). */
import {
  type FormField,
  inheritedValue,
  PdfArray,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  PdfString,
  textOf,
} from '../../../pdf/index.js';

export interface FieldValue {
  /** Equal for values that read alike. */
  readonly key: string;
  /** What a viewer draws for the value; of a list box, its selected options. */
  readonly drawn: readonly string[];
  /** The value itself, and what is drawn. */
  readonly texts: readonly string[];
}

const MAX_LENGTH = 1 << 20;
/** Read as text, per unit of work. */
const BYTES_PER_UNIT = 32;
const MAX_SELECTED = 10_000;
/** More options than a list box can show. */
const MAX_LISTED = 20_000;
/** Of choice fields (12.7.5.4, Table 233). */
export const COMBO = 1 << 17;

export const isListBox = (field: FormField): boolean => field.type === 'Ch' && (field.flags & COMBO) === 0;

/** Without white space and characters that are not drawn. */
export const withoutSpace = (text: string): string => text.replace(/[\p{Z}\p{Cc}\p{Cf}\p{DI}]+/gu, '').normalize('NFC');

/** Null: the value is not of a type that the field can have, or too long. */
export function fieldValue(
  revision: PdfRevision,
  field: FormField,
  written: PdfObject = field.value,
): FieldValue | null {
  const selected = selectedTexts(revision, field, written);
  if (selected === null) return null;
  const displays = field.type === 'Ch' ? displayTexts(revision, field, new Set(selected)) : null;
  const drawn = selected.map(text => withoutSpace(displays?.get(text) ?? text)).filter(text => text !== '');
  const own = selected.map(withoutSpace);
  return { key: own.join('\n'), drawn, texts: [own.join(''), drawn.join('')] };
}

/** The value as a person reads it; of a choice field, its selected options. Null as above. */
export function readableValue(revision: PdfRevision, field: FormField): string | null {
  const selected = selectedTexts(revision, field, field.value);
  if (selected === null || field.type !== 'Ch') return selected?.join('') ?? null;
  const displays = displayTexts(revision, field, new Set(selected));
  return selected.map(text => displays.get(text) || text).join(', ');
}

function selectedTexts(revision: PdfRevision, field: FormField, written: PdfObject): string[] | null {
  const value = revision.resolve(written);
  const items = value instanceof PdfArray && field.type === 'Ch' ? value.items : [value];
  if (items.length > MAX_SELECTED) return null;
  const texts = items.map(item => textIn(revision, revision.resolve(item)));
  return texts.some(text => text === null) ? null : (texts as string[]);
}

/** A text string, or a stream of one; null: neither. */
export function textIn(revision: PdfRevision, value: PdfObject): string | null {
  if (value === null) return '';
  if (value instanceof PdfString) return textOfBytes(revision, value.bytes);
  if (!(value instanceof PdfStream)) return null;
  const { bytes, pending, damaged } = revision.decode(value);
  return pending !== null || damaged ? null : textOfBytes(revision, bytes);
}

/** Many options may refer to one string. */
function textOfBytes({ budget }: PdfRevision, bytes: Uint8Array): string | null {
  if (bytes.length > MAX_LENGTH) return null;
  budget.step(bytes.length / BYTES_PER_UNIT);
  return textOf(bytes);
}

export const optionsOf = (revision: PdfRevision, field: FormField): readonly PdfObject[] => {
  const options = inheritedValue(revision, field.dict, 'Opt');
  return options instanceof PdfArray ? options.items : [];
};

/** Display texts by the export values that are `wanted`. */
function displayTexts(revision: PdfRevision, field: FormField, wanted: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const item of optionsOf(revision, field)) {
    const option = revision.resolve(item);
    if (!(option instanceof PdfArray)) continue;
    const exported = textIn(revision, revision.resolve(option.items[0]));
    if (exported === null || !wanted.has(exported) || found.has(exported)) continue;
    found.set(exported, textIn(revision, revision.resolve(option.items[1])) ?? '');
  }
  return found;
}

/**
 * Whether /I names exactly the options of the value (Table 234): by their export values, or as pdf-lib does by what they show,
 * where that tells which option is meant.
 */
export function indicesAgree(revision: PdfRevision, field: FormField, indices: PdfObject): boolean {
  if (indices === null) return true;
  const value = revision.resolve(field.value);
  if (!(indices instanceof PdfArray) || indices.items.length > MAX_SELECTED) return false;
  const selected = revision.items(value);
  const texts = new Set(selected.filter(item => item !== null).map(item => textIn(revision, item)));
  const options = optionsOf(revision, field);
  let uses: ReturnType<typeof countUses> | undefined;
  const named = indices.items.map(item => {
    const index = revision.resolve(item);
    const option = typeof index === 'number' ? options[index] : undefined;
    if (option === undefined || revision.resolve(option) === null) return null;
    const [exported, shown] = textsOfOption(revision, option) as [string | null, string | null];
    if (texts.has(exported)) return exported;
    if (uses === undefined) uses = countUses(revision, options);
    return uses?.get(shown) === 1 ? shown : null;
  });
  return named.length === texts.size && named.every(text => text !== null && texts.has(text));
}

/** Of how many options each text is a part; null: they are too many, or too long together. */
function countUses(revision: PdfRevision, options: readonly PdfObject[]): ReadonlyMap<string | null, number> | null {
  if (options.length > MAX_LISTED) return null;
  const uses = new Map<string | null, number>();
  let length = 0;
  for (const option of options) {
    for (const text of new Set(textsOfOption(revision, option))) {
      length += text?.length ?? 0;
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
    if (length > MAX_LENGTH) return null;
  }
  return uses;
}

/** Whether options are selected, and none before the one with this index. */
export function selectsFrom(revision: PdfRevision, field: FormField, first: PdfObject): boolean {
  const options = optionsOf(revision, field);
  if (first !== null && (typeof first !== 'number' || !Number.isInteger(first) || first < 0)) return false;
  const selected = new Set(selectedTexts(revision, field, field.value));
  const isSelected = (option: PdfObject): boolean => selected.has(textOfOption(revision, option, 0) ?? '');
  const index = options.findIndex(isSelected);
  return index >= (first ?? 0);
}

const textsOfOption = (revision: PdfRevision, option: PdfObject): (string | null)[] =>
  [0, 1].map(index => textOfOption(revision, option, index));

/** 0: its export value, 1: what it shows; one text can be both. */
function textOfOption(revision: PdfRevision, written: PdfObject, index: number): string | null {
  const option = revision.resolve(written);
  return textIn(revision, revision.resolve(option instanceof PdfArray ? option.items[index] : option));
}

/** Whether the text is that of consecutive options: what a list box shows. */
export function showsOptions(revision: PdfRevision, field: FormField, text: string): boolean {
  const options = optionsOf(revision, field);
  if (options.length > MAX_LISTED) return false;
  const starts = new Set<number>([0]);
  let all = '';
  for (const item of options) {
    const option = revision.resolve(item);
    const display = option instanceof PdfArray ? option.items.at(-1) : option;
    all += withoutSpace(textIn(revision, revision.resolve(display)) ?? '');
    starts.add(all.length);
  }
  for (let at = all.indexOf(text); at >= 0 && text !== ''; at = all.indexOf(text, at + 1))
    if (starts.has(at) && starts.has(at + text.length)) return true;
  return text === '';
}

/** Characters that control the direction of others, without being shown: some viewers apply them, others do not. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
export const controlsDirection = (text: string): boolean => DIRECTIONS.test(text);

/** The same text, or the same number in two unambiguous notations: 1000 and 1,000.00. One of them may lack the currency. */
export function sameText(a: string, b: string): boolean {
  if (a === b) return true;
  const number = numberIn(a);
  const currencies = new Set([...currenciesIn(a), ...currenciesIn(b)]);
  return number !== null && number === numberIn(b) && currencies.size < 2;
}

const SYMBOLS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP' };
const currenciesIn = (text: string): string[] =>
  (text.length > MAX_NUMBER_LENGTH ? [] : (text.match(/[$€£¥]|[A-Z]{3}/g) ?? [])).map(name => SYMBOLS[name] ?? name);

const MAX_NUMBER_LENGTH = 40;

/** Without leading and trailing zeros; null: no number, or '1,000', which is one or one thousand. */
function numberIn(text: string): string | null {
  if (text.length > MAX_NUMBER_LENGTH) return null;
  const [, sign, digits] = /^(-?)(?:[$€£¥]|EUR|USD|GBP|CHF)?(\d[\d.,]*)(?:[$€£¥]|EUR|USD|GBP|CHF)?$/.exec(text) ?? [];
  if (digits === undefined) return null;
  const plain = /^\d+$/.test(digits) ? digits : (decimal(digits, ',', '.') ?? decimal(digits, '.', ','));
  return plain === null
    ? null
    : `${sign}${plain
        .replace(/^0+(?=\d)/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')}`;
}

function decimal(digits: string, group: string, point: string): string | null {
  const [whole, fraction, ...rest] = digits.split(point) as [string, ...string[]];
  const groups = whole.split(group);
  const isGrouped = groups.length > 1;
  if (rest.length > 0 || !/^\d+$/.test(groups.join('')) || (fraction !== undefined && !/^\d+$/.test(fraction)))
    return null;
  if (isGrouped && (groups[0]!.length > 3 || groups.slice(1).some(part => part.length !== 3))) return null;
  const isAmbiguous = isGrouped ? fraction === undefined && groups.length === 2 : fraction?.length === 3;
  return isAmbiguous ? null : `${groups.join('')}${fraction === undefined ? '' : `.${fraction}`}`;
}
