/** Does a new annotation or signature field lie over what the page shows? */
import { contentOperations, PdfDict, PdfName, type PdfObject, PdfStream } from '../../pdf/index.js';
import type { Pair } from './equal.js';
import { area, type Box, boxOf, overlap } from './matrix.js';
import { pageBox, paintedBoxes } from './painted.js';
import type { Snapshot } from './snapshot.js';

/** Square points; what merely touches covers nothing. */
const TOUCH = 4;
/** A path over nearly the whole page is its background. */
const BACKGROUND = 0.8;
/** The icon of a note hides a word at most. */
const ICON = 32 * 32;

/** Where an annotation or widget shows itself; null when it is hidden or has no area. */
export function visibleBox({ revision }: Snapshot, value: PdfObject): Box | null {
  if (!(value instanceof PdfDict) || ((revision.getNumber(value, 'F') ?? 0) & HIDDEN) !== 0) return null;
  const rect = boxOf(revision, value.get('Rect'));
  return rect && area(rect) >= TOUCH ? rect : null;
}

/** `value`: the annotation or widget as it is now. Measured against what the page showed before. */
export function coversContent(pair: Pair, page: number | null, value: PdfObject): boolean {
  const rect = visibleBox(pair.after, value);
  if (!rect || !(value instanceof PdfDict) || !paints(pair.after, value)) return false;
  const dict = page === null ? undefined : pair.before.pages?.pages[page - 1]?.dict;
  if (!dict || (isNote(value) && area(rect) <= ICON)) return false;
  return contentOf(pair.before, dict).some(box => overlap(box, rect) > TOUCH);
}

function contentOf(snapshot: Snapshot, page: PdfDict): Box[] {
  const visible = pageBox(snapshot.revision, page);
  return paintedBoxes(snapshot.revision, page).filter(box => overlap(box, visible) < BACKGROUND * area(visible));
}

/** 12.5.3: Hidden, NoView. */
const HIDDEN = 2 | 32;
const isNote = (dict: PdfDict): boolean => subtypeOf(dict) === 'Text' || subtypeOf(dict) === 'Popup';

function paints(snapshot: Snapshot, dict: PdfDict): boolean {
  const { revision } = snapshot;
  const normal = revision.get(revision.getDict(dict, 'AP'), 'N');
  const streams =
    normal instanceof PdfDict ? [...normal.entries.values()].map(item => revision.resolve(item)) : [normal];
  const looks = streams.filter(item => item instanceof PdfStream);
  return looks.length > 0 ? looks.some(look => isOpaque(snapshot, look)) : paintsByItself(dict);
}

/** Drawn by the viewer when there is no appearance: what is filled, or shows a text of its own. */
function paintsByItself(dict: PdfDict): boolean {
  const subtype = subtypeOf(dict);
  return subtype === 'FreeText' || subtype === 'Stamp' || (subtype !== 'Widget' && dict.has('IC'));
}

function subtypeOf(dict: PdfDict): string | null {
  const subtype = dict.get('Subtype');
  return subtype instanceof PdfName ? subtype.name : null;
}

/** It fills, writes or draws images; a highlighter does so with a blend mode or transparently. */
function isOpaque(snapshot: Snapshot, look: PdfStream): boolean {
  const { revision } = snapshot;
  const states = revision.getDict(revision.getDict(look, 'Resources'), 'ExtGState');
  const blended = [...(states?.entries.values() ?? [])].some(state => isTransparent(snapshot, revision.resolve(state)));
  if (blended) return false;
  for (const { operator } of contentOperations(revision.decode(look).bytes)) if (OPAQUE.has(operator)) return true;
  return false;
}

const OPAQUE = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'Do', 'EI', 'sh', 'Tj', 'TJ', "'", '"']);

function isTransparent(snapshot: Snapshot, state: PdfObject): boolean {
  if (!(state instanceof PdfDict)) return false;
  const mode = snapshot.revision.getName(state, 'BM');
  return (mode !== null && mode !== 'Normal') || (snapshot.revision.getNumber(state, 'ca') ?? 1) < 1;
}
