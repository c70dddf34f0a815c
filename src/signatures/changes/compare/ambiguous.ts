/** Names, numbers and nulls of an update that programs read differently. */
import {
  inheritedEntry,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  partsOf,
  sameAmbiguities,
} from '../../../pdf/index.js';
import type { RevisionPair } from './equality.js';

/** `touched`: numbers of the objects that the update wrote. */
export function noteAmbiguous(pair: RevisionPair, touched: Iterable<number>): void {
  const [before, after] = [pair.before.revision, pair.after.revision];
  for (const num of touched) {
    if (!sameAmbiguities(ambiguitiesOf(before, num), ambiguitiesOf(after, num)) || hasNullEntry(after, num))
      after.document.note('token-ambiguous', after.index, num);
  }
}

/** `num`: an object that the document did not have before, in these bytes or in others. */
export function noteIfAmbiguous(revision: PdfRevision, num: number): void {
  if (ambiguitiesOf(revision, num).length > 0) revision.document.note('token-ambiguous', revision.index, num);
}

function ambiguitiesOf(revision: PdfRevision, num: number): readonly string[] {
  const { value = null, ambiguities = [] } = revision.object(num) ?? {};
  if (ambiguities.length === 0) return ambiguities;
  return ambiguities.filter(written => !isDefault(revision, value, written));
}

const ZERO = /^\/(Rotate|F|Ff|Q) 0\.0$/;

/** 0.0, for which programs that ignore it take the default value 0, unless another one is inherited. */
function isDefault(revision: PdfRevision, value: PdfObject, written: string): boolean {
  const key = ZERO.exec(written)?.[1];
  if (key === undefined || !(value instanceof PdfDict)) return false;
  const parent = revision.getDict(value, 'Parent');
  return !parent || inheritedEntry(revision, parent, key) === undefined;
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/** Null is the same as no entry (7.3.7), but some programs take it for the value that the page has then. */
function hasNullEntry(revision: PdfRevision, num: number): boolean {
  const open: PdfObject[] = [revision.object(num)?.value ?? null];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    revision.budget.step();
    if (value instanceof PdfDict && hidesInherited(revision, value)) return true;
    for (const part of partsOf(value)) open.push(part);
  }
  return false;
}

const hidesInherited = (revision: PdfRevision, dict: PdfDict): boolean =>
  INHERITED.some(
    key => dict.has(key) && revision.get(dict, key) === null && inheritedEntry(revision, dict, key) !== undefined,
  );
