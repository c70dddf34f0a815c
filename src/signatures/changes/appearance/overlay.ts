/** Detects annotations and signature fields that cover content of the page. */
import { PdfDict, PdfName, type PdfObject, PdfStream } from '../../../pdf/index.js';
import type { RevisionPair } from '../compare/equality.js';
import type { Snapshot } from '../compare/snapshot.js';
import { area, type Box, boxOf, overlap } from '../overlay/geometry.js';
import { lookOf } from '../overlay/look.js';
import { contentBoxes } from '../overlay/page-content.js';
import { viewerDrawn } from '../overlay/viewer-drawn.js';

/** In square points; smaller overlaps do not count. */
const MIN_OVERLAP = 4;
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
  const boxes = contentBoxes(pair.before.revision, dict);
  return boxes?.some(box => overlap(box, rect) > MIN_OVERLAP) ?? true;
}

/** 12.5.3: Hidden, NoView. */
const HIDDEN = 2 | 32;
const isNote = (dict: PdfDict): boolean => subtypeOf(dict) === 'Text' || subtypeOf(dict) === 'Popup';

function paints({ revision }: Snapshot, dict: PdfDict): boolean {
  const normal = revision.get(revision.getDict(dict, 'AP'), 'N');
  const streams =
    normal instanceof PdfDict ? [...normal.entries.values()].map(item => revision.resolve(item)) : [normal];
  const appearances = streams.filter(item => item instanceof PdfStream);
  if (appearances.length === 0) return viewerDrawn(revision, dict)?.look.ground ?? false;
  return appearances
    .map(appearance => lookOf(revision, appearance))
    .some(look => look.effect === 'opaque' || look.effect === 'unclear');
}

function subtypeOf(dict: PdfDict): string | null {
  const subtype = dict.get('Subtype');
  return subtype instanceof PdfName ? subtype.name : null;
}
