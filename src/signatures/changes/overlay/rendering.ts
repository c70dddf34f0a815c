/** The decisive part of the test: the renderer compares the page as signed with the page as it is now. */

import { area, type Box, expanded, intersection, type PdfDict, union, visibleArea } from '../../../pdf/index.js';
import {
  type Coverage,
  type CoverageMark,
  type CoveragePage,
  compareCoverage,
  type PageCoverage,
  worseCoverage,
} from '../../../render/index.js';
import { Stopwatch } from '../../../system/stopwatch.js';
import type { Snapshot } from '../compare/snapshot.js';
import type { Candidate } from './candidates.js';
import type { ChangedMarks } from './changed-marks.js';
import { isVisible, type Mark, type MarkLook, MEDIA, type Medium, normalLook } from './marks.js';
import { type DrawnMark, PageVariants } from './page-variants.js';
import { regionsOf } from './regions.js';
import { standIns } from './stand-ins.js';

/** A page with the changed marks to rate. */
export interface RenderedPage {
  readonly pages: { readonly before: PdfDict; readonly after: PdfDict };
  readonly marks: ChangedMarks;
  readonly candidates: readonly Candidate[];
}

export interface RatedPage {
  /** The page without the changed marks looks the same. */
  readonly sameContent: boolean;
  /** One for each candidate: the worst of all looks, on screen and in print; null: could not be determined. */
  readonly coverages: readonly (Coverage | null)[];
}

export interface RenderOptions {
  readonly signal?: AbortSignal;
}

/** Pixels per point: a digit of 8 points is then 16 pixels high. */
const SCALE = 2;
/** In square points, somewhat more than a page of A4: marks that are further apart are rendered apart, which takes less time. */
const JOINED_AREA = 0.6e6;
/** In points, around the marks: the words that they touch are shown completely. */
const MARGIN = 16;
/** Ways of showing one mark. */
const MAX_LOOKS = 8;
const NOTHING: Coverage = { effect: 'none', erasesWord: false, erasesPart: false, blanks: 'none' };

/** More than can be rendered in a few seconds; the others count as not rendered. */
const MAX_PAGES = 1_000;

/** One result for each page, in their order. */
export async function ratePages(
  snapshots: { readonly before: Snapshot; readonly after: Snapshot },
  pages: readonly RenderedPage[],
  { signal }: RenderOptions,
  timeoutMs: number,
): Promise<RatedPage[]> {
  const { document } = snapshots.after.revision;
  const nothing = () => pages.map(page => combine(page, null));
  if (timeoutMs <= 0) return nothing();
  const stopwatch = new Stopwatch();
  const documents = { before: documentOf(snapshots.before), after: documentOf(snapshots.after) };
  const prepared = document.budget.within(timeoutMs, () => {
    const views = pages.map((page, i) => (i < MAX_PAGES ? viewsOf(documents, page) : null));
    return { views, before: documents.before.variants.build(), after: documents.after.variants.build() };
  });
  const remainingMs = timeoutMs - stopwatch.elapsed();
  if (!prepared || remainingMs <= 0) return nothing();
  const { views, before, after } = prepared;
  const requested = views.flatMap(parts => parts?.map(view => view.page) ?? []);
  const request = { before, after, scale: SCALE, pages: requested };
  const results = await compareCoverage(request, { timeoutMs: remainingMs, ...(signal ? { signal } : {}) });
  const rated = new Map(requested.map((page, i) => [page, results[i]!]));
  return pages.map((page, i) =>
    combine(page, views[i]?.map(view => ({ ...view, result: rated.get(view.page)! })) ?? null),
  );
}

/** A page as it is shown on one medium. */
interface View {
  readonly page: CoveragePage;
  readonly candidates: readonly Candidate[];
}

interface RatedView extends View {
  readonly result: PageCoverage;
}

/** `views`: null where nothing could be rendered. A candidate without a view is outside the visible area. */
function combine({ candidates }: RenderedPage, views: readonly RatedView[] | null): RatedPage {
  const coverages = candidates.map(candidate => {
    if (!views || !isRenderable(candidate)) return null;
    const own = views.filter(view => view.candidates.includes(candidate));
    const rated = own.map(view =>
      'problem' in view.result ? null : view.result.marks[view.candidates.indexOf(candidate)]!,
    );
    return rated.reduce(worse, NOTHING);
  });
  const sameContent = (views ?? []).every(({ result }) => 'problem' in result || result.sameContent);
  return { sameContent, coverages };
}

function worse(a: Coverage | null, b: Coverage | null): Coverage | null {
  return a && b && worseCoverage(a, b);
}

const isRenderable = ({ looks }: Candidate): boolean =>
  looks.length <= MAX_LOOKS && looks.every(({ look }) => look.effect !== 'unclear');

interface Side {
  readonly snapshot: Snapshot;
  readonly variants: PageVariants;
}

const documentOf = (snapshot: Snapshot): Side => ({ snapshot, variants: new PageVariants(snapshot.revision) });

interface Documents {
  readonly before: Side;
  readonly after: Side;
}

/** A second view only if screen and print show different marks. */
function viewsOf(documents: Documents, page: RenderedPage): View[] {
  const differ = [...page.marks.all.before, ...page.marks.all.after].some(
    mark => isVisible(mark, 'screen') !== isVisible(mark, 'print'),
  );
  const visible = visibleArea(documents.before.snapshot.revision, page.pages.before);
  return (differ ? MEDIA : MEDIA.slice(0, 1)).flatMap(medium => {
    const shown = page.candidates.filter(candidate => isRenderable(candidate) && isVisible(candidate.mark, medium));
    const parts = regionsOf(shown, candidate => expanded(boxOfLooks(candidate), MARGIN), visible, JOINED_AREA);
    return parts.flatMap(candidates => viewOf(documents, { ...page, candidates }, medium, visible) ?? []);
  });
}

/** One part of the page, with the marks in it. */
function viewOf(
  { before, after }: Documents,
  { pages, marks, candidates }: RenderedPage,
  medium: Medium,
  visible: Box,
): View | null {
  const region = intersection(expanded(candidates.map(boxOfLooks).reduce(union), MARGIN), visible);
  if (area(region) === 0) return null;
  const unchanged = new Set([...marks.unchanged].flatMap(pair => [pair.before, pair.after]));
  const standing = marks.unchanged.map(pair => pair.after).filter(mark => isVisible(mark, medium));
  const below = standIns(after.snapshot, pages.after, standing, region);
  const add = (side: Side, page: PdfDict, shown: readonly Mark[], looks: Looks = NO_LOOKS): number =>
    side.variants.add(
      page,
      region,
      shown.filter(mark => isVisible(mark, medium)).map(mark => drawn(side.snapshot, mark, looks.get(mark))),
      below,
    );
  const [earlier, later] = [marks.before, marks.after].map(list => list.some(mark => isVisible(mark, medium)));
  const isUnchanged = (mark: Mark): boolean => unchanged.has(mark);
  const page: CoveragePage = {
    content: {
      before: add(before, pages.before, marks.all.before.filter(isUnchanged)),
      after: add(after, pages.after, marks.all.after.filter(isUnchanged)),
    },
    before: earlier ? add(before, pages.before, marks.all.before) : null,
    after: later
      ? lookSets(after.snapshot, candidates).map(looks => add(after, pages.after, marks.all.after, looks))
      : [],
    marks: candidates.map(candidate => ({ side: candidate.side, area: areaIn(region, boxOfLooks(candidate)) })),
  };
  return { page, candidates };
}

type Looks = ReadonlyMap<Mark, MarkLook>;
const NO_LOOKS: Looks = new Map();

/**
 * As many sets as the mark with the most looks has, so that each look occurs. One more where a mark shows nothing at present,
 * or has no appearance stream: viewers draw it in different ways, and some draw nothing.
 */
function lookSets(snapshot: Snapshot, candidates: readonly Candidate[]): Looks[] {
  const later = candidates.filter(({ side }) => side === 'after');
  const count = Math.max(1, ...later.map(({ looks }) => looks.length));
  const sets = Array.from(
    { length: count },
    (_, i) => new Map(later.map(({ mark, looks }) => [mark, looks[i] ?? looks[0]!])),
  );
  return later.some(({ mark }) => isUncertain(normalLook(snapshot, mark))) ? [...sets, NO_LOOKS] : sets;
}

const isUncertain = (look: MarkLook | null): boolean =>
  look === null || look.look.effect === 'nothing' || typeof look.source === 'string';

/** A mark without an appearance stream that did not change is left to the renderer. */
function drawn(snapshot: Snapshot, mark: Mark, look: MarkLook | undefined): DrawnMark {
  const shown = look ?? normalLook(snapshot, mark);
  return { mark, look: shown && (look || typeof shown.source !== 'string') ? shown : null };
}

const boxOfLooks = ({ looks }: Candidate): Box => looks.map(look => look.box).reduce(union);

function areaIn(region: Box, box: Box): CoverageMark['area'] {
  const { left, right, bottom, top } = intersection(region, box);
  const [width, height] = [region.right - region.left, region.top - region.bottom];
  return {
    left: (left - region.left) / width,
    top: (region.top - top) / height,
    width: Math.max(0, right - left) / width,
    height: Math.max(0, top - bottom) / height,
  };
}
