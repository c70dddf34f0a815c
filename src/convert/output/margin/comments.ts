/** The comments of a document, as LibreOffice exports them: annotations of the PDF (ISO 32000-2, 12.5.6.4). */
import { type Box, boxOf, PdfDict, PdfRef, type PdfRevision, parsePdfDate } from '../../../pdf/index.js';

export interface Comment {
  /** Author, date and state, as far as they are known. */
  readonly heading: string;
  readonly text: string;
  /** Its place in the document, in the coordinates of the page. */
  readonly anchor: Box;
}

interface PageComments {
  /** From top to bottom. */
  readonly comments: readonly Comment[];
  /** Object numbers of the annotations and of their pop-ups. */
  readonly annotations: ReadonlySet<number>;
}

interface Found {
  readonly num: number;
  readonly page: number;
  readonly comment: Comment;
}

/** Of each page. */
export function commentsOf(revision: PdfRevision, pages: readonly { dict: PdfDict }[]): PageComments[] {
  const numbers = pages.map(() => new Set<number>());
  const found: Found[] = [];
  for (const [page, { dict }] of pages.entries()) {
    for (const ref of revision.getArray(dict, 'Annots')?.items ?? []) {
      const annotation = revision.resolve(ref);
      if (!(ref instanceof PdfRef && annotation instanceof PdfDict)) continue;
      const type = revision.getName(annotation, 'Subtype');
      if (type === 'Text' || type === 'Popup') numbers[page]!.add(ref.num);
      const comment = type === 'Text' ? commentOf(revision, annotation) : null;
      if (comment) found.push({ num: ref.num, page, comment });
    }
  }
  const ordered = inOrderOfDocument(found);
  return pages.map((_, page) => {
    const comments = ordered.filter(each => each.page === page).map(({ comment }) => comment);
    return { comments: comments.sort(byPlace), annotations: numbers[page]! };
  });
}

/** LibreOffice lists the first comment of a text document first, and then all others from the last one. */
function inOrderOfDocument(found: readonly Found[]): Found[] {
  const [first, ...others] = [...found].sort((a, b) => a.num - b.num);
  return first ? [first, ...others.reverse()] : [];
}

/** Replies have the place of the comment that they answer, and follow it. */
const byPlace = ({ anchor: a }: Comment, { anchor: b }: Comment): number => b.bottom - a.bottom || a.left - b.left;

function commentOf(revision: PdfRevision, annotation: PdfDict): Comment | null {
  const anchor = boxOf(revision, annotation.get('Rect'));
  const heading = printable(headingOf(revision, annotation)).replaceAll('\n', ' ');
  const text = printable(revision.getText(annotation, 'Contents') ?? '');
  return anchor && (heading || text) ? { heading, text, anchor } : null;
}

/** In text documents the title is "author, date, state"; LibreOffice 7.4 writes a date of the year -1 where there is none. */
const DATED = /, [^,]*, [^,]*$/;
const NO_DATE = /, [^,]*(?<!\d)-1(?!\d)[^,]*(?=, [^,]*$)/;

function headingOf(revision: PdfRevision, annotation: PdfDict): string {
  const title = revision.getText(annotation, 'T') ?? '';
  if (DATED.test(title)) return title.replace(NO_DATE, '').replace(/^, |, $/g, '');
  const date = parsePdfDate(revision.getText(annotation, 'M') ?? '')?.slice(0, 10);
  return [title, date].filter(Boolean).join(', ');
}

/** Without characters that XML does not permit; several empty lines become one. */
function printable(text: string): string {
  const lines = text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '')
    .split('\n');
  const shown = lines.map(line => (/^[\s\p{Cf}]*$/u.test(line) ? '' : line.trimEnd()));
  return shown
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
