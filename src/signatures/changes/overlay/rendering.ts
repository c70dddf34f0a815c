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
import type { Snapshot } from '../compare/snapshot.js';
import { type Candidate, isOverLines } from './candidates.js';
import type { ChangedMarks } from './changed-marks.js';
import { isVisible, type Mark, type MarkLook, MEDIA, type Medium, normalLook } from './marks.js';
import { type DrawnMark, PageVariants } from './page-variants.js';
import { regionsOf } from './regions.js';
import { type Allowance, partWork } from './rendering-work.js';
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
const NOTHING: Coverage = { effect: 'none', erasesWord: false, erasesPart: false, blanks: 'none', beyondLines: false };

/** Units of work of a document to write what is rendered. */
const PREPARATION = 600_000;
/** Only what the estimate of the work is wrong about takes so long. */
const SAFETY_LIMIT_MS = 15_000;

/** One result for each page, in their order. Rejects as `compareCoverage` does. */
export async function ratePages(
  snapshots: { readonly before: Snapshot; readonly after: Snapshot },
  pages: readonly RenderedPage[],
  { signal }: RenderOptions,
  allowance: Allowance,
): Promise<RatedPage[]> {
  const { document } = snapshots.after.revision;
  const documents = { before: documentOf(snapshots.before), after: documentOf(snapshots.after) };
  const prepared = document.budget.within(PREPARATION, () => {
    const views = pages.map(page => viewsOf(documents, page, allowance));
    return { views, before: documents.before.variants.build(), after: documents.after.variants.build() };
  });
  if (!prepared) return pages.map(page => combine(page, null));
  const { views, before, after } = prepared;
  const requested = views.flatMap(parts => parts.flatMap(({ page }) => page ?? []));
  const request = { before, after, scale: SCALE, pages: requested };
  const options = { timeoutMs: SAFETY_LIMIT_MS, ...(signal ? { signal } : {}) };
  const results = requested.length > 0 ? await compareCoverage(request, options) : [];
  const rated = new Map(requested.map((page, i) => [page, results[i]!]));
  const resultOf = (page: CoveragePage | null): PageCoverage | null => page && rated.get(page)!;
  return pages.map((page, i) =>
    combine(
      page,
      views[i]!.map(view => ({ ...view, result: resultOf(view.page) })),
    ),
  );
}

/** A page as it is shown on one medium. */
interface View {
  /** Null: rendering it would take too much work. */
  readonly page: CoveragePage | null;
  readonly candidates: readonly Candidate[];
}

interface RatedView extends View {
  readonly result: PageCoverage | null;
}

/** `views`: null where nothing could be rendered. A candidate without a view is outside the visible area. */
function combine({ candidates }: RenderedPage, views: readonly RatedView[] | null): RatedPage {
  const coverages = candidates.map(candidate => {
    if (!views || !isRenderable(candidate)) return null;
    const own = views.filter(view => view.candidates.includes(candidate));
    const rated = own.map(({ result, candidates: shown }) =>
      isRated(result) ? result.marks[shown.indexOf(candidate)]! : null,
    );
    return rated.reduce(worse, NOTHING);
  });
  const sameContent = (views ?? []).every(({ result }) => !isRated(result) || result.sameContent);
  return { sameContent, coverages };
}

const isRated = (result: PageCoverage | null): result is Exclude<PageCoverage, { readonly problem: string }> =>
  result !== null && !('problem' in result);

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
function viewsOf(documents: Documents, page: RenderedPage, allowance: Allowance): View[] {
  const differ = [...page.marks.all.before, ...page.marks.all.after].some(
    mark => isVisible(mark, 'screen') !== isVisible(mark, 'print'),
  );
  const visible = visibleArea(documents.before.snapshot.revision, page.pages.before);
  return (differ ? MEDIA : MEDIA.slice(0, 1)).flatMap(medium => {
    const shown = page.candidates.filter(candidate => isRenderable(candidate) && isVisible(candidate.mark, medium));
    const parts = regionsOf(shown, candidate => expanded(boxOfLooks(candidate), MARGIN), visible, JOINED_AREA);
    return parts.flatMap(
      candidates => viewOf(documents, { ...page, candidates }, { medium, visible, allowance }) ?? [],
    );
  });
}

interface ViewSettings {
  readonly medium: Medium;
  readonly visible: Box;
  readonly allowance: Allowance;
}

/** One part of the page, with the marks in it. */
function viewOf(
  { before, after }: Documents,
  { pages, marks, candidates }: RenderedPage,
  { medium, visible, allowance }: ViewSettings,
): View | null {
  const region = intersection(expanded(candidates.map(boxOfLooks).reduce(union), MARGIN), visible);
  if (area(region) === 0) return null;
  const unchanged = new Set([...marks.unchanged].flatMap(pair => [pair.before, pair.after]));
  const shownOn = (list: readonly Mark[]): Mark[] => list.filter(mark => isVisible(mark, medium));
  const all = { before: shownOn(marks.all.before), after: shownOn(marks.all.after) };
  const standing = shownOn(marks.unchanged.map(pair => pair.after));
  const [earlier, later] = [marks.before, marks.after].map(list => shownOn(list).length > 0);
  const looks = later ? lookSets(after.snapshot, candidates) : [];
  const work = partWork({
    page: pages.after,
    region,
    pixels: area(region) * SCALE ** 2,
    before: { snapshot: before.snapshot, marks: all.before, drawings: earlier ? 2 : 1 },
    after: { snapshot: after.snapshot, marks: all.after, drawings: 1 + looks.length },
    looks: new Map(candidates.map(candidate => [candidate.mark, candidate.looks])),
    overLines: candidates.filter(isOverLines).map(({ mark }) => mark),
  });
  if (!allowance.spend(work)) return { page: null, candidates };
  const below = standIns(after.snapshot, pages.after, standing, region);
  const add = (side: Side, page: PdfDict, shown: readonly Mark[], chosen: Looks = NO_LOOKS): number =>
    side.variants.add(
      page,
      region,
      shown.map(mark => drawn(side.snapshot, mark, chosen.get(mark))),
      below,
    );
  const isUnchanged = (mark: Mark): boolean => unchanged.has(mark);
  const page: CoveragePage = {
    content: {
      before: add(before, pages.before, all.before.filter(isUnchanged)),
      after: add(after, pages.after, all.after.filter(isUnchanged)),
    },
    before: earlier ? add(before, pages.before, all.before) : null,
    after: looks.map(chosen => add(after, pages.after, all.after, chosen)),
    marks: candidates.map(candidate => ({
      side: candidate.side,
      area: areaIn(region, boxOfLooks(candidate)),
      ...(isOverLines(candidate) ? { isOverLines: true } : {}),
    })),
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
