/**
 * Removes pages of a PDF. LibreOffice ignores the page range where each sheet is one page, and prints hidden sheets
 * there (measured with 7.4.7 and 24.8).
 */
import { arrayOf, dictWith, openPdf, PdfDict, PdfRef, type PdfRevision, pageList, Update } from '../../../pdf/index.js';
import { engineFailed } from '../../engine.js';

/**
 * The PDF with an incremental update; qpdf has to write it anew, without what is no longer in use. `choose` gets the
 * number of pages and returns those that stay, from 1 and ascending. Throws ENGINE_FAILED for a page tree that
 * LibreOffice does not write.
 */
export async function keepPages(pdf: Uint8Array, choose: (count: number) => readonly number[]): Promise<Uint8Array> {
  const { latest } = await openPdf(pdf);
  const reference = latest.root?.get('Pages');
  const tree = latest.getDict(latest.root, 'Pages');
  const kids = (tree && latest.getArray(tree, 'Kids')?.items) ?? [];
  const { count = 0 } = pageList(latest) ?? {};
  const refs = kids.filter(kid => kid instanceof PdfRef);
  if (!(tree && reference instanceof PdfRef) || refs.length !== count) throw engineFailed('the page tree is not flat');
  const kept = new Set(choose(count));
  if (kept.size === count) return pdf;
  const update = new Update(latest);
  const stay = refs.filter((_, i) => kept.has(i + 1));
  const removed = refs.filter((_, i) => !kept.has(i + 1));
  update.replace(reference, dictWith(tree, { Kids: arrayOf(stay), Count: stay.length }));
  for (const page of removed) update.replace(page, null); // whatever refers to one keeps nothing of its content
  removeBookmarks(update, new Set(removed.map(({ num }) => num)));
  return update.appendTo(pdf);
}

/** Of the top level (ISO 32000-2, 12.3.3), where LibreOffice has one bookmark for each sheet. */
function removeBookmarks(update: Update, removed: ReadonlySet<number>): void {
  const { revision } = update;
  const reference = revision.root?.get('Outlines');
  const outlines = revision.getDict(revision.root, 'Outlines');
  if (!(reference instanceof PdfRef && outlines)) return;
  const items = bookmarksOf(revision, outlines).filter(({ dict }) => !removed.has(pageOf(revision, dict) ?? 0));
  const refs = items.map(({ ref }) => ref);
  for (const [i, { ref, dict }] of items.entries()) {
    update.replace(ref, dictWith(dict, { Prev: refs[i - 1] ?? null, Next: refs[i + 1] ?? null }));
  }
  const entries = { First: refs[0] ?? null, Last: refs.at(-1) ?? null, Count: refs.length };
  update.replace(reference, dictWith(outlines, entries));
}

interface Bookmark {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
}

function bookmarksOf(revision: PdfRevision, outlines: PdfDict): Bookmark[] {
  const found = new Map<number, Bookmark>();
  let ref = outlines.get('First');
  while (ref instanceof PdfRef && !found.has(ref.num)) {
    const dict = revision.resolve(ref);
    if (!(dict instanceof PdfDict)) break;
    found.set(ref.num, { ref, dict });
    ref = dict.get('Next');
  }
  return [...found.values()];
}

/** The object number of the page that a bookmark leads to; null where it has another kind of destination. */
function pageOf(revision: PdfRevision, bookmark: PdfDict): number | null {
  const [page] = revision.getArray(bookmark, 'Dest')?.items ?? [];
  return page instanceof PdfRef ? page.num : null;
}
