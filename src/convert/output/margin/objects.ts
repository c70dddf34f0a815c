/**
 * Moves along with the content of scaled pages what has a place on them: annotations with form fields, destinations of links
 * and bookmarks, and the areas of structure elements. Removes annotations, and what refers to them.
 */
import {
  arrayOf,
  boxOf,
  dictWith,
  type Matrix,
  numbersOf,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfString,
  transformed,
  transformedPoint,
  type Update,
} from '../../../pdf/index.js';
import { ownValue } from '../../../system/collections.js';
import type { ScaledPage } from './scaled-page.js';

interface Scaling {
  readonly revision: PdfRevision;
  /** By object numbers: of pages, of their annotations, and of the attributes of structure elements. */
  readonly pages: ReadonlyMap<number, Matrix>;
  readonly annotations: ReadonlyMap<number, Matrix>;
  readonly attributes: ReadonlyMap<number, Matrix>;
  readonly removed: ReadonlySet<number>;
}

/** The pages themselves are left to the caller. */
export function scaleObjects(update: Update, pages: readonly ScaledPage[], removed: ReadonlySet<number>): void {
  const { revision } = update;
  const byPage = new Map(pages.map(({ ref, matrix }) => [ref.num, matrix]));
  const scaling: Scaling = {
    revision,
    pages: byPage,
    annotations: new Map(
      pages.flatMap(({ dict, matrix }) => refsOf(revision, dict).map(({ num }) => [num, matrix] as const)),
    ),
    attributes: attributesOf(revision, byPage),
    removed,
  };
  for (const num of revision.objectNumbers()) {
    const object = revision.object(num);
    if (!object || byPage.has(num)) continue;
    const value = removed.has(num) ? null : scaledObject(scaling, num, object.value);
    if (value !== object.value) update.replace(new PdfRef(num, object.gen), value);
  }
}

const refsOf = (revision: PdfRevision, page: PdfDict): PdfRef[] =>
  (revision.getArray(page, 'Annots')?.items ?? []).filter(item => item instanceof PdfRef);

/** Attributes that are objects of their own; those inside of an element are found with it. */
function attributesOf(revision: PdfRevision, pages: Scaling['pages']): Scaling['attributes'] {
  const found = new Map<number, Matrix>();
  for (const num of revision.objectNumbers()) {
    const element = revision.object(num)?.value;
    const matrix = element instanceof PdfDict ? matrixOfElement(revision, element, pages) : null;
    if (!matrix) continue;
    for (const attributes of [
      (element as PdfDict).get('A'),
      ...(revision.getArray(element as PdfDict, 'A')?.items ?? []),
    ])
      if (attributes instanceof PdfRef) found.set(attributes.num, matrix);
  }
  return found;
}

/** Null: no structure element (14.7.2), or one without a page. */
function matrixOfElement(revision: PdfRevision, element: PdfDict, pages: Scaling['pages']): Matrix | null {
  const page = element.get('Pg');
  if (revision.getName(element, 'Type') !== 'StructElem' || !(page instanceof PdfRef)) return null;
  return pages.get(page.num) ?? null;
}

/** The same object where nothing in it changes. */
function scaledObject(scaling: Scaling, num: number, value: PdfObject): PdfObject {
  const changed = scaledValue(scaling, value);
  if (!(changed instanceof PdfDict)) return changed;
  const annotation = scaling.annotations.get(num);
  if (annotation) return scaledAnnotation(scaling.revision, changed, annotation);
  const attributes = scaling.attributes.get(num);
  return attributes ? withBox(scaling.revision, changed, 'BBox', attributes) : changed;
}

/** The content of streams, and what they refer to, have coordinates of their own. */
function scaledValue(scaling: Scaling, value: PdfObject): PdfObject {
  if (value instanceof PdfArray) return scaledArray(scaling, value);
  if (!(value instanceof PdfDict)) return value;
  const { revision, pages } = scaling;
  const matrix = matrixOfElement(revision, value, pages);
  const changes: Record<string, PdfObject> = {};
  for (const [key, entry] of value.entries) {
    const isRemoved = refersToRemoved(scaling, entry);
    const scaled = isRemoved ? null : scaledValue(scaling, entry);
    const own = matrix && key === 'A' && scaled instanceof PdfDict ? withBox(revision, scaled, 'BBox', matrix) : scaled;
    if (own !== entry) changes[key] = own;
  }
  return Object.keys(changes).length > 0 ? dictWith(value, changes) : value;
}

function scaledArray(scaling: Scaling, array: PdfArray): PdfArray {
  const destination = scaledDestination(scaling, array);
  if (destination) return destination;
  const items = array.items.filter(item => !refersToRemoved(scaling, item)).map(item => scaledValue(scaling, item));
  const isSame = items.length === array.items.length && items.every((item, i) => item === array.items[i]);
  return isSame ? array : arrayOf(items);
}

/** A reference to a removed annotation from the structure (14.7.5.3). */
function refersToRemoved({ revision, removed }: Scaling, item: PdfObject): boolean {
  const reference = item instanceof PdfRef || item instanceof PdfDict ? revision.resolve(item) : null;
  if (!(reference instanceof PdfDict) || revision.getName(reference, 'Type') !== 'OBJR') return false;
  const object = reference.get('Obj');
  return object instanceof PdfRef && removed.has(object.num);
}

/** Positions of the x and y coordinates behind the page and the kind (12.3.2.2). */
const DESTINATIONS: Readonly<Record<string, { x: readonly number[]; y: readonly number[] }>> = {
  XYZ: { x: [2], y: [3] },
  FitH: { x: [], y: [2] },
  FitV: { x: [2], y: [] },
  FitR: { x: [2, 4], y: [3, 5] },
  FitBH: { x: [], y: [2] },
  FitBV: { x: [2], y: [] },
};

function scaledDestination({ pages }: Scaling, { items }: PdfArray): PdfArray | null {
  const [page, kind] = items;
  const matrix = page instanceof PdfRef ? pages.get(page.num) : undefined;
  const coordinates = kind instanceof PdfName ? ownValue(DESTINATIONS, kind.name) : undefined;
  if (!matrix || !coordinates) return null;
  const scaled = items.map((item, i) => {
    if (typeof item !== 'number') return item;
    const [x, y] = transformedPoint(matrix, item, item);
    if (coordinates.x.includes(i)) return x;
    return coordinates.y.includes(i) ? y : item;
  });
  return arrayOf(scaled);
}

/** LibreOffice writes appearances of fields and pictures, which viewers fit into the rectangle (12.5.5). */
function scaledAnnotation(revision: PdfRevision, annotation: PdfDict, matrix: Matrix): PdfDict {
  const points = revision.getArray(annotation, 'QuadPoints')?.items.length ?? 0;
  const corners = numbersOf(revision, annotation.get('QuadPoints'), points) ?? [];
  const quads = corners.flatMap((x, i) => (i % 2 === 0 ? transformedPoint(matrix, x, corners[i + 1] ?? 0) : []));
  const look = revision.getString(annotation, 'DA');
  return dictWith(withBox(revision, annotation, 'Rect', matrix), {
    ...(quads.length > 0 && { QuadPoints: arrayOf(quads) }),
    ...(look && { DA: scaledLook(look, matrix[0]) }),
  });
}

/** The size of the font in which viewers write what users type (12.7.4.3); 0 fits it to the field. */
function scaledLook(look: PdfString, scale: number): PdfString {
  const text = Buffer.from(look.bytes).toString('latin1');
  const scaled = text.replace(/([\d.]+)(?=\s+Tf\b)/, size => String(Number((Number(size) * scale).toFixed(2))));
  return new PdfString(Buffer.from(scaled, 'latin1'), false, null);
}

function withBox(revision: PdfRevision, dict: PdfDict, key: 'Rect' | 'BBox', matrix: Matrix): PdfDict {
  const box = boxOf(revision, dict.get(key));
  if (!box) return dict;
  const { left, bottom, right, top } = transformed(box, matrix);
  return dictWith(dict, { [key]: arrayOf([left, bottom, right, top]) });
}
