/** Whether a text or choice field shows, after a change, what it may show. */
import { type PdfObject, PdfRef } from '../../../pdf/index.js';
import { cachedIn } from '../../../system/collections.js';
import { sameValue } from '../../find/same-value.js';
import type { RevisionPair } from '../compare/equality.js';
import { isDecoration } from './decoration.js';
import {
  continues,
  hasKnownDirection,
  isUnchanged,
  type Presented,
  readsAlike,
  samePaths,
  wasShown,
} from './look-continuity.js';
import { backgroundsOf, hidesText, isBehindText } from './reader/backgrounds.js';
import { isReadable } from './reader/colours.js';
import { hasLegibleSizes, isUpright } from './reader/shown-text.js';
import type { Colour, Font, PaintedPath } from './types.js';
import { isListBox, sameText } from './values.js';
import {
  isDrawnAlike,
  isDrawnOtherwise,
  isReordered,
  otherAppearances,
  richTextAgrees,
  showsValue,
  type WidgetState,
} from './widgets.js';

/**
 * 'agrees': it goes on showing what it showed, or shows a new value. 'unclear': the value is new, and the appearance may show
 * something else. 'differs': anything else.
 */
export type Agreement = 'agrees' | 'unclear' | 'differs';

export function textWidgetAgrees(pair: RevisionPair, before: WidgetState, after: WidgetState): Agreement {
  if (!before.value || !after.value) return isKept(pair, before, after) ? 'agrees' : 'differs';
  if (before.value.key !== after.value.key) return filledAgrees(pair, before, after);
  return keepsText(pair, before, after) ? 'agrees' : 'differs';
}

/** Nothing changed, neither the appearance nor who draws it. */
const isKept = (pair: RevisionPair, before: WidgetState, after: WidgetState): boolean =>
  before.isRegenerated === after.isRegenerated &&
  isUnchanged(pair, before.appearances, after.appearances) &&
  (!hasStates(before) || stateOf(before) === stateOf(after));

const stateOf = ({ revision, dict }: WidgetState): string | null => revision.getName(dict, 'AS');

/**
 * The value is the same. What was shown: the appearance; the value where that was absent; either where viewers were asked to
 * draw the value.
 */
function keepsText(pair: RevisionPair, before: WidgetState, after: WidgetState): boolean {
  if (isKept(pair, before, after)) return true;
  if (hasStates(before) || hasStates(after) || !keepsOthers(pair, before, after)) return false;
  const drewValue = before.isBlank || before.isRegenerated;
  const drawsValue = after.isBlank || after.isRegenerated;
  // a viewer that draws the value only now must show what the appearance showed
  if (drawsValue && !drewValue && !isDrawnAlike(before)) return false;
  if (after.isBlank) return before.isBlank || isDrawnAlike(before);
  if (isUnchanged(pair, normalOf(before), normalOf(after)))
    return !before.isRegenerated || after.isRegenerated || after.isHidden || showsValue(after);
  return presentsAlike(pair, before, after);
}

function presentsAlike(pair: RevisionPair, before: WidgetState, after: WidgetState): boolean {
  const [from, to] = [before.presented, after.presented!];
  const drewValue = from === null || before.isRegenerated;
  const isSame = from !== null && (readsAlike(pair, from.shown, to.shown) || isSameNumber(from, to));
  if (isSame && (!before.isRegenerated || after.isRegenerated || showsValue(after)))
    return continues(pair, from, to, before.isRegenerated ? before.default : null);
  return drewValue && showsValue(after) && continues(pair, null, to, before.default);
}

const isSameNumber = ({ shown: from }: Presented, { shown: to }: Presented): boolean =>
  from.text !== null && to.text !== null && sameText(from.text, to.text);

const normalOf = ({ revision, appearances }: WidgetState) => revision.get(appearances, 'N');
const hasStates = ({ isBlank, presented }: WidgetState): boolean => !isBlank && presented === null;

/** Appearances for the mouse are those of before, or the normal one. */
function keepsOthers(pair: RevisionPair, before: WidgetState, after: WidgetState): boolean {
  const earlier = otherAppearances(before);
  return otherAppearances(after).every(
    (value, i) =>
      value === null || value === normalOf(after) || (earlier[i] !== null && isUnchanged(pair, earlier[i]!, value)),
  );
}

/** The value is new: it may be formatted in a way that is not known here. */
function filledAgrees(pair: RevisionPair, before: WidgetState, after: WidgetState): Agreement {
  if (hasStates(after)) return isKept(pair, before, after) ? 'unclear' : 'differs';
  const style = after.presented?.shown.runs ?? [];
  if (!richTextAgrees(after) || !keepsOthers(pair, before, after)) return 'unclear';
  if ((after.isBlank || after.isRegenerated) && isDrawnOtherwise(after)) return 'unclear';
  if (after.isBlank) return 'agrees';
  const to = after.presented!;
  // MuPDF, among others, shows the appearance that is there, although it is asked to draw the value
  const isEmpty = to.look.understood && to.shown.text === '';
  if (after.isRegenerated && isEmpty && isUnchanged(pair, normalOf(before), normalOf(after))) return 'agrees';
  const isClear =
    showsValue(after) &&
    !isReordered(after) &&
    to.look.understood &&
    !to.shown.cut &&
    hasLegibleSizes(style) &&
    (samePaths(before.presented, to) || showsSelection(before, after)) &&
    style.every(
      run =>
        run.mode <= 2 &&
        (isUpright(run) || hasKnownDirection(run, before.presented?.shown.runs ?? [], to.decoration)) &&
        backgroundsOf(to.look, run).every(background => isLegible(run.colour, background, before)) &&
        isKnownFont(pair, run.font, run.fontWritten),
    );
  return isClear ? 'agrees' : 'unclear';
}

/**
 * The selected options of a list box are marked by filled rectangles, which PDFium paints after the options above them; the rest is
 * a decoration, or was there before.
 */
function showsSelection({ presented: from }: WidgetState, { field, presented }: WidgetState): boolean {
  const { look, decoration } = presented!;
  const known = new Set(from?.look.paths.map(({ key }) => key));
  const isMark = (path: PaintedPath): boolean =>
    path.rectangles.length > 0 && path.stroke === 'none' && isBehindText(path, look) && !hidesText(path, look);
  return (
    isListBox(field) &&
    look.paths.every(path => isMark(path) || known.has(path.key) || isDecoration(path, look.box, decoration))
  );
}

const isLegible = (colour: Colour, background: Colour | 'none', { presented }: WidgetState): boolean =>
  isReadable(colour, background) || (background === 'none' && wasShown(colour, presented, background));

/**
 * A font that was not in the document when it was signed can draw any glyph for any code, unless it is a standard one
 * (9.6.2.2). A later revision may add fonts that nothing uses.
 */
export const isKnownFont = (pair: RevisionPair, font: Font, written: PdfObject): boolean =>
  font.standard || (written instanceof PdfRef && isOfFirstRevision(pair, written));

/** Asked for every part of a text. */
const isOfFirstRevision = cachedIn(
  ({ signed: [first], after }: RevisionPair, ref: PdfRef): boolean =>
    first.resolve(ref) !== null && sameValue(first, ref, after.revision, ref),
);
