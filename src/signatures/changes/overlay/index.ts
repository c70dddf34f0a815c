/**
 * Changes of annotations and fields after signing that alter what a reader sees of the signed content: marks that cover it,
 * marks that covered it and no longer do, and another order of overlapping marks. A cheap test of areas comes first; the
 * renderer decides where they meet. What cannot be rendered counts as covering.
 */
import type { PdfDocument, PdfRevision } from '../../../pdf/index.js';
import { Snapshot } from '../compare/snapshot.js';
import { type Comparison, candidatesOf, newSignatureMarks } from './candidates.js';
import { changedMarks } from './changed-marks.js';
import {
  type ChangedPage,
  differentPage,
  type Overlay,
  ratedOverlay,
  reorderedMarks,
  undeterminedPage,
  visibleSignature,
} from './overlay.js';
import type { RenderedPage, RenderOptions } from './rendering.js';

export type { Overlay } from './overlay.js';
export type { RenderOptions } from './rendering.js';

interface ExaminedPage extends RenderedPage {
  readonly at: ChangedPage;
  /** Found without rendering. */
  readonly overlays: readonly Overlay[];
}

export interface SignedPages {
  readonly revision: PdfRevision | null;
  /** New signatures must not cover content of a certified document; otherwise they are not examined. */
  readonly certified: boolean;
  /** The pages to examine (1 = first), each with the revision that changed it last. */
  readonly pages: ReadonlyMap<number, number>;
}

/** Compares each signed revision with the latest one. */
export async function findOverlays(
  document: PdfDocument,
  signed: readonly SignedPages[],
  options: RenderOptions,
): Promise<Overlay[][]> {
  const after = new Snapshot(document.latest);
  const found: Overlay[][] = [];
  for (const { revision, certified, pages } of signed) {
    const before = revision && pages.size > 0 ? new Snapshot(revision) : null;
    found.push(before ? await overlaysAfter({ before, after, certified }, pages, options) : []);
  }
  return found;
}

/** Milliseconds to find out which marks meet content. The renderer has a limit of its own. */
const TIME_LIMIT_MS = 1_000;

async function overlaysAfter(
  comparison: Comparison,
  pages: ReadonlyMap<number, number>,
  options: RenderOptions,
): Promise<Overlay[]> {
  const { budget } = comparison.after.revision.document;
  const places = [...pages].map(([page, revision]) => ({ page, revision }));
  const examined = budget.within(TIME_LIMIT_MS, () => places.flatMap(at => examine(comparison, at) ?? []));
  if (!examined) return places.slice(0, 1).map(undeterminedPage);
  const known = examined.flatMap(({ overlays }) => overlays);
  const open = examined.filter(({ candidates }) => candidates.length > 0);
  if (open.length === 0) return known;
  return [...known, ...(await budget.pause(() => renderedOverlays(comparison, open, options)))];
}

/** Null when the page does not exist any more, which is a change of content. */
function examine({ before, after, certified }: Comparison, at: ChangedPage): ExaminedPage | null {
  const [from, to] = [before, after].map(snapshot => snapshot.pages?.pages[at.page - 1]);
  if (!from || !to) return null;
  const pages = { before: from.dict, after: to.dict };
  const marks = changedMarks(before, after, pages);
  const signatures = newSignatureMarks(marks).map(mark => visibleSignature(at, after, mark));
  const overlays = marks.reordered ? [...signatures, reorderedMarks(at)] : signatures;
  return { at, pages, marks, overlays, candidates: candidatesOf({ before, after, certified }, pages.after, marks) };
}

async function renderedOverlays(
  { before, after }: Comparison,
  pages: readonly ExaminedPage[],
  options: RenderOptions,
): Promise<Overlay[]> {
  // loads the renderer, which few signed documents need
  const { ratePages } = await import('./rendering.js');
  const rated = await ratePages({ before, after }, pages, options);
  return pages.flatMap(({ at, marks, candidates }, i) => {
    const { sameContent, coverages } = rated[i]!;
    const overlays = candidates.map((candidate, j) => ratedOverlay(at, after, marks, candidate, coverages[j]!));
    return [...overlays.filter(overlay => overlay !== null), ...(sameContent ? [] : [differentPage(at)])];
  });
}
