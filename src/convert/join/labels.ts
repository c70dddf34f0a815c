/** Page labels (ISO 32000-2, 12.4.2): those of each document; one without labels counts from 1. */
import { dict, dictWith, numberTree, PdfDict, PdfName, type PdfObject, writeNumberTree } from '../../pdf/index.js';
import type { Part } from './part.js';

/** Null: no document has any. */
export function joinLabels(parts: readonly Part[]): PdfObject {
  const own = parts.map(labelsOf);
  if (own.every(entries => entries.length === 0)) return null;
  const all = new Map<number, PdfObject>();
  for (const [i, { firstPage, copier }] of parts.entries()) {
    all.set(firstPage, dict({ S: new PdfName('D') }));
    for (const [page, label] of own[i]!) all.set(firstPage + page, copier.copy(label));
  }
  return writeNumberTree(all);
}

/** By the page of the part. A page that is not behind the one before it in the document continues its own numbers. */
function labelsOf({ revision, numbers }: Part): [page: number, label: PdfObject][] {
  const all = numberTree(revision, revision.root?.get('PageLabels')).sort(([a], [b]) => a - b);
  return numbers.flatMap((number, page): [number, PdfObject][] => {
    const [from, label] = all.findLast(([first]) => first <= number) ?? [];
    const entries = revision.resolve(label);
    const isNext = page > 0 && numbers[page - 1] === number - 1;
    if (from === undefined || !(entries instanceof PdfDict) || (isNext && from < number)) return [];
    const start = (revision.getNumber(entries, 'St') ?? 1) + number - from;
    return [[page, from === number ? label! : dictWith(entries, { St: start })]];
  });
}
