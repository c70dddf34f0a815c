/**
 * Named destinations (ISO 32000-2, 12.3.2.4). Two documents may use the same name: links within a document get the
 * destination itself, and the names stay for links from outside; of equal names, the first document's.
 */
import {
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
} from '../../../pdf/index.js';
import type { Part } from './part.js';

/** By name, one character per byte; values as in the document. */
export type Destinations = ReadonlyMap<string, PdfArray>;

export function destinationsOf(revision: PdfRevision): Destinations {
  const names = nameTree(revision, revision.getDict(revision.root, 'Names')?.get('Dests'));
  const old = [...(revision.getDict(revision.root, 'Dests')?.entries ?? [])];
  const found = [...old, ...names].flatMap(([name, value]) => {
    const destination = explicit(revision, value);
    return destination ? [[name, destination] as const] : [];
  });
  return new Map(found);
}

function explicit(revision: PdfRevision, value: PdfObject): PdfArray | null {
  const resolved = revision.resolve(value);
  const destination = resolved instanceof PdfDict ? revision.get(resolved, 'D') : resolved;
  return destination instanceof PdfArray ? destination : null;
}

/** The dictionary with the destination in the place of its name; a name that the document lacks leads nowhere. */
export function withDestination(revision: PdfRevision, dict: PdfDict, known: Destinations): PdfDict {
  const key = isName(revision.get(dict, 'S'), 'GoTo') ? 'D' : 'Dest';
  if (!dict.has(key)) return dict;
  const value = revision.get(dict, key);
  if (value instanceof PdfString) return dictWith(dict, { [key]: known.get(latin1(value)) ?? null });
  if (value instanceof PdfName) return dictWith(dict, { [key]: known.get(value.name) ?? null });
  return dict;
}

/** Adds the names of a document. */
export function addNames(all: Map<string, PdfObject>, { copier }: Part, known: Destinations): void {
  for (const [name, value] of known) if (!all.has(name)) all.set(name, copier.copy(value));
}
