/** Page labels (ISO 32000-2, 12.4.2): those of each document; one without labels counts from 1. */
import { dict, numberTree, PdfName, type PdfObject, writeNumberTree } from '../../pdf/index.js';
import type { Part } from './part.js';

/** Null: no document has any. */
export function joinLabels(parts: readonly Part[]): PdfObject {
  const own = parts.map(({ revision, pages }) =>
    numberTree(revision, revision.root?.get('PageLabels')).filter(([page]) => page < pages.length),
  );
  if (own.every(entries => entries.length === 0)) return null;
  const all = new Map<number, PdfObject>();
  for (const [i, { firstPage, copier }] of parts.entries()) {
    all.set(firstPage, dict({ S: new PdfName('D') }));
    for (const [page, label] of own[i]!) all.set(firstPage + page, copier.copy(label));
  }
  return writeNumberTree(all);
}
