/** Texts laid out by LibreOffice: what it wrote for each is read from its PDF. */
import { DocconvError } from '../errors.js';
import {
  annotationsOf,
  type Box,
  boxOf,
  contentsOf,
  dict,
  embeddedFont,
  findMissingGlyphs,
  inheritedValue,
  intersection,
  joined,
  type Missing,
  openPdf,
  PdfDict,
  type PdfRevision,
  pageList,
  UNLIMITED_WORK,
  union,
  unprinted,
  usedResources,
} from '../pdf/index.js';
import { isRareLetter } from '../system/fonts/rare-letters.js';
import { LINK, PAGE, type Paragraph, sheetOf } from './sheet.js';

/** Converts flat OpenDocument texts to PDFs, in this order; these have no tags. */
export type Layout = (sheets: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>;

/** What LibreOffice wrote for a text, in points of its own page. */
export interface LaidOut {
  /** Null where nothing is visible. */
  readonly box: Box | null;
  /** Operators, in Latin-1. */
  readonly content: string;
  /** See Sheet. */
  readonly sheet: Sheet;
  /** Characters that no font has. */
  readonly missing: Missing;
  /** Number of pages that the text needs; only the first one was read. */
  readonly pages: number;
}

/** The texts of one PDF share their resources. */
export interface Sheet {
  readonly revision: PdfRevision;
  readonly resources: PdfDict;
}

/** For LibreOffice the time of a text grows with the square of its pages. */
const TEXTS_PER_SHEET = 500;

/** What a Layout gets for these paragraphs. */
export function sheetsOf(paragraphs: readonly Paragraph[]): Uint8Array[] {
  return groupsOf(paragraphs).map(sheetOf);
}

function groupsOf(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const groups: Paragraph[][] = [];
  for (let at = 0; at < paragraphs.length; at += TEXTS_PER_SHEET) {
    groups.push(paragraphs.slice(at, at + TEXTS_PER_SHEET));
  }
  return groups;
}

/** Rejects with OPTION_INVALID for a text with pages of empty lines, and what `layout` rejects with. */
export async function layOut(paragraphs: readonly Paragraph[], layout: Layout): Promise<LaidOut[]> {
  const groups = groupsOf(paragraphs);
  const pdfs = await layout(sheetsOf(paragraphs));
  const laidOut: LaidOut[] = [];
  for (const [i, group] of groups.entries()) laidOut.push(...(await readSheet(pdfs[i]!, group)));
  return laidOut;
}

async function readSheet(pdf: Uint8Array, paragraphs: readonly Paragraph[]): Promise<LaidOut[]> {
  const { latest: revision } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const texts = pagesOfTexts(revision, pageList(revision)?.pages ?? []);
  if (texts.length !== paragraphs.length) throw tooManyLines();
  const pages = texts.map(({ first }) => first);
  const resources = inheritedValue(revision, pages[0]!.dict, 'Resources');
  const sheet = { revision, resources: resources instanceof PdfDict ? resources : dict({}) };
  const missing = missingOf({ revision, pages }, paragraphs);
  return pages.map(({ dict }, i) => {
    const content = contentsOf(revision, dict)
      .map(stream => Buffer.from(revision.decode(stream).bytes).toString('latin1'))
      .join('\n');
    const box = SHOWS.test(content) ? boxOfLinks(revision, dict, paragraphs[i]!) : null;
    return { box, content, sheet, missing: missing[i]!, pages: texts[i]!.count };
  });
}

/** Of each text. */
function missingOf(
  { revision, pages }: { revision: PdfRevision; pages: readonly Page[] },
  paragraphs: readonly Paragraph[],
): Missing[] {
  const { fonts } = usedResources(revision, pages);
  const embedded = fonts.map(font => embeddedFont(revision, font));
  const missing = findMissingGlyphs(revision, pages, embedded);
  const letters = paragraphs.map(({ heading = '', text }) => Array.from(heading + text).filter(isRare));
  const leftOut = new Set(unprinted(codesOf(letters.flat()), { revision, pages, fonts, missing }));
  return missing.map((found, i) => {
    const characters = letters[i]!.filter(letter => leftOut.has(letter));
    return joined([found, { count: characters.length, characters: new Set(characters) }]);
  });
}

const isRare = (character: string): boolean => isRareLetter(character.codePointAt(0)!);
const codesOf = (characters: readonly string[]) => new Set(characters.map(one => one.codePointAt(0)!));

export function tooManyLines(): DocconvError {
  return new DocconvError('OPTION_INVALID.stamp-lines');
}

type Page = { readonly dict: PdfDict };

/** A text begins with a page; its links tell where it is continued. */
function pagesOfTexts(revision: PdfRevision, pages: readonly Page[]): { first: Page; count: number }[] {
  const texts: { first: Page; count: number }[] = [];
  for (const page of pages) {
    const last = texts.at(-1);
    if (
      last &&
      annotationsOf(revision, page.dict).some(link => addressOf(revision, link) === `${LINK}${texts.length - 1}`)
    ) {
      last.count++;
    } else texts.push({ first: page, count: 1 });
  }
  return texts;
}

const addressOf = (revision: PdfRevision, link: PdfDict): string | null =>
  revision.getText(revision.getDict(link, 'A'), 'URI');

/** Operators that show text and pictures: LibreOffice writes none for characters without a width, in links of any size. */
const SHOWS = /\b(?:Tj|TJ|Do)\b/;

/** Of the links around the lines. That of a line that is continued reaches over the margins. */
function boxOfLinks(revision: PdfRevision, page: PdfDict, { column }: Paragraph): Box | null {
  const boxes = annotationsOf(revision, page)
    .map(link => boxOf(revision, link.get('Rect')))
    .filter(box => box !== null);
  if (boxes.length === 0) return null;
  const side = (PAGE.width - column) / 2;
  const box = intersection(boxes.reduce(union), { left: side, bottom: 0, right: PAGE.width - side, top: PAGE.height });
  return box.right > box.left ? box : null;
}
