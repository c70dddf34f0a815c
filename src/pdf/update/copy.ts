/** Copies objects of one PDF, as this reader reads them, with everything that they refer to into another one. */
import type { PdfRevision } from '../document/revision.js';
import { isName, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '../syntax/objects.js';
import { dictWith } from './serialize.js';
import type { Update } from './update.js';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Returns a function that copies a value: an object that several values refer to is copied once. `leftOut`: entries of streams
 * that are not copied.
 */
export function copier(
  source: PdfRevision,
  target: Pick<Update, 'reserve' | 'replace' | 'replaceStream'>,
  leftOut = NOTHING,
): (value: PdfObject) => PdfObject {
  const copies = new Map<number, PdfRef>();
  const open: PdfRef[] = [];
  const copyOf = (ref: PdfRef): PdfRef => {
    const known = copies.get(ref.num);
    if (known) return known;
    const copy = target.reserve();
    copies.set(ref.num, copy);
    open.push(ref);
    return copy;
  };
  return value => {
    const copied = withReferences(value, copyOf);
    for (let ref = open.pop(); ref; ref = open.pop()) {
      const object = source.object(ref.num, ref.gen)?.value ?? null;
      const copy = copies.get(ref.num)!;
      if (object instanceof PdfStream) {
        const entries = withoutEntries(plainEntries(source, object), leftOut);
        target.replaceStream(copy, withReferences(entries, copyOf), source.rawStream(object));
      } else target.replace(copy, withReferences(object, copyOf));
    }
    return copied;
  };
}

function withReferences<T extends PdfObject>(value: T, replace: (ref: PdfRef) => PdfRef): T;
function withReferences(value: PdfObject, replace: (ref: PdfRef) => PdfRef): PdfObject {
  const inner = (item: PdfObject): PdfObject => withReferences(item, replace);
  if (value instanceof PdfRef) return replace(value);
  if (value instanceof PdfArray) return new PdfArray(value.items.map(inner), null);
  if (!(value instanceof PdfDict)) return value;
  return new PdfDict(new Map([...value.entries].map(([key, item]) => [key, inner(item)])), null);
}

const withoutEntries = ({ entries }: PdfDict, keys: ReadonlySet<string>): PdfDict =>
  new PdfDict(new Map([...entries].filter(([key]) => !keys.has(key))), null);

/** The dictionary of a stream for another file, which may have its own encryption: without /Length and the filter Crypt. */
export function plainEntries(revision: PdfRevision, stream: PdfStream): PdfDict {
  const entries = withoutEntries(stream.dict, new Set(['Length']));
  const list = revision.items(revision.get(stream, 'Filter'));
  const isCrypt = (filter: PdfObject): boolean => isName(filter, 'Crypt');
  if (!list.some(isCrypt)) return entries;
  const parameters = revision.getArray(stream, 'DecodeParms')?.items ?? [];
  const keep = <T>(items: readonly T[]): T[] => items.filter((_, i) => !isCrypt(list[i] ?? null));
  return dictWith(entries, {
    Filter: new PdfArray(keep(list), null),
    DecodeParms: new PdfArray(keep(list.map((_, i) => parameters[i] ?? null)), null),
  });
}
