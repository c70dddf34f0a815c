/** What a document does or shows apart from the content of its pages (ISO 32000-2, 12.6 and 8.11). */
import type { PdfRevision } from '../document/revision.js';
import { isName } from '../syntax/objects.js';

export const hasScripts = (revision: PdfRevision): boolean =>
  revision.getDict(revision.getDict(revision.root, 'Names'), 'JavaScript') !== null ||
  isName(revision.resolve(revision.getDict(revision.root, 'OpenAction')?.get('S')), 'JavaScript');

/** At its opening, closing, saving or printing. A destination or a /GoTo action as /OpenAction only selects the view (12.3.2). */
export function hasDocumentActions(revision: PdfRevision): boolean {
  const action = revision.getDict(revision.root, 'OpenAction');
  const isNavigation = action === null || isName(action.get('S'), 'GoTo');
  return !isNavigation || (revision.getDict(revision.root, 'AA')?.entries.size ?? 0) > 0;
}

export const hasXfa = (revision: PdfRevision): boolean =>
  revision.get(revision.getDict(revision.root, 'AcroForm'), 'XFA') !== null;

export function hasLayers(revision: PdfRevision): boolean {
  const properties = revision.getDict(revision.root, 'OCProperties');
  return (revision.getArray(properties, 'OCGs')?.items.length ?? 0) > 0;
}
