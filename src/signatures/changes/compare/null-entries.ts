/**
 * Entries that are null. Null is the same as no entry (7.3.7), but PDFium or MuPDF take it for the value, where no entry means
 * one that is inherited or a default.
 */
import {
  dictOf,
  inheritedEntry,
  isComposite,
  type PdfDict,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  partsOf,
} from '../../../pdf/index.js';

/** Of pages, if they inherit another value. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** Of fonts, images, annotations and fields. */
const OTHERS = ['Widths', 'Filter', 'Decode', 'AP', 'AS', 'CA', 'DA', 'FT', 'Ff', 'Q'];

/** The keys of such entries in an object, in their order. */
export function nullEntriesOf(revision: PdfRevision, num: number): readonly string[] {
  const found: string[] = [];
  const open: PdfObject[] = [revision.object(num)?.value ?? null];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    revision.budget.step();
    const dict = dictOf(value);
    if (dict) found.push(...nullKeys(revision, dict));
    for (const part of partsOf(value)) if (isComposite(part)) open.push(part);
  }
  return found;
}

function nullKeys(revision: PdfRevision, dict: PdfDict): string[] {
  const isNull = (key: string) => dict.has(key) && revision.get(dict, key) === null;
  return [
    ...INHERITED.filter(key => isNull(key) && inheritedEntry(revision, dict, key) !== undefined),
    ...OTHERS.filter(isNull),
    // programs that clear a field write null itself
    ...['V'].filter(key => dict.get(key) instanceof PdfRef && isNull(key)),
  ];
}
