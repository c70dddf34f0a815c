/**
 * Named destinations (ISO 32000-2, 12.3.2.4) and embedded files (7.11.4). Two documents may use the same name: links within a
 * document get the destination itself, and the names stay for links from outside; of equal names, the first document's.
 */
import {
  dict,
  dictWith,
  isName,
  latin1,
  nameTree,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfString,
  writeNameTree,
} from '../../pdf/index.js';
import { cached } from '../../system/collections.js';
import type { Part } from './part.js';

/** By name, one character per byte; values as in the document. */
export type Destinations = ReadonlyMap<string, PdfArray>;

/** Each part of a split asks for them. */
export const destinationsOf = cached((revision: PdfRevision): Destinations => {
  const names = nameTree(revision, revision.getDict(revision.root, 'Names')?.get('Dests'));
  const old = [...(revision.getDict(revision.root, 'Dests')?.entries ?? [])];
  const found = [...old, ...names].flatMap(([name, value]) => {
    const destination = explicit(revision, value);
    return destination ? [[name, destination] as const] : [];
  });
  return new Map(found);
});

function explicit(revision: PdfRevision, value: PdfObject): PdfArray | null {
  const resolved = revision.resolve(value);
  const destination = resolved instanceof PdfDict ? revision.get(resolved, 'D') : resolved;
  return destination instanceof PdfArray ? destination : null;
}

/** The dictionary with the destination in the place of its name; a name that the document lacks leads nowhere. */
export function withDestination(revision: PdfRevision, entries: PdfDict, known: Destinations): PdfDict {
  const key = isName(revision.get(entries, 'S'), 'GoTo') ? 'D' : 'Dest';
  if (!entries.has(key)) return entries;
  const value = revision.get(entries, key);
  if (value instanceof PdfString) return dictWith(entries, { [key]: known.get(latin1(value)) ?? null });
  if (value instanceof PdfName) return dictWith(entries, { [key]: known.get(value.name) ?? null });
  return entries;
}

/** Null: there are none. `destinations`: of each document. */
export function joinNames(parts: readonly Part[], destinations: readonly Destinations[]): PdfObject {
  const all = new Map<string, PdfObject>();
  for (const [i, { copier, selection }] of parts.entries())
    for (const [name, value] of destinations[i]!)
      if (!all.has(name) && selection?.hasDestination(value) !== false) all.set(name, copier.copy(value));
  const files = joinAttachments(parts);
  if (all.size + files.size === 0) return null;
  return dict({
    ...(all.size > 0 && { Dests: writeNameTree(all) }),
    ...(files.size > 0 && { EmbeddedFiles: writeNameTree(files) }),
  });
}

/**
 * Readers ignore keys, which only have to differ: one that is `used` gets a number, from `first` on. Many equal ones take a time
 * that grows with their number.
 */
export function unusedKeys(used: ReadonlyMap<string, unknown>): (key: string, first: number) => string {
  const next = new Map<string, number>();
  return (key, first) => {
    if (!used.has(key)) return key;
    let number = Math.max(first, next.get(key) ?? first);
    while (used.has(`${key} (${number})`)) number++;
    next.set(key, number + 1);
    return `${key} (${number})`;
  };
}

/** All of them are kept: the keys of their name tree only have to differ. */
function joinAttachments(parts: readonly Part[]): ReadonlyMap<string, PdfObject> {
  const all = new Map<string, PdfObject>();
  const unusedKey = unusedKeys(all);
  for (const [i, { revision, copier }] of parts.entries()) {
    const names = revision.getDict(revision.root, 'Names');
    for (const [key, value] of nameTree(revision, names?.get('EmbeddedFiles'))) {
      const file = copier.copy(value);
      if (file !== null) all.set(unusedKey(key, i + 1), file);
    }
  }
  return all;
}
