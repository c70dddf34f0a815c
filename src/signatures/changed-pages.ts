/** The pages that may look different from what a signer saw: those that a report or the page of the service compares. */
import { openPdf, type PdfDocument, pageList } from '../pdf/index.js';
import type { CheckOptions, CheckSource } from './options.js';
import type { ChangedPage, DocumentChange, Signer } from './result.js';

export interface PagePair extends ChangedPage {
  /** The changes of this page. Empty: a change outside the page (a font, the order of pages) may alter it. */
  changes: DocumentChange[];
}

/**
 * In the order of the latest revision, with removed pages at their former position. `changes` follow `signer`, which covers
 * a complete revision. All pages are returned if there are no changes, or one belongs to no page or to shared content.
 */
export async function changedPages(
  source: CheckSource,
  signer: Pick<Signer, 'revision'>,
  changes: readonly DocumentChange[],
  options: Pick<CheckOptions, 'password'> = {},
): Promise<PagePair[]> {
  const document = await openPdf(source, options);
  try {
    return findChangedPages(document)(signer.revision, changes);
  } finally {
    if (typeof source === 'string') document.close();
  }
}

/** As `changedPages`, for several signed revisions of one document: each page list is read once, up to `limit` pages. */
export function findChangedPages(
  document: PdfDocument,
  limit?: number,
): (signed: number, changes: readonly DocumentChange[]) => PagePair[] {
  const known = new Map<number, PageNumbers>();
  const pagesOf = (revision: number): PageNumbers => {
    const pages = known.get(revision) ?? readPages(document, revision, limit);
    known.set(revision, pages);
    return pages;
  };
  return (signed, changes) => {
    const paired = pairPages(pagesOf(signed), pagesOf(document.latest.index));
    const pairs = paired.map(({ pair }) => pair);
    const byNumber = new Map(paired.map(({ num, pair }) => [num, pair]));
    for (const change of changes) byNumber.get(pageOf(change, pagesOf) ?? NONE)?.changes.push(change);
    return changes.length === 0 || changes.some(mayAlterAnyPage) ? pairs : pairs.filter(isAffected);
  };
}

const mayAlterAnyPage = (change: DocumentChange): boolean => change.page === null || change.class === 'content';

const isAffected = ({ before, after, changes }: PagePair): boolean =>
  changes.length > 0 || before === null || after === null;

const MOST = 40;

/** The pages to compare if there are more than can be compared: those with reported changes first. Keeps their order. */
export function mostRelevant(candidates: readonly PagePair[]): PagePair[] {
  const byRelevance = [...candidates.filter(isAffected), ...candidates.filter(pair => !isAffected(pair))];
  const chosen = new Set(byRelevance.slice(0, MOST));
  return candidates.filter(pair => chosen.has(pair));
}

/** Validation data and timestamps are not visible. */
export const isVisible = (change: DocumentChange): boolean => change.class !== 'archival';

/** The object numbers of pages; undefined: the page is a direct object. */
type PageNumbers = readonly (number | undefined)[];

/** The number of no object. */
const NONE = -1;

/** A pair with the object number of its page. */
interface NumberedPair {
  readonly num: number | undefined;
  readonly pair: PagePair;
}

function readPages(document: PdfDocument, revision: number, limit?: number): PageNumbers {
  const found = document.revisions[revision - 1];
  return ((found && pageList(found, limit)?.pages) ?? []).map(({ ref }) => ref?.num);
}

/** A page is identified by its object number; if that is gone, by its position. */
function pairPages(before: PageNumbers, after: PageNumbers): NumberedPair[] {
  const places = new Map(before.map((num, i) => [num, i]));
  const remaining = new Set(after);
  const paired = new Set<number>();
  const pairs = after.map((num, i): NumberedPair => {
    const isReplaced = i < before.length && !remaining.has(before[i]);
    const was = places.get(num) ?? (isReplaced ? i : null);
    if (was !== null) paired.add(was);
    return { num, pair: { before: was === null ? null : was + 1, after: i + 1, changes: [] } };
  });
  for (const [i, num] of before.entries()) {
    if (paired.has(i)) continue;
    const place = pairs.findLastIndex(({ pair }) => pair.before !== null && pair.before <= i) + 1;
    pairs.splice(place, 0, { num, pair: { before: i + 1, after: null, changes: [] } });
  }
  return pairs;
}

/** The page number of a change counts in the revision before it, or for a new page in its own. */
function pageOf({ page, revision }: DocumentChange, pagesOf: (revision: number) => PageNumbers): number | undefined {
  if (page === null) return undefined;
  return pagesOf(revision - 1)[page - 1] ?? pagesOf(revision)[page - 1];
}
