/** Writes name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7). */
import { PdfArray, PdfDict, type PdfObject, PdfString } from '../syntax/objects.js';

/** One node with all entries, in the order of the bytes of their keys. */
export function writeNameTree(entries: ReadonlyMap<string, PdfObject>): PdfDict {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const items = sorted.flatMap(([key, value]) => [new PdfString(Buffer.from(key, 'latin1'), true, null), value]);
  return new PdfDict(new Map([['Names', new PdfArray(items, null)]]), null);
}

export function writeNumberTree(entries: ReadonlyMap<number, PdfObject>): PdfDict {
  const sorted = [...entries].sort(([a], [b]) => a - b);
  return new PdfDict(new Map([['Nums', new PdfArray(sorted.flat(), null)]]), null);
}
