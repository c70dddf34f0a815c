/**
 * Justified text in Word from 2013 on: a line takes one more word where narrower blanks give it room, which LibreOffice before
 * 24.8 only makes wider. Blanks of such lines get a letter spacing below 0, where the widths of all letters of the paragraph
 * are known, and nothing stands beside the text.
 */
import { sum } from '../../../../../system/collections.js';
import { ARIAL, type advanceWidth, widthsWith } from '../../../../../system/fonts/letter-widths.js';
import type { Edit } from '../../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart, partOf } from '../../document.js';
import { stylesPart } from '../../word.js';
import { isOfWord2013 } from '../mode.js';
import { type StyleChains, styleChains } from '../style-chains.js';
import { textWidths } from '../tables/room.js';
import { isStated, numberIn, startTags, valueIn, whereReadable, withAttributes } from '../tags.js';
import { propertiesIn, readTextStyles, type TextStyles } from '../text-styles.js';
import { fontNames } from '../theme-fonts.js';
import { type Blanks, type Shrunk, shrunkLines } from './lines.js';
import { paragraphsIn, type TextParagraph, type TextRun, wordsOf } from './paragraphs.js';

const TWIPS = 20;
/** Characters of a document that are read: more would take a noticeable part of the time of the conversion. */
const MAX_LENGTH = 4_000_000;
/** Pieces of a document and of a paragraph: LibreOffice takes longer for each, and for more of a paragraph by their square. */
const MAX_PIECES = 10_000;
const MAX_OF_PARAGRAPH = 150;
/** What stands beside text, or makes it follow a grid, and what could look like a tag. */
const IRREGULAR = /<!|<w:(?:framePr|tblpPr)\b|<wp:wrap(?:Square|Tight|Through)|<w10:wrap|<w:docGrid[^<>]*Chars/;
/** Properties of a paragraph that change where its lines start. */
const NOT_MEASURED = /<w:(?:numPr|bidi|textDirection)\b|<w:ind\b[^<>]*Chars=/;
/** Of a run: letters of other widths. */
const WIDER = /<w:(?:caps|smallCaps|w|spacing|kern|vertAlign|fitText|rtl|vanish|rPrChange)\b/;

export const shrinkLines: DocumentEdit = whereReadable(async (document, { fonts }) => {
  const part = await mainPart(document);
  const styles = await stylesPart(document);
  if (part === null || !(await isShrunk(document, part, styles))) return;
  const text = document.text(part)!;
  const chainOf = styleChains(styles === null ? '' : document.text(styles)!);
  const measure = widthsIn(await readTextStyles(document, styles), {
    advance: widthsWith(await fonts()),
    nameOf: await fontNames(document),
  });
  const widths = textWidths(text);
  const edits: Edit[] = [];
  let left = MAX_PIECES;
  for (const paragraph of paragraphsIn(text)) {
    if (!isJustified(paragraph, chainOf) || NOT_MEASURED.test(paragraph.properties)) continue;
    const words = wordsOf(paragraph.runs, measure(paragraph));
    const { first, others } = roomOf(paragraph.properties, widths.at(paragraph.from));
    const lines = words ? shrunkLines(words, first, others) : [];
    if (sum(lines.map(({ blanks }) => blanks.length)) > MAX_OF_PARAGRAPH) continue;
    const pieces = lines.flatMap(line => piecesOf(line, paragraph.runs));
    left -= pieces.length;
    if (left < 0) break;
    edits.push(...Array.from(new Set(pieces.map(({ run }) => run)), withBlanks), ...pieces.map(narrowed));
  }
  document.change(part, edits);
});

async function isShrunk(document: EditableDocument, part: string, styles: string | null): Promise<boolean> {
  const [text = '', ofStyles = ''] = [part, styles].map(name => (name === null ? '' : document.text(name)!));
  if (!`${text}${ofStyles}`.includes('"both"') || text.length > MAX_LENGTH || IRREGULAR.test(text)) return false;
  if (!text.includes('<w:pgSz')) return false; // the width of its lines is not known
  const settings = await partOf(document, /\.settings\+xml$/);
  const isHyphenated = settings !== null && isStated(document.text(settings)!, 'w:autoHyphenation');
  return !isHyphenated && isOfWord2013(document);
}

function isJustified({ properties, style }: TextParagraph, chainOf: StyleChains): boolean {
  const all = [properties, ...chainOf(style).map(({ content }) => content)];
  return all.map(markup => valueIn(markup, 'w:jc')).find(value => value !== undefined) === 'both';
}

/** Of the text of a run in a paragraph, in twips; null where it is not known. */
const widthsIn =
  (styles: TextStyles, { advance, nameOf }: { advance: typeof advanceWidth; nameOf: (font: string) => string }) =>
  ({ style }: TextParagraph) =>
  ({ properties }: TextRun) => {
    const look = styles.resolve(propertiesIn(properties), valueIn(properties, 'w:rStyle'), style);
    const { latin = '', size = 0, bold = false, isWider, isItalic } = look;
    const font = nameOf(latin);
    const isKnown = !(isWider || WIDER.test(properties) || (isItalic && font !== ARIAL));
    return (text: string): number | null => {
      const ems = isKnown ? advance(font, bold, text) : null;
      return ems === null ? null : ems * size * TWIPS;
    };
  };

/** Of the first line and the others of a paragraph. `width`: of the text of its page. */
function roomOf(properties: string, width: number): { first: number; others: number } {
  const [indent] = startTags(properties, 'w:ind');
  const twips = (...names: string[]) =>
    names.map(name => (indent && numberIn(indent.tag, name)) || 0).find(Boolean) ?? 0;
  const others = width - twips('w:left', 'w:start') - twips('w:right', 'w:end');
  return { first: others - (twips('w:firstLine') || -twips('w:hanging')), others };
}

/** The last or first letter of a text. */
const LAST = /(?:&#?\w+;|.)$/su;
const FIRST = /^(?:&#?\w+;|.)/su;
const LONGEST = 16;

/** Blanks and a letter beside them, which become a run of their own. */
interface Piece {
  readonly run: TextRun;
  /** Offsets in the text of the run. */
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** Empty where LibreOffice would join so many pieces of the line that it narrows letters too. */
function piecesOf({ blanks, by }: Shrunk, runs: readonly TextRun[]): Piece[] {
  const pieces = blanks.map(each => pieceOf(each, by, runs));
  const gaps = pieces.slice(1).map((piece, i) => startOf(piece) - endOf(pieces[i]!));
  return gaps.some((gap, i) => gap < 0 || (gap === 0 && gaps[i + 1] === 0)) ? [] : pieces;
}

/** LibreOffice spaces the letters of a run, not those behind it. */
function pieceOf(blanks: Blanks, by: number, runs: readonly TextRun[]): Piece {
  const run = runs.findLast(each => each.from <= blanks.from)!;
  const [from, to] = [blanks.from - run.from, blanks.to - run.from];
  const [last = ''] = LAST.exec(run.text.slice(Math.max(0, from - LONGEST), from)) ?? [];
  const [first = ''] = last === '' ? (FIRST.exec(run.text.slice(to, to + LONGEST)) ?? []) : [];
  return { run, from: from - last.length, to: to + first.length, by };
}

const startOf = ({ run, from }: Piece): number => run.before + from;
const endOf = ({ run, to }: Piece): number => run.before + to;

function narrowed({ run, from, to, by }: Piece): Edit {
  const start = (added: string) =>
    `</w:t></w:r>${run.tag}<w:rPr>${run.properties}${added}</w:rPr><w:t xml:space="preserve">`;
  const text = start(`<w:spacing w:val="-${by}"/>`) + run.text.slice(from, to) + start('');
  return { from: run.from + from, to: run.from + to, text };
}

/** LibreOffice strips the text of a run where nothing states otherwise, also the blanks before a piece. */
function withBlanks({ textTag, from }: TextRun): Edit {
  return { from: from - textTag.length, to: from, text: withAttributes(textTag, { 'xml:space': 'preserve' }) };
}
