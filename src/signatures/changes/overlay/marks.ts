/** The marks of a page (its annotations and widgets, ISO 32000-2, 12.5) and how viewers can show them. */
import {
  appearanceMatrix,
  area,
  type Box,
  boxOf,
  EVERYWHERE,
  type FormField,
  formMatrix,
  inheritedValue,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfStream,
  transformed,
} from '../../../pdf/index.js';
import { cachedIn } from '../../../system/collections.js';
import type { Snapshot } from '../compare/snapshot.js';
import { type Look, lookOf, UNCLEAR } from '../painting/look.js';
import { viewerDrawn } from '../viewer-drawn/viewer-drawn.js';

export interface Mark {
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
  readonly subtype: string;
  readonly rect: Box;
  /** Null: not a widget of the form. */
  readonly field: FormField | null;
  readonly flags: number;
  /**
   * With NoRotate on a rotated page it is turned around its upper left corner, with NoZoom it is larger where the page is shown
   * smaller. Icons of notes are small: that is ignored. Null: viewers show it in `rect`.
   */
  readonly reach: Box | null;
}

/** Where a mark is shown. A mark can be visible in one of them only. */
export const MEDIA = ['screen', 'print'] as const;
export type Medium = (typeof MEDIA)[number];

/** One way in which a viewer can show a mark. */
export interface MarkLook {
  /** In page space; over-estimated. */
  readonly box: Box;
  /** Computed when it is read first: the stream has to be interpreted. */
  readonly look: Look;
  /** An appearance stream, or operators in page space where viewers draw the mark themselves. */
  readonly source: PdfRef | string;
  /** Where the stream is shown: the /Rect, or a box of its own size. */
  readonly rect?: Box;
}

/** 12.5.3. Invisible (bit 1) concerns unknown types only. */
const HIDDEN = 2;
const PRINT = 4;
const NO_ZOOM = 8;
const NO_ROTATE = 16;
const NO_VIEW = 32;
const TOGGLE_NO_VIEW = 256;

/** In the order of /Annots, which is the order of painting. Closed pop-ups are not shown. Read once. */
export const marksOf = cachedIn((snapshot: Snapshot, page: PdfDict): readonly Mark[] => {
  const { revision } = snapshot;
  const rotation = inheritedValue(revision, page, 'Rotate');
  const isRotated = typeof rotation === 'number' && rotation % 360 !== 0;
  const { budget } = revision.document;
  return (revision.getArray(page, 'Annots')?.items ?? []).flatMap(item => {
    budget.step();
    const dict = revision.resolve(item);
    if (!(dict instanceof PdfDict)) return [];
    // viewers disagree about a malformed /Rect
    const rect = boxOf(revision, dict.get('Rect')) ?? EVERYWHERE;
    const subtype = revision.getName(dict, 'Subtype') ?? '';
    const isClosed = subtype === 'Popup' && revision.get(dict, 'Open') !== true;
    if ((subtype === '' || isClosed) && !dict.has('AP')) return [];
    const flags = flagsOf(revision.getNumber(dict, 'F') ?? 0);
    const reach = subtype === 'Text' ? null : reachOf(rect, isRotated ? flags : flags & ~NO_ROTATE);
    const ref = item instanceof PdfRef ? item : null;
    return [{ ref, dict, subtype, rect, field: snapshot.fieldOf(dict), flags, reach }];
  });
});

/** Pages that are read are shown at this part of their size at least. */
const SMALLEST_ZOOM = 0.5;

/** All areas to which a turn around the upper left corner can move it, at the smallest zoom. */
function reachOf({ left, bottom, right, top }: Box, flags: number): Box | null {
  const scale = (flags & NO_ZOOM) !== 0 ? 1 / SMALLEST_ZOOM : 1;
  const [width, height] = [(right - left) * scale, (top - bottom) * scale];
  const side = Math.max(width, height);
  if ((flags & NO_ROTATE) !== 0) return { left: left - side, bottom: top - side, right: left + side, top: top + side };
  return scale === 1 ? null : { left, bottom: top - height, right: left + width, top };
}

const MAX_FLAGS = 0x7fff_ffff;

/** Viewers disagree about numbers that are no integers of 32 bits: the mark may be visible everywhere. */
const flagsOf = (value: number): number =>
  Number.isInteger(value) && value >= 0 && value <= MAX_FLAGS ? value : PRINT;

export function isVisible({ flags }: Mark, medium: Medium): boolean {
  if ((flags & HIDDEN) !== 0) return false;
  if (medium === 'print') return (flags & PRINT) !== 0;
  return (flags & NO_VIEW) === 0 || (flags & TOGGLE_NO_VIEW) !== 0;
}

/** The look that is shown first: /N, in the state /AS. Null: nothing is shown. */
export const normalLook = cachedIn((snapshot: Snapshot, mark: Mark): MarkLook | null => {
  const { revision } = snapshot;
  const normal = revision.getDict(mark.dict, 'AP')?.get('N');
  const value = revision.resolve(normal);
  if (value instanceof PdfStream) return streamLook(snapshot, mark, normal, value);
  if (!(value instanceof PdfDict)) return drawnLook(snapshot, mark);
  return stateLook(snapshot, mark, value.get(stateOf(snapshot, mark, value)));
});

/** Without /AS, some viewers show the state that the value names, and /Off for other values. */
function stateOf({ revision }: Snapshot, { dict, field }: Mark, states: PdfDict): string {
  const state = revision.getName(dict, 'AS');
  const value = revision.get(dict, 'V') ?? revision.resolve(field?.value);
  const named = value instanceof PdfName && states.has(value.name) ? value.name : 'Off';
  return state ?? named;
}

/** The ways in which viewers show it at present, the normal look first. */
export function shownLooks(snapshot: Snapshot, mark: Mark): MarkLook[] {
  const redrawn = isReplaced(snapshot, mark) ? drawnLook(snapshot, mark) : null;
  return [normalLook(snapshot, mark), redrawn].filter(look => look !== null);
}

/**
 * These first, then all other states of /N, /R and /D that paint anything. Not: /D of a button, which it shows while it is
 * pressed.
 */
export function possibleLooks(snapshot: Snapshot, mark: Mark): MarkLook[] {
  const { revision } = snapshot;
  const appearances = revision.getDict(mark.dict, 'AP');
  const entries = (mark.field?.type === 'Btn' ? ['N', 'R'] : ['N', 'R', 'D']).flatMap(key => {
    const entry = appearances?.get(key);
    const value = revision.resolve(entry);
    return value instanceof PdfDict ? [...value.entries.values()] : [entry];
  });
  const looks = [...shownLooks(snapshot, mark), ...entries.map(entry => stateLook(snapshot, mark, entry))];
  const painting = looks.filter(look => look !== null).filter(({ look }) => look.effect !== 'nothing');
  const unique = new Map(painting.map(look => [String(look.source), look]));
  return [...unique.values()];
}

/** Some viewers draw the borders of links, and highlights whose appearance has no graphics state, in spite of /AP. */
function isReplaced({ revision }: Snapshot, { dict, subtype }: Mark): boolean {
  if (subtype !== 'Highlight') return subtype === 'Link' && dict.has('AP');
  const normal = revision.get(revision.getDict(dict, 'AP'), 'N');
  return normal instanceof PdfStream && revision.get(revision.getDict(normal, 'Resources'), 'ExtGState') === null;
}

function stateLook(snapshot: Snapshot, mark: Mark, entry: PdfObject | undefined): MarkLook | null {
  const value = snapshot.revision.resolve(entry);
  return value instanceof PdfStream ? streamLook(snapshot, mark, entry, value) : null;
}

function streamLook(snapshot: Snapshot, mark: Mark, entry: PdfObject | undefined, stream: PdfStream): MarkLook | null {
  const { revision } = snapshot;
  const rect = area(mark.rect) > 0 ? mark.rect : ownSize(revision, stream, mark.rect);
  if (rect === null || !(entry instanceof PdfRef)) return null;
  const isPlaced = rect !== EVERYWHERE && mark.reach === null;
  const matrix = isPlaced ? appearanceMatrix(revision, stream, rect) : null;
  let known: Look | null = null;
  return {
    box: mark.reach && rect === mark.rect ? mark.reach : rect,
    source: entry,
    rect,
    get look() {
      known ??= lookOf(revision, stream, matrix ?? undefined);
      return matrix || known.effect === 'nothing' ? known : UNCLEAR;
    },
  };
}

/** In a /Rect without an area most viewers show nothing, others a look of its own size. Null: it has none. */
function ownSize(revision: PdfRevision, stream: PdfStream, { left, bottom, right, top }: Box): Box | null {
  const [bbox, matrix] = [boxOf(revision, stream.dict.get('BBox')), formMatrix(revision, stream)];
  if (!bbox || !matrix || area(bbox) === 0) return null;
  const size = transformed(bbox, matrix);
  const width = right > left ? right - left : size.right - size.left;
  const height = top > bottom ? top - bottom : size.top - size.bottom;
  return { left, bottom, right: left + width, top: bottom + height };
}

function drawnLook({ revision }: Snapshot, mark: Mark): MarkLook | null {
  const drawn = viewerDrawn(revision, mark.dict);
  return drawn && { box: drawn.box, look: drawn.look, source: drawn.content };
}
