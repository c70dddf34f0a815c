/** A document that shows a fault of LibreOffice, and how its PDF tells. */
import type { PdfOptions } from '../../../src/convert/options.js';
import type { QuirkId } from '../../../src/convert/quirks/table.js';
import type { Fixture } from '../../helpers/documents.js';
import { OTHER_CASES } from '../input/survey/lost-content/other-cases.js';
import { WORD } from '../input/survey/lost-content/package-parts.js';
import { WORD_CASES } from '../input/survey/lost-content/word-cases.js';

/** What is read of a PDF. */
export interface PdfFacts {
  /** White space as single blanks. */
  readonly words: string;
  /** Dark pixels of all pages, drawn with 36 dots per inch. */
  readonly marks: number;
  /** Titles of the comments. */
  readonly titles: readonly string[];
  readonly pages: number;
  /** Left and upper edge of the first word with a text, in points from the corner of its page. */
  readonly places: ReadonlyMap<string, readonly [x: number, y: number]>;
  /** Its bytes, in Latin-1. */
  readonly source: string;
}

export interface Demonstration {
  readonly document: Pick<Fixture, 'name' | 'bytes'>;
  readonly options?: PdfOptions;
  /** Another fault whose remedy hides this one. */
  readonly other?: QuirkId;
  /** Whether the fault is in the PDF; null: in no PDF. `pdf`: null where LibreOffice wrote none. */
  readonly shows: ((pdf: PdfFacts | null) => boolean) | null;
}

type Shows = NonNullable<Demonstration['shows']>;

export const fails: Shows = pdf => pdf === null;
export const lacks =
  (word: string): Shows =>
  pdf =>
    !pdf?.words.includes(word);
export const prints =
  (word: string): Shows =>
  pdf =>
    pdf?.words.includes(word) ?? false;

/** So many pixels have the letters of these documents; what is lost has more. */
const LETTERS = 60;
export const isBlank: Shows = pdf => (pdf?.marks ?? 0) < LETTERS;

/** From the first of two words to the second, in points. */
export function distance(pdf: PdfFacts, from: string, to: string): readonly [x: number, y: number] {
  const [[x, y] = NONE, [x2, y2] = NONE] = [pdf.places.get(from), pdf.places.get(to)];
  return [x2 - x, y2 - y];
}

const NONE = [Number.NaN, Number.NaN] as const;

/** `title`: of the case. */
export function lost(title: string, shows: Demonstration['shows'] = lacks(WORD)): Demonstration {
  const [, document] = [...WORD_CASES, ...OTHER_CASES].find(([name]) => name === title)!;
  return { document, shows };
}

/** No program of this machine writes such content: the document has only its name or its first bytes. */
export const named = (title: string): Demonstration => lost(title, null);
