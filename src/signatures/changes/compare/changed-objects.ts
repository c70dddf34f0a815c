/** Finds the objects that an update changed: by its cross-reference, by object streams it replaced, and by value. */
import { isName, PdfRef, PdfStream, type XrefEntry } from '../../../pdf/index.js';
import { equalAsWritten, type RevisionPair } from './equality.js';

/** Numbers of the objects that the update wrote, also with the same value. */
export const touchedNumbers = (pair: RevisionPair): number[] => [...new Set([...restated(pair), ...repacked(pair)])];

/** Those whose canonical value differs. */
export const changedNumbers = (pair: RevisionPair, touched: readonly number[]): number[] =>
  touched.filter(num => !sameObject(pair, num));

function restated({ before, after }: RevisionPair): number[] {
  const numbers: number[] = [];
  for (const [num, entry] of after.revision.entries) {
    if (!sameEntry(before.revision.entry(num), entry)) numbers.push(num);
  }
  return numbers;
}

function sameEntry(a: XrefEntry | undefined, b: XrefEntry): boolean {
  if (a?.kind === 'offset' && b.kind === 'offset') return a.offset === b.offset && a.gen === b.gen;
  if (a?.kind === 'stream' && b.kind === 'stream') return a.container === b.container && a.index === b.index;
  return b.kind === 'free' && (!a || a.kind === 'free');
}

/** Members of object streams that the update replaced: their own cross-reference entries did not change. */
function repacked({ before, after }: RevisionPair): number[] {
  const replaced = new Set<number>();
  for (const num of after.revision.entries.keys()) {
    const values = [before, after].map(({ revision }) => revision.object(num)?.value);
    if (values.some(value => value instanceof PdfStream && isContainer(value))) replaced.add(num);
  }
  if (replaced.size === 0) return [];
  return [...after.revision.objectNumbers()].filter(num => {
    const entry = after.revision.entry(num);
    return entry?.kind === 'stream' && replaced.has(entry.container);
  });
}

/** By /Type, unless it is given by reference. */
const isContainer = ({ dict }: PdfStream): boolean =>
  isName(dict.get('Type'), 'ObjStm') || dict.get('Type') instanceof PdfRef;

function sameObject(pair: RevisionPair, num: number): boolean {
  const before = pair.before.revision.object(num);
  const after = pair.after.revision.object(num);
  if (before === after) return true;
  if (!before || !after) return (before?.value ?? null) === null && (after?.value ?? null) === null;
  return before.gen === after.gen && equalAsWritten(pair, before.value, after.value);
}
