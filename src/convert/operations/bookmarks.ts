/** Bookmarks (ISO 32000-2, 12.3.3) of a PDF: read as a tree, and written anew. */
import { DocconvError } from '../../errors.js';
import {
  arrayOf,
  dict,
  isName,
  openPdf,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  pageList,
  textString,
  UNLIMITED_WORK,
  Update,
} from '../../pdf/index.js';
import { destinationsOf, withDestination } from '../join/names.js';
import type { Bookmark, BookmarksOperation } from '../operation-types.js';

const MAX_DEPTH = 100;
const MAX_BOOKMARKS = 100_000;

/** Without those that lead to no page of the PDF; what is below them takes their place. */
export function readBookmarks(revision: PdfRevision): Bookmark[] {
  const destinations = destinationsOf(revision);
  const pages = pageList(revision);
  const seen = new Set<number>();
  const pageOf = (item: PdfDict): number | null => {
    const action = revision.getDict(item, 'A');
    const holder = item.has('Dest') ? item : isName(revision.get(action, 'S'), 'GoTo') ? action! : null;
    if (!holder) return null;
    const entries = withDestination(revision, holder, destinations);
    const destination = revision.getArray(entries, holder === item ? 'Dest' : 'D');
    const [page] = destination?.items ?? [];
    if (typeof page === 'number') return Number.isInteger(page) && pages?.pages[page] ? page + 1 : null;
    return page instanceof PdfRef ? (pages?.numberOf(page) ?? null) : null;
  };
  const siblings = (first: PdfObject | undefined, depth: number): Bookmark[] => {
    const found: Bookmark[] = [];
    let at = first;
    while (at instanceof PdfRef && !seen.has(at.num) && seen.size < MAX_BOOKMARKS && depth < MAX_DEPTH) {
      seen.add(at.num);
      const item = revision.resolve(at);
      if (!(item instanceof PdfDict)) break;
      const children = siblings(item.get('First'), depth + 1);
      const page = pageOf(item);
      const title = revision.getText(item, 'Title') ?? '';
      if (page === null) found.push(...children);
      else found.push({ title, page, ...(children.length > 0 && { children }) });
      at = item.get('Next');
    }
    return found;
  };
  return siblings(revision.getDict(revision.root, 'Outlines')?.get('First'), 0);
}

/** Throws OPTION_INVALID for a page that the PDF does not have. */
export async function writeBookmarks(pdf: Uint8Array, { bookmarks }: BookmarksOperation): Promise<Uint8Array> {
  const { latest } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const update = new Update(latest);
  const { pages, count } = pageList(latest)!;
  const pageRef = (page: number): PdfObject => {
    const found = Number.isInteger(page) ? pages[page - 1] : undefined;
    if (!found) throw new DocconvError('OPTION_INVALID.bookmark-page', { page, count }, { detail: { page, count } });
    return found.ref ?? page - 1;
  };
  const add = (items: readonly Bookmark[], parent: PdfRef): Record<string, PdfObject> => {
    const refs = items.map(() => update.reserve());
    for (const [i, { title, page, children = [] }] of items.entries()) {
      const entries = {
        Title: textString(title),
        Parent: parent,
        Dest: arrayOf([pageRef(page), new PdfName('Fit')]),
        ...(i > 0 && { Prev: refs[i - 1]! }),
        ...(i < refs.length - 1 && { Next: refs[i + 1]! }),
        ...add(children, refs[i]!),
      };
      update.replace(refs[i]!, dict(entries));
    }
    return refs.length === 0 ? {} : { First: refs[0]!, Last: refs.at(-1)!, Count: shown(items) };
  };
  const outline = update.reserve();
  update.replace(outline, dict({ Type: new PdfName('Outlines'), ...add(bookmarks, outline) }));
  const Outlines = bookmarks.length > 0 ? outline : null;
  update.replaceInCatalog({ Outlines });
  return update.appendTo(pdf);
}

/** All levels are open. */
const shown = (items: readonly Bookmark[]): number =>
  items.reduce((sum, { children = [] }) => sum + 1 + shown(children), 0);
