/** Two values at one place, down to the smallest difference that a rule speaks of. */
import { dictOf, PdfArray, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/index.js';
import { alike, equal, type Pair, packsOnly, sameData } from './equal.js';
import { childPlace, isLink, type Place, placeKey } from './place.js';
import { placeOfItem } from './roles.js';
import { type ChangeRule, type Difference, ruleFor } from './rules/index.js';

export interface Judged {
  readonly difference: Difference;
  /** Null: nothing allows it. */
  readonly rule: ChangeRule | null;
}

type Found = (judged: Judged) => void;
type Holder = Difference['holder'];

const DEEPEST = 500;

/** `before` and `after` as written: the same reference on both sides is no difference, its object is judged for itself. */
export function compare(
  pair: Pair,
  place: Place,
  before: PdfObject,
  after: PdfObject,
  found: Found,
  holder: Holder = null,
  depth = 0,
): void {
  if (place.type === 'ignored' || depth > DEEPEST || alike(pair, before, after)) return;
  if (wasCompared(pair, place, before, after)) return;
  const from = pair.before.revision.resolve(before);
  const to = pair.after.revision.resolve(after);
  if ((from !== before || to !== after) && alike(pair, from, to)) return;
  const at = placeOfItem(
    to === null ? pair.before : pair.after,
    { place, value: to === null ? before : after },
    to ?? from,
  );
  const difference: Difference = { pair, place: at, before: from, after: to, holder };
  const rule = ruleFor(difference);
  if (rule) {
    // what is allowed anyway is not read for a closer look: validation data and drawings are large
    if (rule.class === 'archival' || !equal(pair, before, after)) found({ difference, rule });
  } else if (COLLECTIONS.has(at.type) && isList(from) && isList(to))
    compareItems(pair, at, itemsOf(from), itemsOf(to), found, depth);
  else if (!descend(difference, found, depth)) found({ difference, rule: null });
}

/** Graphs that were given other numbers are walked once, rings included. */
function wasCompared(pair: Pair, place: Place, before: PdfObject, after: PdfObject): boolean {
  if (!(before instanceof PdfRef && after instanceof PdfRef)) return false;
  const key = `${placeKey(place)}: ${before} ${after}`;
  if (pair.compared.has(key)) return true;
  pair.compared.add(key);
  return false;
}

/** Pages stand in order, and are compared by position as any array is. */
const COLLECTIONS = new Set<string>(['fields', 'annotations']);
const isList = (value: PdfObject): boolean => value === null || value instanceof PdfArray;
const itemsOf = (value: PdfObject): readonly PdfObject[] => (value instanceof PdfArray ? value.items : []);

/** Into dictionaries, arrays of one length and streams with the same data; false when there is no way further down. */
function descend({ pair, place, before, after }: Difference, found: Found, depth: number): boolean {
  if (before instanceof PdfArray && after instanceof PdfArray && before.items.length === after.items.length) {
    for (const [i, item] of before.items.entries()) compare(pair, place, item, after.items[i]!, found, null, depth + 1);
    return true;
  }
  const [from, to] = [dictOf(before), dictOf(after)];
  // a form that is new begins empty; every other thing that comes or goes is one difference
  const isNewForm = place.type === 'form' && before === null && to !== null;
  if (!to || (!from && !isNewForm)) return false;
  if (before instanceof PdfStream !== after instanceof PdfStream) return false;
  if (before instanceof PdfStream && after instanceof PdfStream && !sameData(pair, before, after)) return false;
  const holder = { before: from, after: to };
  const keys = new Set([...(from?.entries.keys() ?? []), ...to.entries.keys()]);
  for (const key of keys) {
    if (after instanceof PdfStream && packsOnly(key)) continue;
    const values = [from?.get(key) ?? null, to.get(key) ?? null] as const;
    if (isLink(place, key)) compareLink(pair, { ...place, entry: `${place.type}.${key}` }, values, found, holder);
    else compare(pair, childPlace(place, key, after as PdfDict | PdfStream), ...values, found, holder, depth + 1);
  }
  return true;
}

/** A link may be added where none was; it may not lead elsewhere: pages inherit from their parents, fields their names. */
function compareLink(
  pair: Pair,
  place: Place,
  [before, after]: readonly [PdfObject, PdfObject],
  found: Found,
  holder: Holder,
): void {
  const isPageLink = place.entry === 'field.P' || place.entry === 'annotation.P';
  if ((isPageLink && before === null) || equal(pair, before, after)) return;
  found({ difference: { pair, place: { ...place, type: 'navigation' }, before, after, holder }, rule: null });
}

/** Fields and annotations by identity, whatever their order. */
function compareItems(
  pair: Pair,
  place: Place,
  before: readonly PdfObject[],
  after: readonly PdfObject[],
  found: Found,
  depth: number,
): void {
  const rest = [...after];
  const lost = before.filter(item => !takeEqual(pair, item, rest));
  for (const item of lost) compare(pair, place, item, takeNamesake(pair, item, rest), found, null, depth + 1);
  for (const item of rest) compareNew(pair, place, item, found, depth);
}

function takeEqual(pair: Pair, item: PdfObject, rest: PdfObject[]): boolean {
  const index = rest.findIndex(
    candidate => sameReference(item, candidate) || (!(item instanceof PdfRef) && equal(pair, item, candidate)),
  );
  if (index >= 0) rest.splice(index, 1);
  return index >= 0;
}

const sameReference = (a: PdfObject, b: PdfObject): boolean =>
  a instanceof PdfRef && b instanceof PdfRef && a.num === b.num && a.gen === b.gen;

/** The same field under another number, or written another way; null when it is gone. */
function takeNamesake(pair: Pair, item: PdfObject, rest: PdfObject[]): PdfObject {
  const name = nameIn(pair.before.dict(item));
  const index = rest.findIndex(candidate => name !== null && name === nameIn(pair.after.dict(candidate)));
  return index < 0 ? null : rest.splice(index, 1)[0]!;
}

const nameIn = (dict: PdfDict | null): string | null => {
  const key = dict?.get('T') ?? dict?.get('NM');
  return key === undefined ? null : JSON.stringify(key);
};

/** New on this list, though its object may be older. */
function compareNew(pair: Pair, place: Place, item: PdfObject, found: Found, depth: number): void {
  if (pair.after.revision.resolve(item) !== null) compare(pair, place, null, item, found, null, depth + 1);
}
