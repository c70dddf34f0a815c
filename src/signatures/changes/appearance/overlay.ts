/** Detects annotations and signature fields that cover content of the page. */
import { contentOperations, PdfDict, PdfName, type PdfObject, PdfStream } from '../../../pdf/index.js';
import type { RevisionPair } from '../compare/equality.js';
import type { Snapshot } from '../compare/snapshot.js';
import { area, type Box, boxOf, overlap } from './geometry.js';
import { pageBox, paintedBoxes } from './painted-areas.js';

/** In square points; smaller overlaps do not count. */
const MIN_OVERLAP = 4;
/** Content that covers this part of the page is its background. */
const BACKGROUND_PART = 0.8;
/** In square points; the icon of a note hides at most one word. */
const MAX_ICON_AREA = 32 * 32;

/** The rectangle of an annotation or widget; null when it is hidden or has no area. */
export function visibleBox({ revision }: Snapshot, value: PdfObject): Box | null {
  if (!(value instanceof PdfDict) || ((revision.getNumber(value, 'F') ?? 0) & HIDDEN) !== 0) return null;
  const rect = boxOf(revision, value.get('Rect'));
  return rect && area(rect) >= MIN_OVERLAP ? rect : null;
}

/** `value`: the annotation or widget after the change, compared with the content of the page before it. */
export function coversContent(pair: RevisionPair, page: number | null, value: PdfObject): boolean {
  const rect = visibleBox(pair.after, value);
  if (!rect || !(value instanceof PdfDict) || !paints(pair.after, value)) return false;
  const dict = page === null ? undefined : pair.before.pages?.pages[page - 1]?.dict;
  if (!dict || (isNote(value) && area(rect) <= MAX_ICON_AREA)) return false;
  return contentOf(pair.before, dict).some(box => overlap(box, rect) > MIN_OVERLAP);
}

function contentOf(snapshot: Snapshot, page: PdfDict): Box[] {
  const visible = pageBox(snapshot.revision, page);
  return paintedBoxes(snapshot.revision, page).filter(box => overlap(box, visible) < BACKGROUND_PART * area(visible));
}

/** 12.5.3: Hidden, NoView. */
const HIDDEN = 2 | 32;
const isNote = (dict: PdfDict): boolean => subtypeOf(dict) === 'Text' || subtypeOf(dict) === 'Popup';

function paints(snapshot: Snapshot, dict: PdfDict): boolean {
  const { revision } = snapshot;
  const normal = revision.get(revision.getDict(dict, 'AP'), 'N');
  const streams =
    normal instanceof PdfDict ? [...normal.entries.values()].map(item => revision.resolve(item)) : [normal];
  const appearances = streams.filter(item => item instanceof PdfStream);
  return appearances.length > 0
    ? appearances.some(appearance => isOpaque(snapshot, appearance))
    : isDrawnByViewers(dict);
}

/** Whether a viewer draws it without an appearance: it is filled or has text of its own. */
function isDrawnByViewers(dict: PdfDict): boolean {
  const subtype = subtypeOf(dict);
  return subtype === 'FreeText' || subtype === 'Stamp' || (subtype !== 'Widget' && dict.has('IC'));
}

function subtypeOf(dict: PdfDict): string | null {
  const subtype = dict.get('Subtype');
  return subtype instanceof PdfName ? subtype.name : null;
}

/** Whether it fills areas or draws text or images; a highlight does so with a blend mode or transparency. */
function isOpaque(snapshot: Snapshot, appearance: PdfStream): boolean {
  const { revision } = snapshot;
  const states = revision.getDict(revision.getDict(appearance, 'Resources'), 'ExtGState');
  const blended = [...(states?.entries.values() ?? [])].some(state => isTransparent(snapshot, revision.resolve(state)));
  if (blended) return false;
  for (const { operator } of contentOperations(revision.decode(appearance).bytes))
    if (OPAQUE.has(operator)) return true;
  return false;
}

const OPAQUE = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'Do', 'EI', 'sh', 'Tj', 'TJ', "'", '"']);

function isTransparent(snapshot: Snapshot, state: PdfObject): boolean {
  if (!(state instanceof PdfDict)) return false;
  const mode = snapshot.revision.getName(state, 'BM');
  return (mode !== null && mode !== 'Normal') || (snapshot.revision.getNumber(state, 'ca') ?? 1) < 1;
}
