/**
 * Whether two dictionaries say the same about an entry: by its effective values, which are inherited or a default where the
 * entry is absent, and regardless of how they are written. Programs that save a document state such values anew.
 */

import { everyEntry, PdfArray, type PdfDict, type PdfObject, PdfRef, PdfString, textOf } from '../../../pdf/index.js';
import { ownValue, pairwise } from '../../../system/collections.js';
import type { Drift } from '../compare/drift.js';
import type { Snapshot } from '../compare/snapshot.js';
import { ATTRIBUTES, type Attribute, BY_SUBTYPE, type Kind } from './attributes.js';
import type { Place, Reading } from './readings.js';

/** Two revisions, and what counts as equal in them. */
export interface Sides {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly drift: Drift;
  /** For values as written. */
  equal(before: PdfObject, after: PdfObject): boolean;
}

/** A dictionary in two revisions; null: absent. */
export interface Dictionaries {
  readonly before: PdfDict | null;
  readonly after: PdfDict | null;
}

export const isKind = (type: string): type is Kind => Object.hasOwn(ATTRIBUTES, type);

/** `place`: identifies the dictionaries among all of the document. */
export function sameEntry(sides: Sides, kind: Kind, key: string, dicts: Dictionaries, place: string): boolean {
  const { before, after } = dicts;
  const attribute = attributeOf(sides, kind, key, dicts);
  const [from, to] = [writtenEntry(sides.before, kind, key, before), writtenEntry(sides.after, kind, key, after)];
  if (!attribute) return sides.equal(before?.get(key) ?? null, after?.get(key) ?? null);
  if (from === undefined || to === undefined) return false;
  const places = { before: placeOf(sides.before, kind, before), after: placeOf(sides.after, kind, after) };
  return sides.equal(from, to) || sameMeaning(sides, attribute, places, [from, to], `${place}/${key}`);
}

/** Whether two values of an entry have the same effect, whatever else their dictionaries say. */
export function sameValue(
  sides: Sides,
  kind: Kind,
  key: string,
  values: readonly [PdfObject, PdfObject],
  place: string,
): boolean {
  const attribute = ownValue(ATTRIBUTES[kind], key);
  const [before, after] = [placeOf(sides.before, kind, null), placeOf(sides.after, kind, null)];
  return attribute !== undefined && sameMeaning(sides, attribute, { before, after }, values, `${place}/${key}`);
}

/** Whether all entries have the same effect. */
export const sameDictionary = (sides: Sides, kind: Kind, dicts: Dictionaries, place: string): boolean =>
  everyEntry(dicts.before, dicts.after, key => sameEntry(sides, kind, key, dicts, place));

/** The effective value; undefined: unknown, as readers inherit from different parents. */
export function effectiveValue(snapshot: Snapshot, kind: Kind, key: string, dict: PdfDict): PdfObject | undefined {
  const written = writtenEntry(snapshot, kind, key, dict);
  return written === undefined ? undefined : snapshot.revision.resolve(written);
}

/** Undefined: absence has no meaning, and values are compared as they are. */
export function attributeOf(
  { before, after }: Sides,
  kind: Kind,
  key: string,
  dicts: Dictionaries,
): Attribute | undefined {
  const [from, to] = [attributeIn(before, kind, key, dicts.before), attributeIn(after, kind, key, dicts.after)];
  return from === to ? from : undefined;
}

/** Of annotations, also those of their type. */
function attributeIn({ revision }: Snapshot, kind: Kind, key: string, dict: PdfDict | null): Attribute | undefined {
  const known = ownValue(ATTRIBUTES[kind], key);
  if (known || (kind !== 'annotation' && kind !== 'field')) return known;
  const subtype = revision.getName(dict, 'Subtype');
  const table = subtype === null ? undefined : ownValue(BY_SUBTYPE, subtype);
  return table && ownValue(table, key);
}

/** As written in the dictionary or where it is inherited from, or its default; null: none. */
function writtenEntry(snapshot: Snapshot, kind: Kind, key: string, dict: PdfDict | null): PdfObject | undefined {
  const { revision } = snapshot;
  if (revision.get(dict, key) !== null) return dict!.get(key)!;
  const attribute = attributeIn(snapshot, kind, key, dict);
  if (attribute?.inherited && dict) {
    // some readers take null for the value, and do not look for another one further up
    if (kind === 'page' && dict.get(key) instanceof PdfRef) return undefined;
    const parents = snapshot.ancestors(dict, kind === 'page');
    const parent = parents?.find(found => revision.get(found, key) !== null);
    if (!parents || parent) return parent?.get(key);
  }
  const ofForm = attribute?.ofForm ? revision.getDict(revision.root, 'AcroForm')?.get(key) : undefined;
  if (revision.resolve(ofForm) !== null) return ofForm;
  return attribute?.sameAs ? writtenEntry(snapshot, kind, attribute.sameAs, dict) : (attribute?.absent ?? null);
}

function sameMeaning(
  sides: Sides,
  { reading, kind, each, list, texts }: Attribute,
  places: { readonly before: Place; readonly after: Place },
  [from, to]: readonly [PdfObject, PdfObject],
  place: string,
): boolean {
  if (reading) {
    const [a, b] = [reading.numbers(places.before, from), reading.numbers(places.after, to)];
    return a !== null && b !== null && sides.drift.allows(place, distance(sides, reading, a, b));
  }
  if (texts) return sameTexts(sides, from, to);
  if (list) return sides.equal(asArray(sides.before, from), asArray(sides.after, to));
  const [before, after] = [sides.before.dict(from), sides.after.dict(to)];
  if (!before || !after) return false;
  if (kind) return sameDictionary(sides, kind, { before, after }, place);
  return each !== undefined && sameMembers(sides, each, { before, after }, place);
}

function distance(sides: Sides, reading: Reading, a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return Infinity;
  const unit = Math.max(sides.before.largestUnit, sides.after.largestUnit);
  return a.reduce((most, number, i) => Math.max(most, reading.distance(number, b[i]!, unit)), 0);
}

function placeOf(snapshot: Snapshot, kind: Kind, dict: PdfDict | null): Place {
  const other = (key: string) => writtenEntry(snapshot, kind, key, dict);
  return { revision: snapshot.revision, dict, other };
}

/** Of options: an array of pairs. */
const MAX_TEXT_DEPTH = 2;

/** The same texts in the same order, in UTF-16 or PDFDocEncoding. */
function sameTexts(sides: Sides, writtenBefore: PdfObject, writtenAfter: PdfObject, depth = 0): boolean {
  sides.after.revision.budget.step();
  const [from, to] = [sides.before.revision.resolve(writtenBefore), sides.after.revision.resolve(writtenAfter)];
  if (from instanceof PdfString && to instanceof PdfString)
    return [from, to].every(({ bytes }) => isKnownToAll(bytes)) && textOf(from.bytes) === textOf(to.bytes);
  if (from instanceof PdfArray && to instanceof PdfArray && depth < MAX_TEXT_DEPTH)
    return pairwise(from.items, to.items, (a, b) => sides.equal(a, b) || sameTexts(sides, a, b, depth + 1));
  return false;
}

/** Readers of PDF 1.7 do not know the byte order mark of UTF-8, and that of little-endian UTF-16 is none of PDF. */
const isKnownToAll = (bytes: Uint8Array): boolean => bytes[0] !== 0xef && bytes[0] !== 0xff;

function asArray({ revision }: Snapshot, written: PdfObject): PdfArray {
  const value = revision.resolve(written);
  return value instanceof PdfArray ? value : new PdfArray([written], null);
}

const sameMembers = (sides: Sides, kind: Kind, { before, after }: Dictionaries, place: string): boolean =>
  everyEntry(before, after, (key, from, to) => {
    if (sides.equal(from, to)) return true;
    const dicts = { before: sides.before.dict(from), after: sides.after.dict(to) };
    return dicts.before !== null && dicts.after !== null && sameDictionary(sides, kind, dicts, `${place}/${key}`);
  });
