/** The pages that may look different from what a signer saw: those that a side-by-side report shows. */
import { openPdf, type PageList, type PdfDocument, pageList } from '../pdf/index.js';
import type { CheckOptions, CheckSource } from './options.js';
import type { DocumentChange, Signer } from './result.js';

/** A page as signed and as it is now. */
export interface PagePair {
  /** 1 = first; null: it did not exist in the signed revision. */
  before: number | null;
  /** 1 = first; null: it was removed. */
  after: number | null;
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
    const pairs = pairPages(pagesOf(document, signer.revision), pagesOf(document, document.latest.index));
    for (const change of changes) pairOf(change, pairs, document)?.changes.push(change);
    if (changes.length === 0 || changes.some(mayAlterAnyPage)) return pairs.map(({ pair }) => pair);
    return pairs.map(({ pair }) => pair).filter(isAffected);
  } finally {
    if (typeof source === 'string') document.close();
  }
}

const mayAlterAnyPage = (change: DocumentChange): boolean => change.page === null || change.class === 'content';

const isAffected = ({ before, after, changes }: PagePair): boolean =>
  changes.length > 0 || before === null || after === null;

/** A pair with the object number of its page. */
interface NumberedPair {
  readonly num: number | undefined;
  readonly pair: PagePair;
}

type Pages = PageList['pages'];

function pagesOf(document: PdfDocument, revision: number): Pages {
  const found = document.revisions[revision - 1];
  return (found && pageList(found)?.pages) ?? [];
}

/** A page is identified by its object number; if that is gone, by its position. */
function pairPages(before: Pages, after: Pages): NumberedPair[] {
  const places = new Map(before.map((page, i) => [page.ref?.num, i]));
  const remaining = new Set(after.map(page => page.ref?.num));
  const paired = new Set<number>();
  const pairs = after.map((page, i): NumberedPair => {
    const isReplaced = i < before.length && !remaining.has(before[i]!.ref?.num);
    const was = places.get(page.ref?.num) ?? (isReplaced ? i : null);
    if (was !== null) paired.add(was);
    return { num: page.ref?.num, pair: { before: was === null ? null : was + 1, after: i + 1, changes: [] } };
  });
  for (const [i, page] of before.entries()) {
    if (paired.has(i)) continue;
    const place = pairs.findLastIndex(({ pair }) => pair.before !== null && pair.before <= i) + 1;
    pairs.splice(place, 0, { num: page.ref?.num, pair: { before: i + 1, after: null, changes: [] } });
  }
  return pairs;
}

/** The page number of a change counts in the revision before it, or for a new page in its own. */
function pairOf({ page, revision }: DocumentChange, pairs: readonly NumberedPair[], document: PdfDocument) {
  if (page === null) return undefined;
  const named = [pagesOf(document, revision - 1), pagesOf(document, revision)].map(pages => pages[page - 1]?.ref?.num);
  const num = named.find(found => found !== undefined);
  return pairs.find(pair => num !== undefined && pair.num === num)?.pair;
}
