/** Documents of a request as one PDF, with the bookmarks that were asked for. */
import type { Bookmark } from '../../convert/index.js';
import { randomName, stemOf } from './form/names.js';
import { type BookmarkFields, needsFormats } from './form/pdf-fields.js';
import type { FormFile } from './form/received.js';
import type { FormRequest, MergeRequest } from './form/requests.js';
import { isPdfNamed, pdfOf } from './formats.js';
import { join, joinClaiming } from './joining.js';
import { originsOf, type Piece } from './piece.js';
import type { Steps } from './steps.js';

export async function merge(steps: Steps, request: FormRequest, wanted: MergeRequest): Promise<Piece> {
  const { documents, conversion, formats } = request;
  const name = `${randomName()}.pdf`;
  const isPrinted = conversion !== null && needsFormats(formats) && documents.some(isPdfNamed);
  // PDFs among documents become PDF/A first
  for (const pdf of documents) if (isPdfNamed(pdf)) await steps.describeUnsigned(pdf);
  const inputs = isPrinted ? await steps.each(documents, file => pdfOf(steps, file, request, true)) : documents;
  const arePdfs = isPrinted || conversion === null;
  const claiming = arePdfs ? await joinClaiming(steps, inputs, formats) : null;
  const { path, pages } = claiming ?? (await join(steps, inputs, arePdfs ? null : conversion));
  const source = { path, name };
  const names = documents.map(document => document.name).join(', ');
  const origins = arePdfs ? inputs.flatMap(originsOf) : [{ name: names, source }];
  const merged = { name, source, origins, ...(claiming && { isWritten: true }) };
  if (isPrinted) return claiming ? merged : steps.printAgain(merged, formats);
  const bookmarks = await bookmarksOf(steps, documents, pages, wanted);
  return bookmarks.length === 0 ? merged : steps.operate(merged, [{ kind: 'bookmarks', bookmarks }]);
}

async function bookmarksOf(
  steps: Steps,
  documents: readonly FormFile[],
  pages: readonly number[],
  { bookmarks, keepsBookmarks, hasTitles }: MergeRequest,
): Promise<readonly Bookmark[]> {
  if (isList(bookmarks)) return bookmarks;
  if (!bookmarks && !keepsBookmarks && !hasTitles) return [];
  const all: Bookmark[] = [];
  let offset = 0;
  for (const [i, document] of documents.entries()) {
    const { name } = document;
    const described = keepsBookmarks || hasTitles ? await steps.describe(document) : null;
    const given = bookmarks?.get(name) ?? [];
    const own = shifted(given.length > 0 ? given : (described?.bookmarks ?? []), offset);
    const title = described?.metadata.title?.trim() || stemOf(name);
    if (hasTitles) all.push({ title, page: offset + 1, ...(own.length > 0 && { children: own }) });
    else all.push(...own);
    offset += pages[i] ?? 0;
  }
  return all;
}

const isList = (bookmarks: BookmarkFields | undefined): bookmarks is readonly Bookmark[] => Array.isArray(bookmarks);

function shifted(bookmarks: readonly Bookmark[], by: number): readonly Bookmark[] {
  return bookmarks.map(({ title, page, children }) => ({
    title,
    page: page + by,
    ...(children && { children: shifted(children, by) }),
  }));
}
