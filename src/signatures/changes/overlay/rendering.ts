/** The decisive part of the test: the renderer compares the page as signed with the page as it is now. */

import { area, type Box, expanded, intersection, union, visibleArea } from '../../../pdf/index.js';
import {
  type Coverage,
  type CoveragePage,
  compareCoverage,
  type PageCoverage,
  worseCoverage,
} from '../../../render/index.js';
import type { Snapshot } from '../compare/snapshot.js';
import type { Candidate } from './candidates.js';
import { isVisible, MEDIA, type Medium } from './marks.js';
import { boxOfLooks, type Documents, PagePart, type RenderedPage, SCALE, type Side } from './page-part.js';
import { PageVariants } from './page-variants.js';
import { regionsOf } from './regions.js';
import type { Allowance } from './rendering-work.js';

export type { RenderedPage } from './page-part.js';

export interface RatedPage {
  /** The page without the changed marks looks the same. */
  readonly sameContent: boolean;
  /** One for each candidate: the worst of all looks, on screen and in print; null: could not be determined. */
  readonly coverages: readonly (Coverage | null)[];
}

export interface RenderOptions {
  readonly signal?: AbortSignal;
}

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

const documentOf = (snapshot: Snapshot): Side => ({ snapshot, variants: new PageVariants(snapshot.revision) });

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
function viewOf(documents: Documents, page: RenderedPage, { medium, visible, allowance }: ViewSettings): View | null {
  const { candidates } = page;
  const region = intersection(expanded(candidates.map(boxOfLooks).reduce(union), MARGIN), visible);
  if (area(region) === 0) return null;
  const part = new PagePart(documents, page, region, medium);
  return { page: allowance.spend(part.work()) ? part.prepare() : null, candidates };
}
