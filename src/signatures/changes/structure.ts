/** The structure tree (ISO 32000-2, 14.7) may grow: every element, kid and number that was there stays, in its order. */
import { PdfArray, PdfDict, type PdfObject, PdfRef } from '../../pdf/index.js';
import { equal, type Pair } from './equal.js';
import type { Difference } from './rules/rule.js';

export function growsOnly({ pair, before, after }: Difference): boolean {
  return grows(pair, before, after, 0);
}

const DEEPEST = 100;
/** Numbers and lists that only count and point. */
const COUNTERS = new Set(['ParentTreeNextKey', 'Limits']);
const LISTS = new Set(['K', 'Nums', 'Kids', 'ParentTree', 'IDTree', 'Names']);
const ADDED_ONCE = new Set([...LISTS, 'RoleMap', 'ClassMap']);

function grows(pair: Pair, before: PdfObject, after: PdfObject, depth: number): boolean {
  if (equal(pair, before, after)) return true;
  if (depth > DEEPEST) return false;
  const [from, to] = [pair.before.revision.resolve(before), pair.after.revision.resolve(after)];
  if (to instanceof PdfArray) return arrayGrows(pair, from, before, to, depth);
  if (!(from instanceof PdfDict && to instanceof PdfDict)) return false;
  const keys = new Set([...from.entries.keys(), ...to.entries.keys()]);
  return [...keys].every(key => entryGrows(pair, key, from, to, depth));
}

function entryGrows(pair: Pair, key: string, from: PdfDict, to: PdfDict, depth: number): boolean {
  const [before, after] = [from.get(key) ?? null, to.get(key) ?? null];
  if (COUNTERS.has(key)) return after !== null;
  if (ADDED_ONCE.has(key) && before === null) return true;
  return LISTS.has(key) ? grows(pair, before, after, depth + 1) : equal(pair, before, after);
}

/** A single kid may become the first of a list (Table 354, K). */
function arrayGrows(pair: Pair, from: PdfObject, reference: PdfObject, to: PdfArray, depth: number): boolean {
  const old = from instanceof PdfArray ? from.items : [reference instanceof PdfRef ? reference : from];
  let next = 0;
  for (const item of to.items) if (next < old.length && grows(pair, old[next]!, item, depth + 1)) next++;
  return next === old.length;
}
