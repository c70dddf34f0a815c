/** Where a visible signature is: the area of an existing field, or one that is stated for a new field. */
import { DocconvError } from '../../errors.js';
import {
  area,
  type Box,
  boxOf,
  type Matrix,
  overlap,
  type PdfArray,
  type PdfDict,
  PdfRef,
  type PdfRevision,
  pageList,
  quarterTurns,
  transformed,
  type View,
  viewOf,
  type Widget,
} from '../../pdf/index.js';
import { signatureField } from '../signature-field.js';
import type { VisibleSignature } from './visible.js';

export interface Place {
  /** In the coordinates of the page. */
  readonly box: Box;
  readonly page: { readonly ref: PdfRef; readonly dict: PdfDict };
  /** Points of the page as viewers show it. */
  readonly width: number;
  readonly height: number;
  /** Turns the content as the page is turned, so that it is upright where the page is shown. */
  readonly turn: Matrix;
}

/** Throws OPTION_INVALID for a place that does not exist, and for too little or contradictory information. */
export function placeOf(revision: PdfRevision, visible: VisibleSignature, field: string | undefined): Place {
  return field === undefined ? newPlace(revision, visible) : placeOfField(revision, visible, field);
}

function newPlace(revision: PdfRevision, { page: number, rect }: VisibleSignature): Place {
  if (number === undefined || rect === undefined) throw new DocconvError('OPTION_INVALID.visible-place');
  const { x, y, width, height } = rect;
  if (![x, y, width, height, number].every(Number.isFinite) || width <= 0 || height <= 0) {
    throw new DocconvError('OPTION_INVALID.visible-area');
  }
  const pages = pageList(revision)?.pages ?? [];
  const page = pages[number < 0 ? pages.length + number : number - 1];
  if (!page?.ref) throw new DocconvError('OPTION_INVALID.visible-page', { page: number, count: pages.length });
  const view = viewOf(revision, page.dict);
  if (x < 0 || y < 0 || x + width > view.width || y + height > view.height) {
    throw new DocconvError('OPTION_INVALID.visible-outside', {
      page: pages.indexOf(page) + 1,
      width: Math.round(view.width),
      height: Math.round(view.height),
    });
  }
  const box = transformed({ left: x, bottom: y, right: x + width, top: y + height }, view.toPage);
  return { box, page: { ref: page.ref, dict: page.dict }, width, height, turn: turnOf(view) };
}

function placeOfField(revision: PdfRevision, { page, rect }: VisibleSignature, name: string): Place {
  if (page !== undefined || rect !== undefined) throw new DocconvError('OPTION_INVALID.visible-field-has-place');
  const [widget] = signatureField(revision, name).widgets;
  if (widget && isHidden(revision, widget.dict)) throw new DocconvError('OPTION_INVALID.field-hidden', { name });
  const place = widget && placeOfWidget(revision, widget);
  if (!place) throw new DocconvError('OPTION_INVALID.field-without-area', { name });
  return place;
}

function placeOfWidget(revision: PdfRevision, { ref, dict }: Widget): Place | null {
  const box = boxOf(revision, dict.get('Rect'));
  const shown = ref && box && area(box) > 0 ? pageOfWidget(revision, ref, dict) : null;
  if (!box || !shown) return null;
  const view = viewOf(revision, shown.dict);
  const visible = transformed({ left: 0, bottom: 0, right: view.width, top: view.height }, view.toPage);
  if (overlap(box, visible) === 0) return null;
  const unit = Math.abs(view.toPage[0]) + Math.abs(view.toPage[1]);
  const sides = [(box.right - box.left) / unit, (box.top - box.bottom) / unit] as const;
  const [width, height] = quarterTurns(revision, shown.dict) % 2 === 0 ? sides : [sides[1], sides[0]];
  return { box, page: shown, width, height, turn: turnOf(view) };
}

/** Bits 2 and 6 of the annotation flags (12.5.3): Hidden and NoView. */
const HIDDEN = 34;

/** Also in a layer, which readers turn off. */
function isHidden(revision: PdfRevision, widget: PdfDict): boolean {
  return ((revision.getNumber(widget, 'F') ?? 0) & HIDDEN) !== 0 || revision.get(widget, 'OC') !== null;
}

/** The page that lists a widget; /P may be missing or wrong. Each list is read once, also one that pages share. */
function pageOfWidget(revision: PdfRevision, { num }: PdfRef, widget: PdfDict): Place['page'] | null {
  const known = new Map<PdfArray, boolean>();
  const isListedBy = (list: PdfArray) => list.items.some(item => item instanceof PdfRef && item.num === num);
  const pages = (pageList(revision)?.pages ?? []).flatMap(({ ref, dict }) => {
    const list = revision.getArray(dict, 'Annots');
    if (!ref || !list) return [];
    const isListed = known.get(list) ?? isListedBy(list);
    known.set(list, isListed);
    return isListed ? [{ ref, dict }] : [];
  });
  const stated = widget.get('P');
  return pages.find(({ ref }) => stated instanceof PdfRef && ref.num === stated.num) ?? pages[0] ?? null;
}

/** Viewers scale and move the turned area to that of the annotation (12.5.5, algorithm 8). */
function turnOf({ toPage: [a, b, c, d] }: View): Matrix {
  return [Math.sign(a), Math.sign(b), Math.sign(c), Math.sign(d), 0, 0];
}
