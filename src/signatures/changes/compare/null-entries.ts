/** Entries of pages that are null where the page inherits a value. */
import { inheritedEntry, PdfDict, type PdfObject, type PdfRevision, partsOf } from '../../../pdf/index.js';

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/** Null is the same as no entry (7.3.7), but some programs take it for the value that the page has then. */
export function noteNullEntries(revision: PdfRevision): void {
  for (const num of revision.entries.keys()) {
    const open: PdfObject[] = [revision.object(num)?.value ?? null];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      revision.budget.step();
      if (value instanceof PdfDict && hidesInherited(revision, value))
        revision.document.note('token-ambiguous', revision.index, num);
      for (const part of partsOf(value)) open.push(part);
    }
  }
}

const hidesInherited = (revision: PdfRevision, dict: PdfDict): boolean =>
  INHERITED.some(
    key => dict.has(key) && revision.get(dict, key) === null && inheritedEntry(revision, dict, key) !== undefined,
  );
