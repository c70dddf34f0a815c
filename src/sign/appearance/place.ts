/** Where a visible signature is: the area of an existing field, or one that is stated for a new field. */
import { DocconvError } from '../../errors.js';
import {
  area,
  type Box,
  boxOf,
  formFields,
  type Matrix,
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
import type { VisibleSignature } from './visible.js';

export interface Place {
  /** In the coordinates of the page. */
  readonly box: Box;
  readonly page: { readonly ref: PdfRef; readonly dict: PdfDict };
  /** The existing widget that shows it; null: a new one. */
  readonly widget: (Widget & { readonly ref: PdfRef }) | null;
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
  const page = pages[number - 1];
  if (!page?.ref) throw new DocconvError('OPTION_INVALID.visible-page', { page: number, count: pages.length });
  const view = viewOf(revision, page.dict);
  if (x < 0 || y < 0 || x + width > view.width || y + height > view.height) {
    throw new DocconvError('OPTION_INVALID.visible-outside', {
      page: number,
      width: Math.round(view.width),
      height: Math.round(view.height),
    });
  }
  const box = transformed({ left: x, bottom: y, right: x + width, top: y + height }, view.toPage);
  return { box, page: { ref: page.ref, dict: page.dict }, widget: null, width, height, turn: turnOf(view) };
}

function placeOfField(revision: PdfRevision, { page, rect }: VisibleSignature, name: string): Place {
  if (page !== undefined || rect !== undefined) throw new DocconvError('OPTION_INVALID.visible-field-has-place');
  const widgets = formFields(revision).find(field => field.name === name && field.type === 'Sig')?.widgets ?? [];
  for (const { ref, dict } of widgets) {
    const box = boxOf(revision, dict.get('Rect'));
    const shown = ref && pageOf(revision, ref, dict);
    if (!box || area(box) === 0 || !shown) continue;
    const view = viewOf(revision, shown.dict);
    const unit = Math.abs(view.toPage[0]) + Math.abs(view.toPage[1]);
    const sides = [(box.right - box.left) / unit, (box.top - box.bottom) / unit] as const;
    const [width, height] = quarterTurns(revision, shown.dict) % 2 === 0 ? sides : [sides[1], sides[0]];
    return { box, page: shown, widget: { ref, dict }, width, height, turn: turnOf(view) };
  }
  throw new DocconvError('OPTION_INVALID.field-without-area', { name });
}

/** The page that lists the widget; /P may be missing or wrong. */
function pageOf(revision: PdfRevision, widget: PdfRef, { entries }: PdfDict): Place['page'] | null {
  const pages = (pageList(revision)?.pages ?? []).flatMap(({ ref, dict }) => (ref ? [{ ref, dict }] : []));
  const lists = ({ dict }: Place['page']): boolean =>
    (revision.getArray(dict, 'Annots')?.items ?? []).some(item => item instanceof PdfRef && item.num === widget.num);
  const stated = entries.get('P');
  const first = pages.find(({ ref }) => stated instanceof PdfRef && ref.num === stated.num);
  return (first && lists(first) ? first : pages.find(lists)) ?? null;
}

/** Viewers scale and move the turned area to that of the annotation (12.5.5, algorithm 8). */
function turnOf({ toPage: [a, b, c, d] }: View): Matrix {
  return [Math.sign(a), Math.sign(b), Math.sign(c), Math.sign(d), 0, 0];
}
