/**
 * Changes of /MK and /BS that keep the look of a field. pdf.js writes /MK anew when a field is filled in: with colours of 8 bits
 * for each component, and without entries other than /BG, /BC and /R. iText 9 leaves out all but the symbol of a check box.
 */
import { everyEntry, numbersOf, PdfDict, type PdfObject, type PdfRevision } from '../../../pdf/index.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import type { ObjectContext } from '../compare/object-context.js';
import { entryHasSameEffect } from '../effective/same-effect.js';
import { isFilled } from './field-change.js';
import { textIn } from './values.js';
import { needAppearances } from './widgets.js';

/** For fields other than push buttons. `before` and `after`: /MK. */
export function keepsDecoration(
  pair: RevisionPair,
  context: ObjectContext,
  before: PdfObject,
  after: PdfObject,
): boolean {
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return false;
  const [from, to] = [pair.before.revision, pair.after.revision];
  return everyEntry(before, after, (key, old, now) => {
    if (
      equalResolved(pair, old, now) ||
      entryHasSameEffect(pair, context, { kind: 'characteristics', key, before, after })
    )
      return true;
    if (key === 'BG' || key === 'BC')
      return isQuantized(numbers(from, old), numbers(to, now)) || (isAbsent(to, now) && isDrawnButton(pair, context));
    if (key === 'CA') return isSymbolKept(pair, context, old, now);
    return key !== 'R' && isAbsent(to, now);
  });
}

/** In points. A width that is not stated is of one point, too (12.5.4). */
const THIN = 1;

const isThin = (width: PdfObject): boolean =>
  width === null || (typeof width === 'number' && width >= 0 && width <= THIN);

/** A field that is filled in may get a thin line as its border, or lose it: PyMuPDF draws one. `before` and `after`: /BS. */
export function keepsBorder(pair: RevisionPair, context: ObjectContext, before: PdfObject, after: PdfObject): boolean {
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return false;
  if (context.field === null || !isFilled(pair, context.field)) return false;
  return everyEntry(before, after, (key, old, now) => {
    const [from, to] = [pair.before.revision.resolve(old), pair.after.revision.resolve(now)];
    return equalResolved(pair, old, now) || (key === 'W' && isThin(from) && isThin(to));
  });
}

const isAbsent = (revision: PdfRevision, value: PdfObject): boolean => revision.resolve(value) === null;

/** A check box or radio button that is filled in, with appearances, in which viewers show the colours that /MK no longer states. */
function isDrawnButton(pair: RevisionPair, { field: name }: ObjectContext): boolean {
  const { revision } = pair.after;
  const field = name === null ? null : pair.after.fieldNamed(name);
  return (
    field?.type === 'Btn' &&
    isFilled(pair, field.name) &&
    !needAppearances(revision) &&
    field.widgets.every(({ dict }) => revision.getDict(dict, 'AP') !== null)
  );
}

/** Null: not an array of numbers. */
const numbers = (revision: PdfRevision, value: PdfObject): number[] | null =>
  revision.resolve(value) === null ? [] : numbersOf(revision, value);

const LEVELS = 255;
/** Of decimals as written. */
const PRECISION = 1e-3;

/**
 * Gray or RGB rounded to 8 bits. A rounded colour stays what it is: any number of revisions together changes a component by
 * half a step at most.
 */
function isQuantized(before: readonly number[] | null, after: readonly number[] | null): boolean {
  if (!before || !after) return false;
  if (before.length === 0 || after.length === 0) return before.length === after.length;
  const [first] = before;
  const old = before.length === 1 ? [first!, first!, first!] : before;
  if (old.length !== 3 || (after.length !== 3 && after.length !== before.length)) return false;
  return after.every((value, i) => {
    const level = Math.min(1, Math.max(0, old[i]!)) * LEVELS;
    const isLevel = Math.abs(value * LEVELS - Math.round(value * LEVELS)) <= PRECISION * LEVELS;
    return isLevel && Math.abs(Math.round(value * LEVELS) - level) <= 0.5 + PRECISION;
  });
}

/** Check mark, circle, cross, diamond, square and star in ZapfDingbats: each shows that the button is selected. */
const SELECTED = /^[4l8unH]$/;

/**
 * Appearances are compared themselves. Only where viewers construct new ones, they draw the symbol, or their own where there is
 * none. iText 7 states its own symbol when a check box is ticked.
 */
function isSymbolKept(pair: RevisionPair, { field }: ObjectContext, from: PdfObject, to: PdfObject): boolean {
  const { revision } = pair.after;
  const [old, now] = [captionIn(pair.before.revision, from), captionIn(revision, to)];
  if (now !== null && !(SELECTED.test(now) && field !== null && isFilled(pair, field))) return false;
  return !needAppearances(revision) || (old === null ? now !== null : SELECTED.test(old));
}

/** Null: there is none. */
function captionIn(revision: PdfRevision, caption: PdfObject): string | null {
  const value = revision.resolve(caption);
  return value === null ? null : (textIn(revision, value) ?? '');
}
