/** Appearance streams that are written anew and show the same. */
import {
  appearanceMatrix,
  area,
  type Box,
  boxOf,
  everyEntry,
  formMatrix,
  isComposite,
  type Matrix,
  PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  partsOf,
  scaleOf,
  transformedPoint,
} from '../../../pdf/index.js';
import { appearancesOf } from '../appearances.js';
import { isEncodingKey, type RevisionPair, sameData } from '../compare/equality.js';
import type { ObjectContext } from '../compare/object-context.js';
import type { Snapshot } from '../compare/snapshot.js';
import { sameEntry } from './effect.js';
import { LENGTHS } from './readings.js';
import { asWritten } from './same-effect.js';

/** /AP, /N of several states, the stream of one. */
const MAX_DEPTH = 3;

/** `before` and `after`: in the context of /AP. */
export function sameAppearance(
  pair: RevisionPair,
  context: ObjectContext,
  before: PdfObject,
  after: PdfObject,
  depth = 1,
): boolean {
  if (context.type !== 'appearance' && context.entry !== 'annotation.AP') return false;
  if (before instanceof PdfStream && after instanceof PdfStream) return sameForm(pair, context, before, after);
  if (!(before instanceof PdfDict && after instanceof PdfDict) || depth === MAX_DEPTH) return false;
  return everyEntry(before, after, (_, from, to) => {
    const [one, other] = [pair.before.revision.resolve(from), pair.after.revision.resolve(to)];
    return one === other || sameAppearance(pair, context, one, other, depth + 1);
  });
}

/** The same operators with the same resources, at the same place. */
function sameForm(pair: RevisionPair, context: ObjectContext, before: PdfStream, after: PdfStream): boolean {
  const dicts = { before: before.dict, after: after.dict };
  const isSame = (key: string): boolean => sameEntry(asWritten(pair), 'form-xobject', key, dicts, '');
  return (
    everyEntry(before.dict, after.dict, key => isEncodingKey(key) || PLACEMENT.includes(key) || isSame(key)) &&
    sameData(pair, before, after) &&
    (PLACEMENT.every(isSame) || isPlacedAlike(pair, context, before, after))
  );
}

/** Together with /Rect they determine where an appearance is shown (12.5.5). */
const PLACEMENT = ['BBox', 'Matrix'];

/** What is within either box moves by less than what is visible, and is cut off at the same place. */
function isPlacedAlike(pair: RevisionPair, context: ObjectContext, before: PdfStream, after: PdfStream): boolean {
  const [from, to] = [rectsOf(pair.before, context, before), rectsOf(pair.after, context, after)];
  if (from.length === 0 || to.length === 0) return false;
  const moved = [...from, ...to].map(rect => movement(pair, rect, before, after));
  const place = `appearance ${context.field} ${context.annotation}`;
  return haveSimilarScale(pair, before, after) && pair.drift.allows(place, Math.max(...moved));
}

/** Not a number where a box is missing or has no area. */
function movement(pair: RevisionPair, rect: Box | null, before: PdfStream, after: PdfStream): number {
  if (!rect || area(rect) === 0) return NaN;
  const [from, to] = [placed(pair.before, before, rect), placed(pair.after, after, rect)];
  if (!from || !to) return NaN;
  const unit = Math.max(pair.before.largestUnit, pair.after.largestUnit);
  const distance = ([x, y]: Point, [toX, toY]: Point): number =>
    Math.max(LENGTHS.distance(x, toX, unit), LENGTHS.distance(y, toY, unit));
  const content = [...from.corners, ...to.corners].map(([x, y]) =>
    distance(transformedPoint(from.matrix, x, y), transformedPoint(to.matrix, x, y)),
  );
  const edges = from.corners.map(([x, y], i) => {
    const [toX, toY] = to.corners[i]!;
    return distance(transformedPoint(from.matrix, x, y), transformedPoint(to.matrix, toX, toY));
  });
  return Math.max(...content, ...edges);
}

type Point = readonly [x: number, y: number];

interface Placed {
  readonly matrix: Matrix;
  /** Of the /BBox. */
  readonly corners: readonly Point[];
}

function placed({ revision }: Snapshot, form: PdfStream, rect: Box): Placed | null {
  const [box, matrix] = [boxOf(revision, form.dict.get('BBox')), appearanceMatrix(revision, form, rect)];
  if (!box || !matrix) return null;
  const { left, bottom, right, top } = box;
  return { matrix, corners: [left, right].flatMap(x => [bottom, top].map((y): Point => [x, y])) };
}

/** The size of a form is fitted to /Rect, but some viewers show nothing of a very small one. */
const SIMILAR = 1.1;

function haveSimilarScale({ before, after }: RevisionPair, from: PdfStream, to: PdfStream): boolean {
  const [a, b] = [formMatrix(before.revision, from), formMatrix(after.revision, to)];
  const [small, large] = [a, b].map(matrix => (matrix ? scaleOf(matrix) : 0)).sort((x, y) => x - y) as [number, number];
  return small > 0 && large <= SIMILAR * small;
}

/** Of the marks that it is an appearance of; none where another one paints it in turn, which may be of any size. */
function rectsOf(snapshot: Snapshot, { field, annotation }: ObjectContext, form: PdfStream): (Box | null)[] {
  const { revision } = snapshot;
  const own = annotation === null ? null : snapshot.dict(revision.object(annotation)?.value);
  const marks = field === null ? (own ? [own] : []) : snapshot.widgetsNamed(field);
  if (marks.some(mark => appearancesOf(revision, mark).some(look => refersTo(snapshot, look, form)))) return [];
  const users = marks.filter(mark => appearancesOf(revision, mark).includes(form));
  return users.map(mark => boxOf(revision, mark.get('Rect')));
}

const MAX_OBJECTS = 500;

/** Also true where there are too many objects to tell. */
function refersTo({ revision }: Snapshot, look: PdfStream, form: PdfStream): boolean {
  const open: PdfObject[] = [revision.getDict(look, 'Resources')];
  const seen = new Set<PdfObject>();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    revision.budget.step();
    if (value === form || seen.size > MAX_OBJECTS) return true;
    if (value instanceof PdfRef) open.push(revision.resolve(value));
    else if (isComposite(value) && !seen.has(value)) {
      seen.add(value);
      open.push(...partsOf(value));
    }
  }
  return false;
}
