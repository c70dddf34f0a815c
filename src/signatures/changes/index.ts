/** Changes after signing: what later revisions changed, where, and of which class. */
import type { PdfDocument, PdfNoteCode, PdfRevision } from '../../pdf/index.js';
import type { Overlay, RenderOptions } from './overlay/index.js';
import type { Change } from './revision-changes.js';

export { activeContent } from './active-content.js';
export type { Overlay, RenderOptions } from './overlay/index.js';
export { located } from './place.js';
export type { Change } from './revision-changes.js';

/**
 * For each signed revision the changes that later revisions made, in the order given; null = the signature covers no
 * revision. A change without a class stands for what could not be compared. The revisions are compared once for all
 * signatures.
 */
export async function changesAfter(
  document: PdfDocument,
  signedRevisions: readonly (PdfRevision | null)[],
): Promise<(readonly Change[] | null)[]> {
  const last = document.revisions.length;
  const earlier = signedRevisions.flatMap(signed => (signed && signed.index < last ? [signed.index] : []));
  if (earlier.length === 0) return signedRevisions.map(signed => signed && []);
  // loaded on demand: most files have no later revision
  const { findChanges, undetermined } = await import('./revision-changes.js');
  const signed = inOrder(earlier).map(index => document.revisions[index - 1]!);
  // where a part of the cross-reference is lost, objects are missing from the revisions that remain
  const changes = document.recovered
    ? [undetermined(last, 'recovered')]
    : findChanges(document, signed as [PdfRevision, ...PdfRevision[]]);
  const changesSince = (signed: PdfRevision): Change[] => {
    const found = changes.filter(change => change.revision > signed.index);
    return isAmbiguousAfter(document, signed) ? [...found, undetermined(last, 'ambiguous')] : found;
  };
  return signedRevisions.map(signed => signed && changesSince(signed));
}

/**
 * For each signed revision what the changes after it cover or uncover; empty where a change is not permitted in any case.
 * `changes`: the result of `changesAfter`.
 */
export async function overlaysAfter(
  document: PdfDocument,
  signed: readonly { readonly revision: PdfRevision | null; readonly certified: boolean }[],
  changes: readonly (readonly Change[] | null)[],
  options: RenderOptions,
): Promise<(readonly Overlay[])[]> {
  const pages = signed.map((_, i) => pagesToExamine(changes[i] ?? []));
  if (pages.every(({ size }) => size === 0)) return pages.map(() => []);
  // loaded on demand: most changes after signing are on no page
  const { findOverlays } = await import('./overlay/index.js');
  return findOverlays(
    document,
    signed.map((one, i) => ({ ...one, pages: pages[i]! })),
    options,
  );
}

const inOrder = (indices: readonly number[]): number[] => [...new Set(indices)].sort((a, b) => a - b);

/** Page -> the last revision that changed it. Empty when a change of content is not permitted anyway. */
function pagesToExamine(changes: readonly Change[]): Map<number, number> {
  if (changes.some(change => change.class === 'content')) return new Map();
  const relevant = changes.filter(({ showsNothing }) => !showsNothing);
  return new Map(relevant.flatMap(({ pages, revision }) => pages.map(page => [page, revision] as const)));
}

/** Departures from the standard that make two programs read two different documents. */
const AMBIGUOUS = new Set<PdfNoteCode>([
  'hybrid-conflict',
  'duplicate-key',
  'token-ambiguous',
  'xref-order',
  'xref-entry-malformed',
]);

const isAmbiguousAfter = (document: PdfDocument, signed: PdfRevision): boolean =>
  document.notes.some(({ code, revision }) => AMBIGUOUS.has(code) && revision !== null && revision > signed.index);
