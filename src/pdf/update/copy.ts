/** Copies objects of one PDF, with everything that they refer to, into an update of another one. */
import type { PdfRevision } from '../document/revision.js';
import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '../syntax/objects.js';
import type { Update } from './update.js';

/** Returns a function that copies a value: an object that several values refer to is copied once. The source is not encrypted. */
export function copier(source: PdfRevision, target: Update): (value: PdfObject) => PdfObject {
  const copies = new Map<number, PdfRef>();
  const renumber = (value: PdfObject, open: PdfRef[]): PdfObject => {
    if (value instanceof PdfRef) {
      const known = copies.get(value.num);
      const copy = known ?? target.reserve();
      if (!known) {
        copies.set(value.num, copy);
        open.push(value);
      }
      return copy;
    }
    if (value instanceof PdfArray)
      return new PdfArray(
        value.items.map(item => renumber(item, open)),
        null,
      );
    return value instanceof PdfDict ? renumberDict(value, open) : value;
  };
  const renumberDict = ({ entries }: PdfDict, open: PdfRef[]): PdfDict =>
    new PdfDict(new Map([...entries].map(([key, item]) => [key, renumber(item, open)])), null);
  return value => {
    const open: PdfRef[] = [];
    const copied = renumber(value, open);
    for (let ref = open.pop(); ref; ref = open.pop()) {
      const object = source.object(ref.num, ref.gen)?.value ?? null;
      const copy = copies.get(ref.num)!;
      if (object instanceof PdfStream)
        target.replaceStream(copy, renumberDict(object.dict, open), source.rawStream(object));
      else target.replace(copy, renumber(object, open));
    }
    return copied;
  };
}
