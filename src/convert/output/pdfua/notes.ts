/** Notes (ISO 14289-1, 7.9): each has an identifier, which the tree of identifiers lists (ISO 32000-1, 14.7.2). */
import { latin1, type PdfObject, PdfString, writeNameTree } from '../../../pdf/index.js';
import type { TagTree } from './tags.js';

export function identifyNotes(tree: TagTree): void {
  const identified = new Map<string, PdfObject>();
  let notes = 0;
  for (const tag of tree.all()) {
    if (tree.typeOf(tag) === 'Note') tag.set('ID', new PdfString(`note-${++notes}`, false, null));
    const id = tag.get('ID');
    if (id instanceof PdfString) identified.set(latin1(id), tag.ref);
  }
  if (notes > 0) tree.change('IDTree', writeNameTree(identified));
}
