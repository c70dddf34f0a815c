/** Whether a changed appearance of a field agrees with its value (ISO 32000-2, 12.7.4.3). */
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
} from '../../../pdf/index.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import type { Snapshot } from '../compare/snapshot.js';
import type { Difference } from '../rules/rule.js';
import { type ShownText, shownText, withoutSpace } from './appearance-text.js';

export type Agreement = 'agrees' | 'differs' | 'unclear';

const PASSWORD = 1 << 13;

/**
 * A new value may be formatted: the result is then 'unclear'. Where the value did not change, the appearance may only show
 * that value or the text shown before, in fonts that existed before.
 */
export function appearanceAgrees(difference: Difference): Agreement {
  const { pair, context } = difference;
  const before = context.field === null ? null : pair.before.fieldNamed(context.field);
  const after = context.field === null ? null : pair.after.fieldNamed(context.field);
  if (!before || !after) return 'differs';
  if (after.type === 'Btn') return buttonsAgree(pair, before, after) ? 'agrees' : 'differs';
  const filled = valuesOf(pair.before, before).join('\n') !== valuesOf(pair.after, after).join('\n');
  if (filled && (after.flags & PASSWORD) !== 0) return 'agrees';
  const shown = appearancesOf(pair.after, after).map(appearance => shownText(pair.after.revision, appearance));
  const values = valuesOf(pair.after, after);
  if (filled)
    return shown.every(appearance => showsOne(appearance, values) && hasKnownFonts(difference, appearance))
      ? 'agrees'
      : 'unclear';
  const earlier = appearancesOf(pair.before, before).map(appearance => shownText(pair.before.revision, appearance));
  const isUnchangedStyle = (appearance: ShownText): boolean =>
    !appearance.draws && hasKnownFonts(difference, appearance);
  const same = (appearance: ShownText): boolean =>
    appearance.text !== null && earlier.some(({ text }) => text === appearance.text);
  return shown.every(
    appearance => isUnchangedStyle(appearance) && (same(appearance) || values.includes(appearance.text ?? '?')),
  )
    ? 'agrees'
    : 'differs';
}

/** 12.7.5.2.3: filling in a check box selects one of its existing appearances; a button without any may get its first. */
function buttonsAgree(pair: RevisionPair, before: FormField, after: FormField): boolean {
  if (before.widgets.length !== after.widgets.length) return false;
  return before.widgets.every(({ dict }, i) => {
    const from = pair.before.revision.getDict(dict, 'AP');
    return from === null || statesAgree(pair, from, pair.after.revision.getDict(after.widgets[i]!.dict, 'AP'));
  });
}

function statesAgree(pair: RevisionPair, before: PdfDict, after: PdfDict | null): boolean {
  if (!after || [...after.entries.keys()].some(state => state !== 'Off' && !before.has(state))) return false;
  return [...before.entries].every(([state, appearance]) => {
    const next = after.get(state) ?? null;
    const [from, to] = [pair.before.revision.resolve(appearance), pair.after.revision.resolve(next)];
    if (from instanceof PdfDict && to instanceof PdfDict) return statesAgree(pair, from, to);
    return equalResolved(pair, appearance, next) && !isAltered(pair, appearance);
  });
}

/** Compares the objects even if the references are equal, which `equalResolved` does not. */
const isAltered = (pair: RevisionPair, appearance: PdfObject): boolean =>
  !equalResolved(pair, pair.before.revision.resolve(appearance), pair.after.revision.resolve(appearance));

function appearancesOf({ revision }: Snapshot, field: FormField): PdfStream[] {
  return field.widgets
    .map(widget => revision.get(revision.getDict(widget.dict, 'AP'), 'N'))
    .filter(appearance => appearance instanceof PdfStream);
}

/** The texts that may be shown for the value: itself, or the display text of a choice (12.7.5.4, Opt). */
function valuesOf({ revision }: Snapshot, field: FormField): string[] {
  const value = revision.resolve(field.value);
  const values = (value instanceof PdfArray ? value.items.map(item => revision.resolve(item)) : [value]).map(textIn);
  const options = revision.getArray(field.dict, 'Opt')?.items.map(item => revision.resolve(item)) ?? [];
  const displayTexts = options.flatMap(option => {
    if (!(option instanceof PdfArray)) return [];
    const [exported, display] = option.items.map(item => textIn(revision.resolve(item)));
    return exported !== undefined && display !== undefined && values.includes(exported) ? [display] : [];
  });
  return [...values, values.join(''), ...displayTexts];
}

const textIn = (value: PdfObject): string => (value instanceof PdfString ? withoutSpace(textOf(value.bytes)) : '');

const showsOne = ({ text, draws }: ShownText, values: readonly string[]): boolean =>
  !draws && text !== null && values.some(value => value === text || (value !== '' && text.includes(value)));

/**
 * A font added by the change can draw any glyph for any code, except a standard one (9.6.2.2). A changed existing font is a
 * change of content of its own.
 */
function hasKnownFonts({ pair }: Difference, { fonts }: ShownText): boolean {
  return fonts.every(font => {
    const now = pair.after.revision.resolve(font);
    return now === null || existedBefore(pair.before, font) || isStandard(now);
  });
}

const existedBefore = (before: Snapshot, font: PdfObject): boolean =>
  font instanceof PdfRef && before.revision.resolve(font) !== null;

const isStandard = (font: PdfObject): boolean =>
  font instanceof PdfDict &&
  isName(font.get('Subtype'), 'Type1') &&
  !font.has('FontDescriptor') &&
  !(font.get('Encoding') instanceof PdfDict);
