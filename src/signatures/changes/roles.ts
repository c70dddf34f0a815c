/** For every object number the places it stands in, as of the revisions seen so far. */
import { isName, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/index.js';
import {
  childPlace,
  includes,
  isLink,
  isPagesNode,
  isStructural,
  type Place,
  type PlaceType,
  placeKey,
} from './place.js';
import type { Snapshot } from './snapshot.js';

interface Step {
  readonly place: Place;
  readonly key: string | null;
  readonly value: PdfObject;
}

const NOWHERE: readonly Place[] = [];

export class Roles {
  readonly #places = new Map<number, Map<string, Place>>();
  /** Page of the first widget. */
  readonly #fieldPages = new Map<string, number>();

  of(num: number): readonly Place[] {
    const places = this.#places.get(num);
    return places ? [...places.values()] : NOWHERE;
  }

  pageOf(place: Place): number | null {
    return place.page ?? (place.field === null ? null : (this.#fieldPages.get(place.field) ?? null));
  }

  /**
   * Walks everything that `value` leads to. Pages, fields and annotations are known before other ways are followed, so
   * that a destination or a structure element that names a page does not count as its owner.
   */
  adopt(snapshot: Snapshot, place: Place, value: PdfObject, key: string | null = null): void {
    const structural: Step[] = [];
    const others: Step[] = [];
    const push = (step: Step): void => {
      if (step.place.type === 'ignored') return;
      (isStructural(step.place) || COLLECTIONS.has(step.place.type) ? structural : others).push(step);
    };
    push({ place, key, value });
    for (let step = structural.pop() ?? others.pop(); step; step = structural.pop() ?? others.pop()) {
      this.#visit(snapshot, step, push);
    }
  }

  #visit(snapshot: Snapshot, step: Step, push: (step: Step) => void): void {
    const value = snapshot.revision.resolve(step.value);
    const place = placeOfItem(snapshot, step, value);
    if (step.value instanceof PdfRef && !this.#assign(step.value.num, place, step.key)) return;
    if (value instanceof PdfDict && place.field !== null && place.page !== null && !this.#fieldPages.has(place.field)) {
      this.#fieldPages.set(place.field, place.page);
    }
    if (value instanceof PdfArray) this.#visitItems(place, step.key, value, push);
    if (!(value instanceof PdfDict || value instanceof PdfStream)) return;
    const dict = value instanceof PdfStream ? value.dict : value;
    for (const [key, entry] of dict.entries) {
      if (leadsOn(entry) && !isLink(place, key)) push({ place: childPlace(place, key, value), key, value: entry });
    }
  }

  /** Lists that grow with each revision are met in each: what stands there already was walked through. */
  #visitItems(place: Place, key: string | null, { items }: PdfArray, push: (step: Step) => void): void {
    const id = ITEM_PLACES[place.type] ? null : placeKey(place);
    const known = (item: PdfObject) => id !== null && item instanceof PdfRef && this.#places.get(item.num)?.has(id);
    for (const item of items) if (leadsOn(item) && !known(item)) push({ place, key, value: item });
  }

  /** False when the object has this role already, or the way to it is only a link. */
  #assign(num: number, place: Place, key: string | null): boolean {
    const places = this.#places.get(num) ?? new Map<string, Place>();
    const id = placeKey(place);
    if (places.has(id) || !includes(place, key, places.values())) return false;
    places.set(id, place);
    this.#places.set(num, places);
    return true;
  }
}

const leadsOn = (value: PdfObject): boolean =>
  value instanceof PdfRef || value instanceof PdfDict || value instanceof PdfArray || value instanceof PdfStream;

const COLLECTIONS = new Set<string>(['trailer', 'kids', 'fields', 'annotations']);

type ItemPlace = (snapshot: Snapshot, step: Pick<Step, 'place' | 'value'>, value: PdfDict) => Place;

/** Items of /Kids, /Fields and /Annots become pages, fields and annotations; a signature's value becomes one. */
const ITEM_PLACES: Partial<Record<PlaceType, ItemPlace>> = {
  kids: (snapshot, { place, value: reference }, dict) =>
    isPagesNode(dict) ? { ...place, type: 'pages' } : { ...place, type: 'page', page: snapshot.pageNumber(reference) },
  fields: (snapshot, { place }, dict) => ({
    ...place,
    type: 'field',
    entry: '',
    field: snapshot.fieldName(dict, place.field),
  }),
  annotations: (snapshot, { place, value: reference }, dict) => annotationPlace(snapshot, place, dict, reference),
  value: (_snapshot, { place }, dict) =>
    dict.has('ByteRange') || isName(dict.get('Type'), 'Sig') ? { ...place, type: 'signature' } : place,
};

/** Where an item of what stands at `place` stands itself. */
export function placeOfItem(snapshot: Snapshot, step: Pick<Step, 'place' | 'value'>, value: PdfObject): Place {
  const itemPlace = value instanceof PdfDict ? ITEM_PLACES[step.place.type] : undefined;
  return itemPlace ? itemPlace(snapshot, step, value as PdfDict) : step.place;
}

function annotationPlace(snapshot: Snapshot, place: Place, dict: PdfDict, reference: PdfObject): Place {
  const field = snapshot.fieldOf(dict);
  if (field) return { ...place, type: 'field', entry: '', field: field.name };
  return { ...place, type: 'annotation', annotation: reference instanceof PdfRef ? reference.num : null };
}
