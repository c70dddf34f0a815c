/** Whether a check box or radio button that was drawn anew shows a state as before (ISO 32000-2, 12.7.5.2). */
import {
  type Box,
  boxOf,
  everyEntry,
  expanded,
  type FormField,
  isName,
  PdfDict,
  type PdfName,
  type PdfObject,
  type PdfRevision,
  PdfStream,
} from '../../../pdf/index.js';
import { pairwise } from '../../../system/collections.js';
import type { RevisionPair } from '../compare/equality.js';
import { hasNewValue, OFF } from './button-change.js';
import { type Decoration, decorationOf, isDecoration } from './decoration.js';
import { fieldLook } from './field-look.js';
import { isUnchanged } from './look-continuity.js';
import { isRingAround, middleOf } from './path-place.js';
import { covers } from './reader/backgrounds.js';
import { isReadable, isShadeOf, sameColour } from './reader/colours.js';
import { shownText } from './reader/shown-text.js';
import type { FieldLook, PaintedPath, TextRun } from './types.js';

/** Filling in selects one of the existing appearances; a button may get its first, and programs draw the symbols anew. */
export const buttonLooksAgree = (pair: RevisionPair, before: FormField, after: FormField): boolean =>
  pairwise(before.widgets, after.widgets, ({ dict }, { dict: now }) => {
    const [from, to] = [pair.before.revision.getDict(dict, 'AP'), pair.after.revision.getDict(now, 'AP')];
    if (isUnchanged(pair, from, to)) return true;
    if (to === null) return false;
    const widgets = widgetsOf(pair, dict, now);
    if (from === null) return isFirstLook(widgets.after, to);
    const earlier = { ...widgets.before, isFilled: hasNewValue(pair, before, after) };
    return isRedrawn(pair, { before: earlier, after: widgets.after }, from, to);
  });

/** Each state that was drawn anew has the same symbol; a path may be any symbol. */
export const buttonSymbolsAgree = (pair: RevisionPair, before: FormField, after: FormField): boolean =>
  pairwise(before.widgets, after.widgets, ({ dict }, { dict: now }) => {
    const widgets = widgetsOf(pair, dict, now);
    const [states, drawnStates] = [statesOf(widgets.before, dict), statesOf(widgets.after, now)];
    if (!states || !drawnStates) return true;
    return everyEntry(states, drawnStates, (_, from, to) => {
      if (from === null || isUnchanged(pair, from, to)) return true;
      const [symbol, drawn] = [symbolOf(widgets.before, from), symbolOf(widgets.after, to)];
      return symbol !== null && symbol === drawn;
    });
  });

const statesOf = ({ revision }: WidgetLook, widget: PdfDict): PdfDict | null => {
  const normal = revision.get(revision.getDict(widget, 'AP'), 'N');
  return normal instanceof PdfDict ? normal : null;
};

/** Null: it cannot be told. */
function symbolOf(widget: WidgetLook, written: PdfObject): string | null {
  const look = lookOf(widget, written);
  if (!look?.understood) return null;
  const [run] = shownText(look).runs;
  if (!run) return marksOf(look, widget.decoration).length === 0 ? '' : null;
  return isSymbolFont(run.fontDict) ? run.codes : run.text;
}

interface WidgetLook {
  readonly revision: PdfRevision;
  readonly rect: Box | null;
  readonly decoration: Decoration;
  /** The state that is shown; null where it does not say so. */
  readonly shown: string | null;
  /** Its look while the mouse is pressed. */
  readonly isPressed?: true;
  /** Its value is new now: before, it may have been decorated in colours that /MK does not state, as iText 9 does. */
  readonly isFilled?: boolean;
}

/** Colours that /MK no longer states are those in which viewers showed the button until then. */
function widgetsOf(pair: RevisionPair, dict: PdfDict, now: PdfDict): { before: WidgetLook; after: WidgetLook } {
  const [before, after] = [widgetIn(pair.before.revision, dict), widgetIn(pair.after.revision, now)];
  const { background, border } = after.decoration;
  const kept = {
    background: background === 'none' ? before.decoration.background : background,
    border: border === 'none' ? before.decoration.border : border,
  };
  return { before, after: { ...after, decoration: { ...after.decoration, ...kept } } };
}

const widgetIn = (revision: PdfRevision, widget: PdfDict): WidgetLook => ({
  revision,
  rect: boxOf(revision, widget.get('Rect')),
  decoration: decorationOf(revision, widget),
  shown: revision.getName(widget, 'AS'),
});

/** A check mark or a similar symbol for the states that are on, and only background and border for Off. */
const isFirstLook = (widget: WidgetLook, appearances: PdfDict): boolean =>
  [...appearances.entries].every(([key, value]) => {
    const states = widget.revision.resolve(value);
    if (!['N', 'R', 'D'].includes(key) || !(states instanceof PdfDict)) return false;
    return [...states.entries].every(([state, written]) => isSymbol(widget, written, state));
  });

/** Each state has a symbol as before, or is drawn as before. /N has the same states, or Off as well. What is missing in /R and /D is shown as in /N. */
function isRedrawn(
  pair: RevisionPair,
  widgets: { readonly before: WidgetLook; readonly after: WidgetLook },
  from: PdfDict,
  to: PdfDict,
): boolean {
  return everyEntry(from, to, (key, written, now) => {
    if (isUnchanged(pair, written, now)) return true;
    const [before, after] = [pair.before.revision.resolve(written), pair.after.revision.resolve(now)];
    if (after === null) return key === 'R' || key === 'D';
    const [earlier, current] =
      key === 'D' ? [pressed(widgets.before), pressed(widgets.after)] : [widgets.before, widgets.after];
    if (key === 'D' && before === null && after instanceof PdfDict)
      return [...after.entries].every(([state, look]) => isVisibleSymbol(current, look, state));
    return (
      before instanceof PdfDict &&
      after instanceof PdfDict &&
      everyEntry(before, after, (state, old, look) => {
        if (isUnchanged(pair, old, look)) return true;
        // without a look of their own for Off, viewers show nothing
        if (old === null) return state === OFF && isSymbol(current, look, OFF);
        const isSign = earlier.shown !== null && earlier.shown !== state ? showsMark : isSymbolOfViewers;
        return isSymbol(earlier, old, state, isSign) && isVisibleSymbol(current, look, state);
      })
    );
  });
}

const pressed = (widget: WidgetLook): WidgetLook => ({ ...widget, isPressed: true });

const lookOf = ({ revision, rect }: WidgetLook, written: PdfObject): FieldLook | null => {
  const stream = revision.resolve(written);
  return rect && stream instanceof PdfStream ? fieldLook(revision, stream, rect) : null;
};

/** A circle with a dot has 26 points. */
const MAX_POINTS = 60;

function isSymbol(widget: WidgetLook, written: PdfObject, state: string, isSign = isSymbolOfViewers): boolean {
  const look = lookOf(widget, written);
  if (!look?.understood) return false;
  const { runs } = shownText(look);
  const points = look.paths.reduce((sum, path) => sum + path.points.length, 0);
  if (points > MAX_POINTS) return false;
  if (state === OFF) {
    const marks = marksOf(look, decorationIn(look, widget));
    return (
      runs.length === 0 && marks.every(path => widget.isFilled && isOwnDecoration(path, look.box, widget.decoration))
    );
  }
  return runs.length <= 1 && runs.every(isSign);
}

/** While the mouse is pressed, PDFium and pdf-lib show a button on a background of another shade. */
function decorationIn(look: FieldLook, { decoration, isPressed }: WidgetLook): Decoration {
  const [area] = look.paths;
  const isShaded = isPressed && area && isShadeOf(area.fill, decoration.background) && surroundsMiddle(area, look.box);
  return isShaded ? { ...decoration, background: area.fill } : decoration;
}

const isSymbolOfViewers = ({ codes, fontDict }: TextRun): boolean => codes.length === 2 && isSymbolFont(fontDict);

/** Check marks, crosses, circles, squares, diamonds and stars. */
const MARK = /^[\u2713-\u2718\u2611\u2612\u2022\u25a0\u25aa\u25c6\u25c9\u25cb\u25cf\u2605\u2715\u2716]$/;

/**
 * Also of a font that the document brings along, such as those of LibreOffice. Its glyph may be another one than it states: only a
 * state that was not shown may have been drawn so before.
 */
const showsMark = (run: TextRun): boolean => isSymbolOfViewers(run) || MARK.test(run.text ?? '');

const marksOf = (look: FieldLook, decoration: Decoration): PaintedPath[] =>
  look.paths.filter(path => !isBackground(path, look.box, decoration));

/** An area of the whole button, or a border, of any colour. */
function isOwnDecoration(path: PaintedPath, box: Box, decoration: Decoration): boolean {
  const { fill, stroke, rectangles } = path;
  if (stroke === 'none' && rectangles.some(area => covers(area, box, TOLERANCE))) return true;
  return isDecoration(path, box, { ...decoration, background: 'none', border: fill === 'none' ? stroke : fill });
}

/** In points. */
const TOLERANCE = 1;

/** Of a radio button, they are circles. */
const isBackground = (path: PaintedPath, box: Box, decoration: Decoration): boolean =>
  isDecoration(path, box, decoration) ||
  ((path.fill === 'none' || sameColour(path.fill, decoration.background)) &&
    (path.stroke === 'none' || (sameColour(path.stroke, decoration.border) && surroundsMiddle(path, box))));

/** A circle or a similar outline that leaves at least a quarter of the button free, and does not reach far beyond it. */
function surroundsMiddle(path: PaintedPath, box: Box): boolean {
  const eighth = Math.min(box.right - box.left, box.top - box.bottom) / 8;
  const [x, y] = middleOf(box);
  const middle = { left: x - eighth, bottom: y - eighth, right: x + eighth, top: y + eighth };
  return isRingAround(path, expanded(box, eighth), middle);
}

/** The part of the button that a symbol must measure. */
const MIN_SIZE = 0.3;

/** The last thing painted of a state that is on is a symbol that can be seen. */
function isVisibleSymbol(widget: WidgetLook, written: PdfObject, state: string): boolean {
  const look = lookOf(widget, written);
  if (!look || !isSymbol(widget, written, state)) return false;
  if (state === OFF) return true;
  const least = MIN_SIZE * Math.min(look.box.right - look.box.left, look.box.top - look.box.bottom);
  const isSeen = (colour: FieldLook['paths'][number]['fill']): boolean =>
    colour !== 'none' && isReadable(colour, decorationIn(look, widget).background);
  const [run] = shownText(look).runs;
  if (run)
    return run.mode === 0 && run.size >= least && isSeen(run.colour) && look.paths.every(({ overText }) => !overText);
  const last = look.paths.at(-1);
  return last !== undefined && isInside(last, look.box, least) && (isSeen(last.fill) || isSeen(last.stroke));
}

/** Not along the edges only: it measures at least so much, and does not reach beyond the button. */
function isInside({ points }: PaintedPath, { left, bottom, right, top }: Box, least: number): boolean {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [from, to] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const isWithin = from > left && to < right && low > bottom && high < top;
  return isWithin && to - from >= least && high - low >= least;
}

const SYMBOL_FONT = /^ZapfDingbats$/;

/** ZapfDingbats as viewers have it. */
export const isSymbolFont = (font: PdfObject): boolean =>
  font instanceof PdfDict &&
  isName(font.get('Subtype'), 'Type1') &&
  SYMBOL_FONT.test((font.get('BaseFont') as PdfName | undefined)?.name ?? '') &&
  !font.has('FontDescriptor');
