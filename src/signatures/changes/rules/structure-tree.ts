/** Additions to the structure tree (ISO 32000-2, 14.7) that keep all existing elements, kids and numbers in their order. */
import { PdfArray, PdfDict, type PdfObject, PdfRef } from '../../../pdf/index.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import type { Difference } from './rule.js';

export function growsOnly({ pair, before, after }: Difference): boolean {
  return grows(pair, before, after, 0);
}

const MAX_DEPTH = 100;
/** Counters and limits, which change with every addition. */
const COUNTERS = new Set(['ParentTreeNextKey', 'Limits']);
const LISTS = new Set(['K', 'Nums', 'Kids', 'ParentTree', 'IDTree', 'Names']);
const ADDED_ONCE = new Set([...LISTS, 'RoleMap', 'ClassMap']);

function grows(pair: RevisionPair, before: PdfObject, after: PdfObject, depth: number): boolean {
  if (equalResolved(pair, before, after)) return true;
  if (depth > MAX_DEPTH) return false;
  const [from, to] = [pair.before.revision.resolve(before), pair.after.revision.resolve(after)];
  if (to instanceof PdfArray) return arrayGrows(pair, from, before, to, depth);
  if (!(from instanceof PdfDict && to instanceof PdfDict)) return false;
  const keys = new Set([...from.entries.keys(), ...to.entries.keys()]);
  return [...keys].every(key => entryGrows(pair, key, from, to, depth));
}

function entryGrows(pair: RevisionPair, key: string, from: PdfDict, to: PdfDict, depth: number): boolean {
  const [before, after] = [from.get(key) ?? null, to.get(key) ?? null];
  if (COUNTERS.has(key)) return after !== null;
  if (ADDED_ONCE.has(key) && before === null) return true;
  return LISTS.has(key) ? grows(pair, before, after, depth + 1) : equalResolved(pair, before, after);
}

/** A single kid may be replaced by an array that contains it (Table 354, K). */
function arrayGrows(pair: RevisionPair, from: PdfObject, reference: PdfObject, to: PdfArray, depth: number): boolean {
  const old = from instanceof PdfArray ? from.items : [reference instanceof PdfRef ? reference : from];
  let next = 0;
  for (const item of to.items) if (next < old.length && grows(pair, old[next]!, item, depth + 1)) next++;
  return next === old.length;
}
