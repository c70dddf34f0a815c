/** Changes after signing: what later revisions changed, where, and of which class. */
import { DocconvError } from '../../errors.js';
import type { PdfDocument, PdfNoteCode, PdfRevision } from '../../pdf/index.js';
import type { Change } from './revision-changes.js';

export { activeContent } from './active-content.js';
export type { Change } from './revision-changes.js';

/**
 * For each signed revision the changes that later revisions made, in the order given; null = they could not be compared,
 * or the signature covers no revision. The revisions are compared once for all signatures.
 */
export async function changesAfter(
  document: PdfDocument,
  signedRevisions: readonly (PdfRevision | null)[],
): Promise<(readonly Change[] | null)[]> {
  const last = document.revisions.length;
  const earlier = signedRevisions.flatMap(signed => (signed && signed.index < last ? [signed.index] : []));
  const changes =
    earlier.length > 0 ? await findChangesWithinLimits(document, document.revisions[Math.min(...earlier) - 1]!) : [];
  return signedRevisions.map(signed => {
    if (signed?.index === last) return [];
    if (!signed || !changes || document.recovered || isAmbiguousAfter(document, signed)) return null;
    return changes.filter(change => change.revision > signed.index);
  });
}

/** Null when the document exceeds the limits of the comparison. Loaded on demand: most files have no later revision. */
async function findChangesWithinLimits(document: PdfDocument, first: PdfRevision): Promise<Change[] | null> {
  const { findChanges } = await import('./revision-changes.js');
  try {
    return findChanges(document, first);
  } catch (thrown) {
    if (thrown instanceof DocconvError && thrown.code === 'LIMIT_EXCEEDED') return null;
    throw thrown;
  }
}

/** Departures from the standard that make two programs read two different documents. */
const AMBIGUOUS = new Set<PdfNoteCode>(['hybrid-conflict', 'duplicate-key', 'xref-order', 'xref-entry-malformed']);

const isAmbiguousAfter = (document: PdfDocument, signed: PdfRevision): boolean =>
  document.notes.some(({ code, revision }) => AMBIGUOUS.has(code) && revision !== null && revision > signed.index);
