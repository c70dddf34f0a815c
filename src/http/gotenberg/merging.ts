/** Documents of a request as one PDF, with the bookmarks that were asked for. */
import { extname } from 'node:path';
import type { Bookmark } from '../../convert/index.js';
import type { PdfOptions } from '../../convert/options.js';
import { DocconvError } from '../../errors.js';
import { applicable, withoutUnsupported } from './applicable-options.js';
import { faultOfDocument, faultOfPdf } from './document-faults.js';
import { randomName, stemOf } from './form/names.js';
import { type BookmarkFields, levelOf, needsFormats } from './form/pdf-fields.js';
import type { FormFile } from './form/received.js';
import type { FormRequest, MergeRequest } from './form/requests.js';
import { originsOf, type Piece } from './piece.js';
import type { Steps } from './steps.js';

export async function merge(steps: Steps, request: FormRequest, wanted: MergeRequest): Promise<Piece> {
  const { documents, conversion, formats } = request;
  const name = `${randomName()}.pdf`;
  const isMixed = documents.some(({ name: one }) => extname(one).toLowerCase() === '.pdf');
  const isPrinted = conversion !== null && isMixed && needsFormats(formats);
  // PDFs among documents become PDF/A first
  for (const pdf of documents) if (extname(pdf.name).toLowerCase() === '.pdf') await steps.requireUnsigned(pdf);
  const inputs = isPrinted ? await steps.each(documents, file => steps.pdfOf(file, request, true)) : documents;
  const claiming = conversion === null ? await joinClaiming(steps, documents, formats) : null;
  const { path, pages } = claiming ?? (await join(steps, inputs, isPrinted ? null : conversion));
  const source = { path, name };
  const arePdfs = isPrinted || conversion === null;
  const names = documents.map(document => document.name).join(', ');
  const origins = arePdfs ? inputs.flatMap(originsOf) : [{ name: names, source }];
  const merged = { name, source, origins, ...(claiming && { isWritten: true }) };
  if (isPrinted) return steps.printAgain(merged, formats!);
  const bookmarks = await bookmarksOf(steps, documents, pages, wanted);
  return bookmarks.length === 0 ? merged : steps.operate(merged, [{ kind: 'bookmarks', bookmarks }]);
}

/** PDFs that claim the level already keep what printing loses. Null: the merged PDF has to be printed. */
async function joinClaiming(steps: Steps, pdfs: readonly FormFile[], formats: FormRequest['formats']) {
  const level = formats && !formats.pdfua ? levelOf(formats) : null;
  if (level === null) return null;
  try {
    return await join(steps, pdfs, null, { pdfa: level });
  } catch (thrown) {
    if (isUnsupported(thrown) || isInvalid(thrown)) return null;
    throw thrown;
  }
}

/** Each input takes its turn; one that fails ends the others. */
async function join(
  steps: Steps,
  inputs: readonly Piece[],
  conversion: FormRequest['conversion'],
  pdf: PdfOptions = conversion?.pdf ?? {},
) {
  const path = steps.newPath();
  const { exportFilter, password } = conversion ?? {};
  const names = inputs.map(input => input.name);
  const given = inputs.map(({ source }) => ({ source, ...(password !== undefined && { password }) }));
  let first: { index: number; thrown: unknown } | null = null;
  const around = async <Part extends { pdf: Uint8Array }>(index: number, work: () => Promise<Part>): Promise<Part> => {
    try {
      const part = await steps.turn(work as () => Promise<Part & { milliseconds: number }>);
      steps.take(part.pdf.length);
      return part;
    } catch (thrown) {
      if (!first || isUnsupported(first.thrown)) first = { index, thrown };
      if (!isUnsupported(thrown)) steps.abort(thrown);
      throw thrown;
    }
  };
  const run = (options: PdfOptions) => {
    first = null;
    const how = { pdf: { ...options, bookmarks: false }, ...(exportFilter && { exportFilter }), ...steps.limits() };
    return steps.services.converter.mergeToFile(given, path, { ...how, around: around as never });
  };
  const { parts, milliseconds, warnings } = await withoutUnsupported(applicable(pdf, names), run).catch(thrown => {
    const { index, thrown: reason } = first ?? { index: inputOf(thrown), thrown };
    const name = names[index] ?? '';
    throw conversion ? faultOfDocument(reason, name, { pages: pdf.pages, password }) : faultOfPdf(reason, name);
  });
  steps.engine = [...new Set(parts.flatMap(({ engine }) => engine ?? []))].join(', ') || 'none';
  steps.milliseconds += milliseconds;
  steps.warnings.push(...warnings);
  await steps.count(path);
  return { path, pages: parts.map(part => part.pages) };
}

/** It is tried again without the option. */
const isUnsupported = (thrown: unknown): boolean =>
  thrown instanceof DocconvError && thrown.code === 'OPTION_UNSUPPORTED';
const isInvalid = (thrown: unknown): boolean => thrown instanceof DocconvError && thrown.code === 'PDFA_INVALID';

const inputOf = (thrown: unknown): number => Number((thrown as DocconvError).detail?.input ?? 1) - 1;

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
