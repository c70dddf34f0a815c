/** The changes that each revision after the first signed one made, each judged by the rule that allows it, if any. */
import type { IndirectObject, PdfDocument, PdfObject, PdfRevision } from '../../pdf/index.js';
import type { ChangeClass } from '../result.js';
import { changedNumbers } from './changed.js';
import { compare, type Judged } from './compare.js';
import { type Pair, pairOf } from './equal.js';
import type { Box } from './matrix.js';
import { coversContent, visibleBox } from './overlay.js';
import { TRAILER } from './place.js';
import { Roles } from './roles.js';
import type { ChangeRule, Difference } from './rules/index.js';
import { sentenceFor } from './sentences.js';
import { Snapshot } from './snapshot.js';

export interface Change {
  readonly revision: number;
  /** Of the rule that recognizes it; 'content' where none does. */
  readonly class: Exclude<ChangeClass, 'none'>;
  /** What that rule recognizes, as a noun phrase: for a change without a message. */
  readonly kind: string;
  readonly page: number | null;
  readonly field: string | null;
  /** Null: it only goes along with another change. */
  readonly message: string | null;
  readonly warnings: readonly string[];
  /** Where a new mark or signature shows itself. */
  readonly box: Box | null;
  /** Where what it paints must not cover content; null: it paints nothing. */
  readonly paints: NonNullable<ChangeRule['paints']> | null;
  /** Whether it paints over what the page shows. Computed at the first call: the page has to be interpreted. */
  coversContent(): boolean;
}

/** `first`: the oldest signed revision; everything before it is under some signature. */
export function analyse(document: PdfDocument, first: PdfRevision): Change[] {
  const roles = new Roles();
  let before = new Snapshot(first);
  roles.adopt(before, TRAILER, first.trailer);
  const changes: Change[] = [];
  for (const revision of document.revisions.slice(first.index)) {
    const after = new Snapshot(revision);
    changes.push(...changesBetween(pairOf(before, after), roles));
    before = after;
  }
  return changes;
}

/**
 * The trailer and every changed object, in each place where it stands. What is new has no place yet: it is judged where
 * something that has one begins to refer to it.
 */
function changesBetween(pair: Pair, roles: Roles): Change[] {
  const judged: Judged[] = [];
  const found = (item: Judged): void => void judged.push(item);
  const [from, to] = [pair.before.revision, pair.after.revision];
  const changed = changedNumbers(pair).map(num => ({ num, places: roles.of(num) }));
  compare(pair, TRAILER, from.trailer, to.trailer, found);
  for (const { num, places } of changed) {
    const [before, after] = [from.object(num), seenBy(pair, num)];
    for (const place of places) compare(pair, place, before?.value ?? null, after?.value ?? null, found);
  }
  roles.adopt(pair.after, TRAILER, to.trailer);
  for (const { num, places } of changed) {
    const value = to.object(num)?.value ?? null;
    for (const place of places) roles.adopt(pair.after, place, value);
  }
  return distinct(judged.map(item => changeFrom(item, roles)));
}

/** References name a generation (7.3.10): an object that was given another one is gone for them. */
function seenBy({ before, after }: Pair, num: number): IndirectObject | null {
  return after.revision.object(num, before.revision.object(num)?.gen);
}

function changeFrom({ difference, rule }: Judged, roles: Roles): Change {
  const { pair, place } = difference;
  const page = roles.pageOf(place);
  const said = rule ? rule.says?.(difference) : sentenceFor(difference);
  return {
    revision: pair.after.revision.index,
    class: rule?.class ?? 'content',
    kind: rule?.allows ?? 'a change',
    page,
    field: place.field,
    message: said === undefined ? null : `${where(page, place.field)}${said}`,
    warnings: [rule?.warns?.(difference) ?? []].flat(),
    box: rule?.paints === undefined ? null : visibleBox(pair.after, painter(difference)),
    paints: rule?.paints ?? null,
    coversContent: once(() => rule?.paints !== undefined && coversContent(pair, page, painter(difference))),
  };
}

/** The annotation or widget that a change makes paint anew. */
function painter({ pair, place, after, holder }: Difference): PdfObject {
  if (place.annotation !== null) return pair.after.revision.object(place.annotation)?.value ?? null;
  return holder?.after ?? after;
}

function where(page: number | null, field: string | null): string {
  const parts = [page === null ? '' : `page ${page}`, field === null ? '' : `field '${field}'`];
  const place = parts.filter(Boolean).join(', ');
  return place === '' ? '' : `${place}: `;
}

function once(look: () => boolean): () => boolean {
  let known: boolean | null = null;
  return () => {
    known ??= look();
    return known;
  };
}

/** One change is found in several places: a field in the form and as a widget on its page, its value and its look. */
function distinct(changes: readonly Change[]): Change[] {
  const kept = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.class} ${change.field} ${change.message ?? change.kind}`;
    const known = kept.get(key);
    kept.set(key, known ? merged(known, change) : change);
  }
  return [...kept.values()];
}

const merged = (a: Change, b: Change): Change => ({
  ...a,
  page: a.page ?? b.page,
  warnings: [...new Set([...a.warnings, ...b.warnings])],
  box: a.box ?? b.box,
  coversContent: () => a.coversContent() || b.coversContent(),
});
