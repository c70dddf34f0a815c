/** Name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7). */
import type { PdfRevision } from '../document/revision.js';
import { PdfDict, type PdfObject, PdfRef, PdfString } from '../syntax/objects.js';

const MAX_DEPTH = 64;

/** The entries of a name tree. A key is one character per byte; each node is read once. */
export function nameTree(revision: PdfRevision, root: PdfObject | undefined): [key: string, value: PdfObject][] {
  return entriesOf(revision, root, 'Names').flatMap(([key, value]) =>
    key instanceof PdfString ? [[latin1(key), value] as [string, PdfObject]] : [],
  );
}

export function numberTree(revision: PdfRevision, root: PdfObject | undefined): [key: number, value: PdfObject][] {
  return entriesOf(revision, root, 'Nums').flatMap(([key, value]) =>
    Number.isSafeInteger(key) && (key as number) >= 0 ? [[key as number, value] as [number, PdfObject]] : [],
  );
}

export const latin1 = (text: PdfString): string => Buffer.from(text.bytes).toString('latin1');

type Pair = [key: PdfObject, value: PdfObject];

function entriesOf(revision: PdfRevision, root: PdfObject | undefined, leaf: 'Names' | 'Nums'): Pair[] {
  const found: Pair[] = [];
  const seen = new Set<number>();
  const visit = (node: PdfObject | undefined, depth: number): void => {
    if (node instanceof PdfRef && seen.has(node.num)) return;
    if (node instanceof PdfRef) seen.add(node.num);
    const dict = revision.resolve(node);
    if (!(dict instanceof PdfDict) || depth > MAX_DEPTH) return;
    const items = revision.getArray(dict, leaf)?.items ?? [];
    for (let i = 0; i + 1 < items.length; i += 2) found.push([revision.resolve(items[i]), items[i + 1]!]);
    for (const kid of revision.getArray(dict, 'Kids')?.items ?? []) visit(kid, depth + 1);
  };
  visit(root, 0);
  return found;
}
