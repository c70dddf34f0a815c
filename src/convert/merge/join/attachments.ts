/** Embedded files (ISO 32000-2, 7.11.4): all of them are kept; the keys of their name tree only have to differ. */
import { nameTree, type PdfObject } from '../../../pdf/index.js';
import type { Part } from './part.js';

export function joinAttachments(parts: readonly Part[]): ReadonlyMap<string, PdfObject> {
  const all = new Map<string, PdfObject>();
  for (const [i, { revision, copier }] of parts.entries()) {
    const names = revision.getDict(revision.root, 'Names');
    for (const [key, value] of nameTree(revision, names?.get('EmbeddedFiles')))
      all.set(all.has(key) ? `${key} (${i + 1})` : key, copier.copy(value));
  }
  return all;
}
