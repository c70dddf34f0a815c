/**
 * Changes of annotations and fields after signing that alter what a reader sees of the signed content: marks that cover it,
 * marks that covered it and no longer do, and another order of overlapping marks. A cheap test of areas comes first; the
 * renderer decides where they meet. What cannot be rendered counts as covering.
 */
import type { PdfRevision } from '../../../pdf/index.js';
import { Snapshot } from '../compare/snapshot.js';
import { candidatesOf, newSignatureMarks } from './candidates.js';
import { changedMarks } from './changed-marks.js';
import {
  type ChangedPage,
  differentPage,
  type Overlay,
  ratedOverlay,
  reorderedMarks,
  visibleSignature,
} from './overlay.js';
import type { RenderedPage, RenderOptions } from './rendering.js';

export type { Overlay } from './overlay.js';
export type { RenderOptions } from './rendering.js';

interface Snapshots {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

interface ExaminedPage extends RenderedPage {
  readonly at: ChangedPage;
  /** Found without rendering. */
  readonly overlays: readonly Overlay[];
}

/** Compares the revision `signed` with the latest one. `pages`: those to examine, each with the revision that changed it last. */
export async function findOverlays(
  signed: PdfRevision,
  pages: ReadonlyMap<number, number>,
  options: RenderOptions,
): Promise<Overlay[]> {
  const snapshots = { before: new Snapshot(signed), after: new Snapshot(signed.document.latest) };
  const examined = [...pages]
    .map(([page, revision]) => examine(snapshots, { page, revision }))
    .filter(found => !!found);
  const known = examined.flatMap(({ overlays }) => overlays);
  const open = examined.filter(({ candidates }) => candidates.length > 0);
  return open.length === 0 ? known : [...known, ...(await renderedOverlays(snapshots, open, options))];
}

/** Null when the page is another one now, which is a change of content. */
function examine({ before, after }: Snapshots, at: ChangedPage): ExaminedPage | null {
  const [from, to] = [before, after].map(snapshot => snapshot.pages?.pages[at.page - 1]);
  if (!from || !to || from.ref?.num !== to.ref?.num) return null;
  const pages = { before: from.dict, after: to.dict };
  const marks = changedMarks(before, after, pages);
  const signatures = newSignatureMarks(marks).map(mark => visibleSignature(at, after, mark));
  const overlays = marks.reordered ? [...signatures, reorderedMarks(at)] : signatures;
  return { at, pages, marks, overlays, candidates: candidatesOf(before, after, pages.before, marks) };
}

async function renderedOverlays(
  snapshots: Snapshots,
  pages: readonly ExaminedPage[],
  options: RenderOptions,
): Promise<Overlay[]> {
  // loads the renderer, which few signed documents need
  const { ratePages } = await import('./rendering.js');
  const rated = await ratePages(snapshots, pages, options);
  return pages.flatMap(({ at, marks, candidates }, i) => {
    const { sameContent, coverages } = rated[i]!;
    const overlays = candidates.map((candidate, j) =>
      ratedOverlay(at, snapshots.after, marks, candidate, coverages[j]!),
    );
    return [...overlays.filter(overlay => overlay !== null), ...(sameContent ? [] : [differentPage(at)])];
  });
}
