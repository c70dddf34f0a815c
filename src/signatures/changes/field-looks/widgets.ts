/** A widget of a field as of one revision: its value, what its appearance shows, and whether viewers draw the value instead. */
import {
  area,
  boxOf,
  type FormField,
  inheritedValue,
  numbersOf,
  type PdfDict,
  type PdfObject,
  type PdfRevision,
  PdfStream,
} from '../../../pdf/index.js';
import { decorationOf } from './decoration.js';
import { fieldLook } from './field-look.js';
import type { Presented } from './look-continuity.js';
import { backgroundsOf } from './reader/backgrounds.js';
import { isReadable, onPaper, sameColour } from './reader/colours.js';
import { type DefaultAppearance, defaultAppearance } from './reader/default-appearance.js';
import { hasReadableStyles, plainText } from './reader/rich-text.js';
import { isUniform, MIN_SIZE, type ShownText, shownText } from './reader/shown-text.js';
import type { Colour, TextRun } from './types.js';
import {
  controlsDirection,
  type FieldValue,
  fieldValue,
  isListBox,
  readableValue,
  sameText,
  showsOptions,
  textIn,
  withoutSpace,
} from './values.js';

export interface WidgetState {
  readonly revision: PdfRevision;
  readonly field: FormField;
  readonly dict: PdfDict;
  /** Null: a value that the field cannot have, or one of the widget that is not that of its field. */
  readonly value: FieldValue | null;
  /** /AP as resolved. */
  readonly appearances: PdfDict | null;
  /** Null: no normal appearance, or one per state. */
  readonly presented: Presented | null;
  /** The normal appearance is absent: viewers draw the value. */
  readonly isBlank: boolean;
  /** NeedAppearances: viewers that evaluate it draw the value. */
  readonly isRegenerated: boolean;
  /** Nothing of it is ever visible, unless its flags or its rectangle change. */
  readonly isHidden: boolean;
  readonly default: DefaultAppearance | null;
}

/** 12.7.3, Table 224. */
export const needAppearances = (revision: PdfRevision): boolean =>
  revision.get(revision.getDict(revision.root, 'AcroForm'), 'NeedAppearances') === true;

/** A field without a widget has one state, of its value alone. */
export function widgetStates(revision: PdfRevision, field: FormField): WidgetState[] {
  const value = fieldValue(revision, field);
  const dicts = field.widgets.length > 0 ? field.widgets.map(widget => widget.dict) : [field.dict];
  return dicts.map(dict => widgetState(revision, field, dict, value));
}

function widgetState(revision: PdfRevision, field: FormField, dict: PdfDict, value: FieldValue | null): WidgetState {
  const appearances = revision.getDict(dict, 'AP');
  const normal = revision.get(appearances, 'N');
  const own = dict !== field.dict && dict.has('V') ? fieldValue(revision, field, dict.get('V')) : value;
  return {
    revision,
    field,
    dict,
    value: own?.key === value?.key ? value : null,
    appearances,
    presented: normal instanceof PdfStream ? present(revision, dict, normal) : null,
    isBlank: normal === null,
    isRegenerated: needAppearances(revision),
    isHidden: isHidden(revision, dict),
    default: defaultAppearance(revision, dict),
  };
}

/** 12.5.3. */
const HIDDEN = 2;

function isHidden(revision: PdfRevision, dict: PdfDict): boolean {
  const rect = boxOf(revision, dict.get('Rect'));
  return ((revision.getNumber(dict, 'F') ?? 0) & HIDDEN) !== 0 || !rect || area(rect) === 0;
}

function present(revision: PdfRevision, dict: PdfDict, appearance: PdfStream): Presented {
  const rect = boxOf(revision, dict.get('Rect')) ?? { left: 0, bottom: 0, right: 0, top: 0 };
  const look = fieldLook(revision, appearance, rect);
  return { look, shown: shownText(look), decoration: decorationOf(revision, dict) };
}

/** What the normal appearance of an annotation says; null: there is none. */
export function textOfLook(revision: PdfRevision, mark: PdfDict): ShownText | null {
  const normal = revision.get(revision.getDict(mark, 'AP'), 'N');
  return normal instanceof PdfStream ? present(revision, mark, normal).shown : null;
}

const PASSWORD = 1 << 13;
const isPassword = (field: FormField): boolean => (field.flags & PASSWORD) !== 0;

/** Whether the appearance shows the value. */
export function showsValue({ revision, field, value, presented }: WidgetState): boolean {
  const text = presented?.shown.text ?? null;
  if (text === null || !value || !presented) return false;
  if (isPassword(field)) return /^[*\u2022\u25cf]*$/.test(text);
  if (!isListBox(field)) return value.texts.some(shown => sameText(shown, text));
  if (value.texts.includes(text) && !showsOptions(revision, field, text)) return true;
  return showsOptions(revision, field, text) && selectedText(presented) === value.drawn.join('');
}

/** Of a widget whose appearance shows another text than the value, or a part of it only; null: none is known to. */
export function otherTextShown(revision: PdfRevision, field: FormField): { text: string; isPart: boolean } | null {
  for (const state of widgetStates(revision, field)) {
    const { shown, look } = state.presented ?? {};
    if (!shown || !look?.understood) continue;
    if (shown.spelled !== null && !showsValue(state)) return { text: shown.spelled, isPart: false };
    if (shown.cut) return { text: '', isPart: true };
  }
  return null;
}

/** Text of which a part is in front of a filled rectangle that can be seen: the selected options of a list box. */
function selectedText({ look, shown, decoration }: Presented): string {
  const isMark = (fill: Colour | 'none') => fill !== 'none' && !sameColour(fill, onPaper(decoration.background));
  const marked = shown.runs.filter(run => backgroundsOf(look, run).some(isMark));
  return withoutSpace(marked.map(({ text }) => text).join(''));
}

/** Whether a viewer that draws the value itself would show the text that the appearance shows. */
export function isDrawnAlike(state: WidgetState): boolean {
  const { presented, value } = state;
  if (state.isHidden && value) return true;
  if (!presented?.look.understood || !value || presented.shown.cut || isDrawnOtherwise(state)) return false;
  if (presented.look.paths.some(path => path.fill !== 'none' && path.overText)) return false;
  if (!showsValue(state) || !richTextAgrees(state)) return false;
  const isDisplayed = isListBox(state.field) || sameText(value.drawn.join(''), presented.shown.text!);
  if (!isDisplayed && !isPassword(state.field)) return false;
  return presented.shown.text === '' || (isReadableNow(presented, state.default) && drawsReadably(state));
}

/** Viewers that draw the value show another text: of its first characters, in another order, or behind a thick border. */
export const isDrawnOtherwise = (state: WidgetState): boolean =>
  isCutByViewers(state) || isReordered(state) || !hasRoom(state);

/** As many characters as /MaxLen states are shown (12.7.5.3). */
function isCutByViewers({ revision, field, dict, value }: WidgetState): boolean {
  const most = field.type === 'Tx' ? inheritedValue(revision, dict, 'MaxLen') : null;
  return typeof most === 'number' && (value?.drawn.join('').length ?? 0) > most;
}

/** Viewers that draw it, while it is edited at the latest, may show the value in another order than the appearance does. */
export const isReordered = ({ revision, field }: WidgetState): boolean =>
  controlsDirection(readableValue(revision, field) ?? '');

/** Within the border, which is drawn twice as wide in the styles Beveled and Inset, some viewers cut off the text. */
function hasRoom({ revision, dict, isHidden }: WidgetState): boolean {
  const box = boxOf(revision, dict.get('Rect'));
  if (isHidden || !box) return true;
  const { width, framed } = decorationOf(revision, dict);
  const own = revision.get(dict, 'BS') !== null ? width : (numbersOf(revision, dict.get('Border'))?.[2] ?? width);
  const border = 2 * (framed ? 2 : 1) * own;
  return Math.min(box.right - box.left, box.top - box.bottom) - border >= MIN_SIZE;
}

/** The appearance shows its text, so that a viewer that draws it adds nothing. */
function isReadableNow(presented: Presented, style: DefaultAppearance | null): boolean {
  const { runs } = presented.shown;
  const isVisible = (run: TextRun): boolean =>
    backgroundsOf(presented.look, run).every(background => isReadable(run.colour, background)) ||
    (style !== null && sameColour(style.colour, run.colour));
  return isUniform(runs) && runs.every(run => run.size >= MIN_SIZE && isVisible(run));
}

/** The default appearance does not hide the text, and its font draws what it says. */
export function drawsReadably(state: WidgetState): boolean {
  const { default: style, presented, revision, dict } = state;
  if (style === null) return true;
  if (!style.literal && state.field.type !== 'Btn') return false;
  const runs = presented?.shown.runs ?? [];
  const { background } = decorationOf(revision, dict);
  const isVisible =
    isReadable(style.colour, background) ||
    (background === 'none' && runs.some(run => sameColour(run.colour, style.colour)));
  const sizes = runs.map(({ size }) => size);
  return style.plain && isVisible && (runs.length === 0 || hasSimilarSize(state, sizes)) && hasTrustedFont(style, runs);
}

/** Mean width and height of characters, relative to the font size. */
const [WIDTH, HEIGHT] = [0.6, 0.5];

/** Whether the value in one line of this size, in points, is visible as a whole. */
function fitsIn({ revision, dict, value }: WidgetState, size: number): boolean {
  const box = boxOf(revision, dict.get('Rect'));
  const length = value?.drawn.join('').length ?? Infinity;
  return box !== null && size * HEIGHT <= box.top - box.bottom && size * WIDTH * length <= box.right - box.left;
}

/** Whether the default appearance has about one of these sizes, or the value fits. */
export function hasSimilarSize(state: WidgetState, sizes: readonly number[]): boolean {
  const stated = state.default?.font?.size ?? 0;
  return stated === 0 || sizes.some(size => stated <= 2 * size && stated >= size / 2) || fitsIn(state, stated);
}

/** A font name without a font: viewers use one of their own. */
const hasTrustedFont = ({ font }: DefaultAppearance, runs: readonly TextRun[]): boolean =>
  !font || font.dict === null || font.font.standard || runs.some(({ fontDict }) => fontDict === font.dict);

/** /RV and /DS say nothing else than the value, readably (12.7.4.4). */
export function richTextAgrees({ revision, field, dict, value }: WidgetState): boolean {
  const [rich, styles] = [inheritedValue(revision, dict, 'RV'), inheritedValue(revision, dict, 'DS')];
  const styleText = textIn(revision, styles);
  if (styleText === null || !hasReadableStyles(styleText)) return false;
  if (rich === null) return true;
  const markup = textIn(revision, rich);
  return (
    field.type === 'Tx' && markup !== null && plainText(markup) === value?.drawn.join('') && hasReadableStyles(markup)
  );
}

/** /AP /R and /D: shown while the mouse is over the widget, or pressed. */
export const otherAppearances = ({ revision, appearances }: WidgetState): PdfObject[] =>
  ['R', 'D'].map(key => revision.get(appearances, key));
