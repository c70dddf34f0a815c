/** Paragraphs of a Word document that have runs of text only, and the words of each. */
import { withoutEntities } from '../../../../../system/xml.js';
import { outermost } from '../sections.js';
import { elementsIn, valueIn } from '../tags.js';
import type { Blanks, Word } from './lines.js';

export interface TextRun {
  /** Its start tag, and the markup of its properties. */
  readonly tag: string;
  readonly properties: string;
  /** The start tag of its text. */
  readonly textTag: string;
  /** Offset of its text. */
  readonly from: number;
  /** Characters of the runs before it. */
  readonly before: number;
  readonly text: string;
}

export interface TextParagraph {
  readonly from: number;
  readonly properties: string;
  readonly style: string | undefined;
  readonly runs: readonly TextRun[];
}

const PROPERTIES = /^\s*<w:pPr>.*?<\/w:pPr>|^\s*<w:pPr\/>/s;
const RUN =
  /(<w:r(?=[\s>])[^<>]*>)\s*(?:<w:rPr>((?:<(?!\/w:rPr>)[^<>]*>\s*)*)<\/w:rPr>\s*|<w:rPr\/>\s*)?(?:<w:lastRenderedPageBreak\/>\s*)?(<w:t(?=[\s>])[^<>]*>)([^<]*)<\/w:t>\s*<\/w:r>/g;
/** Around and between the runs. */
const HARMLESS = /^(?:\s|<\/?w:(?:bookmarkStart|bookmarkEnd|proofErr|hyperlink)(?=[\s/>])[^<>]*>)*$/;

/** Those that are in no table or text box. */
export function* paragraphsIn(text: string): Generator<TextParagraph> {
  const others = ['w:tbl', 'w:txbxContent'].flatMap(name => outermost(text, name)).sort((a, b) => a.from - b.from);
  let other = 0;
  for (const { from, to, content } of elementsIn(text, 'w:p')) {
    while (other < others.length && others[other]!.to < from) other++;
    if (other < others.length && others[other]!.from < from) continue;
    const [properties = ''] = PROPERTIES.exec(content) ?? [];
    const runs = runsIn(content, properties.length, to);
    if (runs) yield { from, properties, style: valueIn(properties, 'w:pStyle'), runs };
  }
}

/** Null where there is something else. `at`: offset of the content of the paragraph. */
function runsIn(content: string, from: number, at: number): TextRun[] | null {
  const runs: TextRun[] = [];
  let [behind, before] = [from, 0];
  for (const { 0: all, 1: tag, 2: properties = '', 3: textTag, 4: text, index } of content.matchAll(RUN)) {
    if (!HARMLESS.test(content.slice(behind, index))) return null;
    if (text!.trim() !== text && !textTag!.includes('preserve')) return null;
    behind = index + all.length;
    const offset = at + index + all.lastIndexOf(`>${text}</w:t>`) + 1;
    runs.push({ tag: tag!, properties, textTag: textTag!, from: offset, before, text: text! });
    before += text!.length;
  }
  return HARMLESS.test(content.slice(behind)) ? runs : null;
}

/** Blanks, or letters up to one behind which a line may break. */
const PIECES = / +|[^ \u2013\u2014-]*(?:[\u2013\u2014]|-(?!\d))|[^ \u2013\u2014-]+|-/g;
const MAY_BREAK = /[\u2013\u2014-]$/;

/** Of a character by its number, which could be a blank. */
const REFERENCE = '&#';

/** `widthIn`: of a text in a run, in twips. Null where one is not known. */
export function wordsOf(
  runs: readonly TextRun[],
  widthIn: (run: TextRun) => (text: string) => number | null,
): Word[] | null {
  const words: { width: number; blanks: Blanks[] }[] = [];
  let isOpen = false;
  for (const run of runs) {
    if (run.text.includes(REFERENCE)) return null;
    const widthOf = widthIn(run);
    for (const { 0: piece, index } of run.text.matchAll(PIECES)) {
      const width = widthOf(withoutEntities(piece));
      if (width === null) return null;
      const isBlank = piece.startsWith(' ');
      if (!isBlank && !isOpen) words.push({ width: 0, blanks: [] });
      const word = words.at(-1);
      if (!word) return null;
      const from = run.from + index;
      if (isBlank) word.blanks.push({ from, to: from + piece.length, width });
      else word.width += width;
      isOpen = !isBlank && !MAY_BREAK.test(piece);
    }
  }
  return words;
}
