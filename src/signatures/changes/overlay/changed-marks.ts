/** Which marks of a page look different in two revisions, and whether those that do not are still painted in their order. */
import { overlap, type PdfDict, type PdfObject, PdfRef, partsOf } from '../../../pdf/index.js';
import { cachedIn, grouped } from '../../../system/collections.js';
import { sameValue } from '../../find/same-value.js';
import { Drift } from '../compare/drift.js';
import type { Snapshot } from '../compare/snapshot.js';
import { sameEntry } from '../effective/effect.js';
import { addsUnusedResources } from '../unused-resources.js';
import { type Mark, marksOf } from './marks.js';

export interface MarkPair {
  readonly before: Mark;
  readonly after: Mark;
}

export interface ChangedMarks {
  /** All marks of the page, in their order. */
  readonly all: { readonly before: readonly Mark[]; readonly after: readonly Mark[] };
  /** In the order of the later revision. */
  readonly unchanged: readonly MarkPair[];
  /** Existed at signing, and look different now or are gone. */
  readonly before: readonly Mark[];
  /** New, or look different from how they did at signing. */
  readonly after: readonly Mark[];
  /** The earlier mark of each changed one. */
  readonly origins: ReadonlyMap<Mark, Mark>;
  /** Two marks that overlap are painted in another order; null: there are too many to compare. */
  readonly reordered: boolean | null;
}

export function changedMarks(
  before: Snapshot,
  after: Snapshot,
  pages: { readonly before: PdfDict; readonly after: PdfDict },
): ChangedMarks {
  const [earlier, later] = [marksOf(before, pages.before), marksOf(after, pages.after)];
  const keyOf = keysFor(earlier, later);
  const rest = grouped(earlier, keyOf);
  const unchanged: MarkPair[] = [];
  const changed: Mark[] = [];
  const origins = new Map<Mark, Mark>();
  for (const mark of later) {
    const candidates = rest.get(keyOf(mark)) ?? [];
    const index = candidates.findIndex(candidate => {
      before.revision.document.budget.step();
      return (mark.ref !== null && candidate.ref?.num === mark.ref.num) || looksSame(before, after, candidate, mark);
    });
    const isFilled = index < 0 && mark.ref !== null && mark.field !== null;
    const [origin] = index < 0 && !isFilled ? [] : candidates.splice(Math.max(0, index), 1);
    if (origin && looksSame(before, after, origin, mark)) unchanged.push({ before: origin, after: mark });
    else changed.push(mark);
    if (origin) origins.set(mark, origin);
  }
  const kept = new Set(unchanged.map(pair => pair.before));
  return {
    all: { before: earlier, after: later },
    unchanged,
    before: earlier.filter(mark => !kept.has(mark)),
    after: changed,
    origins,
    reordered: isReordered(unchanged, earlier),
  };
}

/**
 * Direct annotations have no number, and the widgets of a field may get others: equal ones are of the same type, and mostly
 * still in their order.
 */
function keysFor(earlier: readonly Mark[], later: readonly Mark[]): (mark: Mark) => string {
  const [before, after] = [earlier, later].map(marks => new Set(marks.map(({ ref }) => ref?.num)));
  return ({ ref, subtype, field }) => {
    if (ref === null) return `direct ${subtype}`;
    const isKept = before!.has(ref.num) && after!.has(ref.num);
    return isKept || field === null ? String(ref.num) : `field ${field.name}`;
  };
}

/** Entries that determine what viewers show, of all annotation types (12.5.2 to 12.5.6). */
const VISUAL =
  `Subtype Rect F AP AS OC MK BS Border BE C IC CA ca BM LE RD L Vertices InkList QuadPoints Path CL LL LLE LLO Cap CO CP DA DS
  RC Q Name Sy OverlayText RO Repeat FixedPrint Open`.split(/\s+/);
/** What is written in them is shown where there is no appearance stream. */
const TEXTS = ['Contents', 'V', 'RV'];

function looksSame(before: Snapshot, after: Snapshot, a: Mark, b: Mark): boolean {
  return (a.dict === b.dict && isUntouched(before, after, b)) || hasSameEntries(before, after, a, b);
}

/** No object that it is made of was changed. Faster than comparing values: the objects are found once for all signatures. */
function isUntouched(before: Snapshot, after: Snapshot, mark: Mark): boolean {
  const numbers = objectsOf(after, mark);
  return numbers?.every(num => before.revision.object(num)?.value === after.revision.object(num)?.value) ?? false;
}

const MAX_OBJECTS = 500;

/** Numbers of the objects that its visual entries refer to; null: too many. */
const objectsOf = cachedIn(({ revision }: Snapshot, mark: Mark): readonly number[] | null => {
  const found = new Set<number>();
  const open: PdfObject[] = [...VISUAL, ...TEXTS].map(key => mark.dict.get(key) ?? null);
  for (let value = open.pop(); value !== undefined && found.size <= MAX_OBJECTS; value = open.pop()) {
    if (value instanceof PdfRef) {
      if (!found.has(value.num)) open.push(revision.resolve(value));
      found.add(value.num);
    } else open.push(...partsOf(value));
  }
  return found.size > MAX_OBJECTS ? null : [...found];
});

function hasSameEntries(before: Snapshot, after: Snapshot, a: Mark, b: Mark): boolean {
  const keys = a.dict.has('AP') && b.dict.has('AP') ? VISUAL : [...VISUAL, ...TEXTS];
  const isUnused = (owner: PdfDict, key: string, added: PdfObject): boolean =>
    addsUnusedResources({ before, after }, owner, key, after.revision.resolve(added));
  const equal = (from: PdfObject, to: PdfObject): boolean =>
    sameValue(before.revision, from, after.revision, to, isUnused);
  const sides = { before, after, drift: new Drift(), equal };
  const kind = b.field ? 'field' : 'annotation';
  const dicts = { before: a.dict, after: b.dict };
  return keys.every(
    key => equal(a.dict.get(key) ?? null, b.dict.get(key) ?? null) || sameEntry(sides, kind, key, dicts, ''),
  );
}

/** Overlapping pairs are found by comparing each with each. */
const MAX_COMPARED = 2_000;

function isReordered(pairs: readonly MarkPair[], earlier: readonly Mark[]): boolean | null {
  const positions = new Map(earlier.map((mark, i) => [mark, i]));
  const order = pairs.map(pair => positions.get(pair.before)!);
  if (order.every((position, i) => i === 0 || order[i - 1]! < position)) return false;
  if (pairs.length > MAX_COMPARED) return null;
  return pairs.some(({ after }, i) =>
    pairs.slice(i + 1).some((other, j) => order[i]! > order[i + 1 + j]! && overlap(after.rect, other.after.rect) > 0),
  );
}
