/** Names, numbers and nulls of an update that programs read differently. */
import {
  areComplete,
  dictOf,
  inheritedEntry,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  sameAmbiguities,
} from '../../../pdf/index.js';
import type { RevisionPair } from './equality.js';
import { nullEntriesOf } from './null-entries.js';

/** `touched`: numbers of the objects that the update wrote. */
export function noteAmbiguous(pair: RevisionPair, touched: Iterable<number>): void {
  const [before, after] = [pair.before.revision, pair.after.revision];
  for (const num of touched) {
    if (!isReadAlike(before, after, num)) after.document.note('token-ambiguous', after.index, num);
  }
}

function isReadAlike(before: PdfRevision, after: PdfRevision, num: number): boolean {
  if (!sameAmbiguities(ambiguitiesOf(before, num), ambiguitiesOf(after, num))) return false;
  if (turnsOthers(before, after, num)) return false;
  const nulls = nullEntriesOf(after, num);
  return nulls.length === 0 || sameAmbiguities(nullEntriesOf(before, num), nulls);
}

/** Pages that inherit another angle: one of them may state 0.0, which some programs ignore. */
function turnsOthers(before: PdfRevision, after: PdfRevision, num: number): boolean {
  const [was, is] = [before, after].map(revision => dictOf(revision.object(num)?.value));
  const angle = is?.has('Kids') && is.has('Rotate') ? after.get(is, 'Rotate') : null;
  return angle !== null && angle !== before.get(was ?? null, 'Rotate');
}

/** `num`: an object that the document did not have before, in these bytes or in others. */
export function noteIfAmbiguous(revision: PdfRevision, num: number): void {
  if (ambiguitiesOf(revision, num).length > 0) revision.document.note('token-ambiguous', revision.index, num);
}

function ambiguitiesOf(revision: PdfRevision, num: number): readonly string[] {
  const { value = null, ambiguities = [] } = revision.object(num) ?? {};
  if (ambiguities.length === 0 || !areComplete(ambiguities)) return ambiguities;
  return ambiguities.filter(written => !isDefault(revision, value, written));
}

const ZERO = /^\/(Rotate|F) 0\.0$/;

/** 0.0, for which programs that ignore it take the default value 0, unless another one is inherited. */
function isDefault(revision: PdfRevision, value: PdfObject, written: string): boolean {
  const key = ZERO.exec(written)?.[1];
  if (key === undefined || !(value instanceof PdfDict)) return false;
  const parent = revision.getDict(value, 'Parent');
  return !parent || inheritedEntry(revision, parent, key) === undefined;
}
