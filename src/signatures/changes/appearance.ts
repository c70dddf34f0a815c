/** Whether what a field shows agrees with its value (ISO 32000-2, 12.7.4.3), where its appearance was changed. */
import {
  type FormField,
  isName,
  PdfArray,
  PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
  textOf,
} from '../../pdf/index.js';
import { equal, type Pair } from './equal.js';
import type { Difference } from './rules/rule.js';
import { type Shown, shownBy, withoutSpace } from './shown-text.js';
import type { Snapshot } from './snapshot.js';

export type Agreement = 'agrees' | 'differs' | 'unclear';

const PASSWORD = 1 << 13;

/**
 * A new value may be shown formatted: then only a doubt is left. Where the value stayed, nothing else may be shown than it
 * or what was shown before, by fonts that were there before.
 */
export function appearanceAgrees(difference: Difference): Agreement {
  const { pair, place } = difference;
  const before = place.field === null ? null : pair.before.fieldNamed(place.field);
  const after = place.field === null ? null : pair.after.fieldNamed(place.field);
  if (!before || !after) return 'differs';
  if (after.type === 'Btn') return buttonsAgree(pair, before, after) ? 'agrees' : 'differs';
  const filled = valuesOf(pair.before, before).join('\n') !== valuesOf(pair.after, after).join('\n');
  if (filled && (after.flags & PASSWORD) !== 0) return 'agrees';
  const shown = looksOf(pair.after, after).map(look => shownBy(pair.after.revision, look));
  const values = valuesOf(pair.after, after);
  if (filled) return shown.every(look => showsOne(look, values) && fontsKept(difference, look)) ? 'agrees' : 'unclear';
  const earlier = looksOf(pair.before, before).map(look => shownBy(pair.before.revision, look));
  const kept = (look: Shown): boolean => !look.draws && fontsKept(difference, look);
  const same = (look: Shown): boolean => look.text !== null && earlier.some(({ text }) => text === look.text);
  return shown.every(look => kept(look) && (same(look) || values.includes(look.text ?? '?'))) ? 'agrees' : 'differs';
}

/** 12.7.5.2.3: filling in a check box chooses among the looks that were there; a button without any gets its first. */
function buttonsAgree(pair: Pair, before: FormField, after: FormField): boolean {
  if (before.widgets.length !== after.widgets.length) return false;
  return before.widgets.every(({ dict }, i) => {
    const from = pair.before.revision.getDict(dict, 'AP');
    return from === null || statesAgree(pair, from, pair.after.revision.getDict(after.widgets[i]!.dict, 'AP'));
  });
}

function statesAgree(pair: Pair, before: PdfDict, after: PdfDict | null): boolean {
  if (!after || [...after.entries.keys()].some(state => state !== 'Off' && !before.has(state))) return false;
  return [...before.entries].every(([state, look]) => {
    const next = after.get(state) ?? null;
    const [from, to] = [pair.before.revision.resolve(look), pair.after.revision.resolve(next)];
    if (from instanceof PdfDict && to instanceof PdfDict) return statesAgree(pair, from, to);
    return equal(pair, look, next) && !isAltered(pair, look);
  });
}

/** The same reference counts as equal elsewhere, where its object is judged for itself; here the look itself is asked for. */
const isAltered = (pair: Pair, look: PdfObject): boolean =>
  !equal(pair, pair.before.revision.resolve(look), pair.after.revision.resolve(look));

function looksOf({ revision }: Snapshot, field: FormField): PdfStream[] {
  return field.widgets
    .map(widget => revision.get(revision.getDict(widget.dict, 'AP'), 'N'))
    .filter(look => look instanceof PdfStream);
}

/** What may be shown for the value: itself, or the words that a choice stands for (12.7.5.4, Opt). */
function valuesOf({ revision }: Snapshot, field: FormField): string[] {
  const value = revision.resolve(field.value);
  const values = (value instanceof PdfArray ? value.items.map(item => revision.resolve(item)) : [value]).map(textIn);
  const options = revision.getArray(field.dict, 'Opt')?.items.map(item => revision.resolve(item)) ?? [];
  const words = options.flatMap(option => {
    if (!(option instanceof PdfArray)) return [];
    const [stored, word] = option.items.map(item => textIn(revision.resolve(item)));
    return stored !== undefined && word !== undefined && values.includes(stored) ? [word] : [];
  });
  return [...values, values.join(''), ...words];
}

const textIn = (value: PdfObject): string => (value instanceof PdfString ? withoutSpace(textOf(value.bytes)) : '');

const showsOne = ({ text, draws }: Shown, values: readonly string[]): boolean =>
  !draws && text !== null && values.some(value => value === text || (value !== '' && text.includes(value)));

/**
 * A font that came with the change can draw any glyph for any code; the standard ones cannot (9.6.2.2). One that was there
 * and was altered is a change of content by itself.
 */
function fontsKept({ pair }: Difference, { fonts }: Shown): boolean {
  return fonts.every(font => {
    const now = pair.after.revision.resolve(font);
    return now === null || isOld(pair.before, font) || isStandard(now);
  });
}

const isOld = (before: Snapshot, font: PdfObject): boolean =>
  font instanceof PdfRef && before.revision.resolve(font) !== null;

const isStandard = (font: PdfObject): boolean =>
  font instanceof PdfDict &&
  isName(font.get('Subtype'), 'Type1') &&
  !font.has('FontDescriptor') &&
  !(font.get('Encoding') instanceof PdfDict);
