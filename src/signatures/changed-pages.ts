/** Which pages may look different from what a signer saw: what a picture of the changes has to show. */
import { openPdf, type PageList, type PdfDocument, pageList } from '../pdf/index.js';
import type { CheckOptions, CheckSource } from './options.js';
import type { DocumentChange, Signer } from './result.js';

/** One page as it was signed and as it is now. */
export interface PagePair {
  /** 1 = first; null: it was not there when it was signed. */
  before: number | null;
  /** 1 = first; null: it is not there any more. */
  after: number | null;
  /** What is said of this page. None: only what was changed elsewhere (a font, the order of the pages) may show on it. */
  changes: DocumentChange[];
}

/**
 * The pages in the order of the file now, with those that are gone in their place. `changes` are those that follow
 * `signer`, which covers a whole revision; without any, or where one of them belongs to no page or to content that other
 * pages may share, every page is among them.
 */
export async function changedPages(
  source: CheckSource,
  signer: Pick<Signer, 'revision'>,
  changes: readonly DocumentChange[],
  options: Pick<CheckOptions, 'password'> = {},
): Promise<PagePair[]> {
  const document = await openPdf(source, options.password === undefined ? {} : { password: options.password });
  try {
    const pairs = pairPages(pagesOf(document, signer.revision), pagesOf(document, document.latest.index));
    for (const change of changes) pairOf(change, pairs, document)?.changes.push(change);
    if (changes.length === 0 || changes.some(mayShowAnywhere)) return pairs.map(({ pair }) => pair);
    return pairs.map(({ pair }) => pair).filter(isTouched);
  } finally {
    if (typeof source === 'string') document.close();
  }
}

const mayShowAnywhere = (change: DocumentChange): boolean => change.page === null || change.class === 'content';

const isTouched = ({ before, after, changes }: PagePair): boolean =>
  changes.length > 0 || before === null || after === null;

/** A pair with the object number of its page. */
interface Numbered {
  readonly num: number | undefined;
  readonly pair: PagePair;
}

type Pages = PageList['pages'];

function pagesOf(document: PdfDocument, revision: number): Pages {
  const found = document.revisions[revision - 1];
  return (found && pageList(found)?.pages) ?? [];
}

/** A page is known by its object; one whose object is gone is taken for replaced by a new one in its place. */
function pairPages(before: Pages, after: Pages): Numbered[] {
  const places = new Map(before.map((page, i) => [page.ref?.num, i]));
  const kept = new Set(after.map(page => page.ref?.num));
  const paired = new Set<number>();
  const pairs = after.map((page, i): Numbered => {
    const isReplaced = i < before.length && !kept.has(before[i]!.ref?.num);
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

/** What a change lies in was there before its revision, mostly; so are the pages counted. */
function pairOf({ page, revision }: DocumentChange, pairs: readonly Numbered[], document: PdfDocument) {
  if (page === null) return undefined;
  const named = [pagesOf(document, revision - 1), pagesOf(document, revision)].map(pages => pages[page - 1]?.ref?.num);
  const num = named.find(found => found !== undefined);
  return pairs.find(pair => num !== undefined && pair.num === num)?.pair;
}
