/**
 * Changes of annotations and fields after signing that alter what a reader sees of the signed content: marks that cover it,
 * marks that covered it and no longer do, and another order of overlapping marks. A cheap test of areas comes first; the
 * renderer decides where they meet. Of what cannot be rendered, it is unknown what it covers.
 */
import type { PdfDocument, PdfRevision } from '../../../pdf/index.js';
import { Snapshot } from '../compare/snapshot.js';
import { type Comparison, candidatesOf, visibleFields } from './candidates.js';
import { type ChangedMarks, changedMarks } from './changed-marks.js';
import { KnownRatings } from './known-ratings.js';
import {
  type ChangedPage,
  differentPage,
  type Overlay,
  ratedOverlay,
  reorderedMarks,
  undeterminedPage,
  unknownOrder,
  visibleField,
} from './overlay.js';
import type { RatedPage, RenderedPage, RenderOptions } from './rendering.js';
import { Allowance } from './rendering-work.js';

export type { Overlay } from './overlay.js';
export type { RenderOptions } from './rendering.js';

interface ExaminedPage extends RenderedPage {
  readonly at: ChangedPage;
  /** Found without rendering. */
  readonly overlays: readonly Overlay[];
}

export interface SignedPages {
  readonly revision: PdfRevision | null;
  /** New signatures must not touch content of a certified document; of another one, they may touch lines. */
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
  const render = limitedRenderer(options);
  const known = new KnownRatings();
  const found: Overlay[][] = [];
  for (const { revision, certified, pages } of signed) {
    const before = revision && pages.size > 0 ? new Snapshot(revision) : null;
    found.push(before ? await overlaysAfter({ before, after, certified }, pages, { render, known }) : []);
  }
  return found;
}

/** Units of work to find out which marks meet content, for each signature. */
const EXAMINATION = 600_000;

type Render = (comparison: Comparison, pages: readonly RenderedPage[]) => Promise<RatedPage[]>;

function limitedRenderer(options: RenderOptions): Render {
  const allowance = new Allowance();
  return async (comparison, pages) => {
    // loads the renderer, which few signed documents need
    const { ratePages } = await import('./rendering.js');
    return ratePages(comparison, pages, options, allowance);
  };
}

async function overlaysAfter(
  comparison: Comparison,
  pages: ReadonlyMap<number, number>,
  { render, known }: { readonly render: Render; readonly known: KnownRatings },
): Promise<Overlay[]> {
  const { budget } = comparison.after.revision.document;
  const places = [...pages].map(([page, revision]) => ({ page, revision }));
  const examined = budget.within(EXAMINATION, () => places.flatMap(at => examine(comparison, at) ?? []));
  if (!examined) return places.slice(0, 1).map(undeterminedPage);
  const found = examined.flatMap(page => [...page.overlays, ...overlaysKnown(comparison, page, known)]);
  const open = examined
    .map(page => ({ ...page, candidates: page.candidates.filter(one => known.get(page.marks, one) === null) }))
    .filter(({ candidates }) => candidates.length > 0);
  if (open.length === 0) return found;
  const rated = await render(comparison, open);
  for (const [i, { marks, candidates }] of open.entries())
    for (const [j, candidate] of candidates.entries()) known.keep(marks, candidate, rated[i]!.coverages[j]!);
  return [...found, ...open.flatMap((page, i) => ratedOverlays(comparison, page, rated[i]!))];
}

/** Of the marks that were rated for an earlier signature. */
function overlaysKnown(comparison: Comparison, page: ExaminedPage, known: KnownRatings): Overlay[] {
  const candidates = page.candidates.filter(one => known.get(page.marks, one) !== null);
  const coverages = candidates.map(one => known.get(page.marks, one));
  return ratedOverlays(comparison, { ...page, candidates }, { sameContent: true, coverages });
}

/** Null when the page does not exist any more, which is a change of content. */
function examine({ before, after, certified }: Comparison, at: ChangedPage): ExaminedPage | null {
  const [from, to] = [before, after].map(snapshot => snapshot.pages?.pages[at.page - 1]);
  if (!from || !to) return null;
  const pages = { before: from.dict, after: to.dict };
  const marks = changedMarks(before, after, pages);
  const visible = visibleFields({ before, after, certified }, marks).map(mark => visibleField(at, after, mark));
  const overlays = [...visible, ...orderOf(marks, at)];
  return { at, pages, marks, overlays, candidates: candidatesOf({ before, after, certified }, pages.after, marks) };
}

function orderOf({ reordered }: ChangedMarks, at: ChangedPage): Overlay[] {
  if (reordered === false) return [];
  return [reordered === null ? unknownOrder(at) : reorderedMarks(at)];
}

function ratedOverlays({ after }: Comparison, page: ExaminedPage, { sameContent, coverages }: RatedPage): Overlay[] {
  const { at, marks, candidates } = page;
  const overlays = candidates.map((candidate, i) => ratedOverlay(at, after, marks, candidate, coverages[i]!));
  return [...overlays.filter(overlay => overlay !== null), ...(sameContent ? [] : [differentPage(at)])];
}
