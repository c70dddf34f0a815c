/** The page tree (ISO 32000-2, 7.7.3). */
import { cachedIn } from '../../system/collections.js';
import { MAX_DEPTH } from '../budget.js';
import type { PdfRevision } from '../document/revision.js';
import { PdfDict, type PdfObject, PdfRef } from '../syntax/objects.js';

interface Page {
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
}

export interface PageList {
  readonly count: number;
  readonly pages: readonly Page[];
  /** The tree has more pages than the limit. */
  readonly truncated: boolean;
  /** 1 = first; null when the object is not a page. */
  numberOf(ref: PdfRef | null): number | null;
}

/** More than any real document has: page trees can be built to expand without end. */
const MAX_PAGES = 200_000;

/** The first `limit` pages in order; null when there is no page tree. Each node is visited once. */
export const pageList = (revision: PdfRevision, limit = MAX_PAGES): PageList | null => listOf(revision, limit);

/** A split asks for the list with each part. */
const listOf = cachedIn((revision: PdfRevision, limit: number): PageList | null => {
  const tree = revision.root?.get('Pages');
  if (!revision.getDict(revision.root, 'Pages')) return null;
  const pages: Page[] = [];
  const walked = walk(revision, tree, { pages, limit, seen: new Set() }, 0);
  const numbers = new Map(pages.map((page, i) => [page.ref?.num, i + 1]));
  return {
    count: pages.length,
    pages,
    truncated: !walked,
    numberOf: ref => (ref && numbers.get(ref.num)) ?? null,
  };
});

interface Walk {
  readonly pages: Page[];
  readonly limit: number;
  readonly seen: Set<number>;
}

/** False when the limit was exceeded. */
function walk(revision: PdfRevision, node: PdfObject | undefined, state: Walk, depth: number): boolean {
  const ref = node instanceof PdfRef ? node : null;
  if (ref && state.seen.has(ref.num)) return true;
  if (ref) state.seen.add(ref.num);
  const dict = revision.resolve(node);
  if (!(dict instanceof PdfDict) || depth > MAX_DEPTH) return true;
  if (isPage(revision, dict)) return state.pages.push({ ref, dict }) <= state.limit;
  return (revision.getArray(dict, 'Kids')?.items ?? []).every(kid => walk(revision, kid, state, depth + 1));
}

/** By /Type; without it, a node with kids is not a page. */
function isPage(revision: PdfRevision, dict: PdfDict): boolean {
  const type = revision.getName(dict, 'Type');
  return type === 'Page' || (type !== 'Pages' && !dict.has('Kids'));
}

/** The dictionaries in /Annots, in the order of painting. */
export const annotationsOf = (revision: PdfRevision, page: PdfDict): PdfDict[] =>
  (revision.getArray(page, 'Annots')?.items ?? [])
    .map(item => revision.resolve(item))
    .filter(item => item instanceof PdfDict);

/** An inheritable entry, as written: of a page or field, or of the nearest parent that has it (7.7.3.4, 12.7.4.1). */
export function inheritedEntry(revision: PdfRevision, dict: PdfDict, key: string): PdfObject | undefined {
  let node: PdfDict | null = dict;
  for (let depth = 0; node && depth < MAX_DEPTH; depth++) {
    if (revision.get(node, key) !== null) return node.get(key);
    node = revision.getDict(node, 'Parent');
  }
  return undefined;
}

export const inheritedValue = (revision: PdfRevision, dict: PdfDict, key: string): PdfObject =>
  revision.resolve(inheritedEntry(revision, dict, key));
