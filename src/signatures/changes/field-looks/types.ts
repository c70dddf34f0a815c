/** What the appearance of a field paints, in the space of the page. */
import type { Box, PdfObject, SelectedFont } from '../../../pdf/index.js';

/** 'red green blue', each from 0 to 1; null: in a colour space that is not evaluated. */
export type Colour = string | null;

export interface Font {
  /** Null: the meaning of a code is unknown. */
  decode(bytes: Uint8Array): string | null;
  /** Width of a code of one byte, relative to the font size; null: not known. */
  width(code: number): number | null;
  /** A font that viewers have themselves, with a known encoding: it can draw nothing else. */
  readonly standard: boolean;
}

export interface FontChoice extends SelectedFont {
  readonly font: Font;
  readonly size: number;
}

/** Text of one operator. */
export interface TextRun {
  /** How many runs were painted before. */
  readonly index: number;
  /** Null: the font does not define the text of its codes. */
  readonly text: string | null;
  /** The codes, in hexadecimal digits. */
  readonly codes: string;
  readonly font: Font;
  /** The font dictionary as resolved; null: missing. */
  readonly fontDict: PdfObject;
  /** The font as in the resources. */
  readonly fontWritten: PdfObject;
  /** In points on the page. */
  readonly size: number;
  readonly x: number;
  readonly y: number;
  /** Estimated width in points, along the direction. */
  readonly extent: number;
  /** Direction of writing and the upright, as signs and rounded slopes: '1 0 0 1' is ordinary text. */
  readonly direction: string;
  readonly colour: Colour;
  /** Text rendering mode (9.3.6). */
  readonly mode: number;
  /** Spacing or scaling that draws glyphs over each other, or mirrors them. */
  readonly distorted: boolean;
  /** Where painting is visible; null: the clipping path is not a rectangle. */
  readonly clip: Box | null;
}

/** A path that is filled or stroked. */
export interface PaintedPath {
  readonly points: readonly (readonly [number, number])[];
  /** Its subpaths, where each is a rectangle along the axes that is filled as a whole; else none. */
  readonly rectangles: readonly Box[];
  /** Which areas are filled where subpaths overlap (8.5.3.3.3). */
  readonly isEvenOdd: boolean;
  /** Its segments; curves as the line between their ends. */
  readonly lines: readonly (readonly [readonly [number, number], readonly [number, number]])[];
  readonly fill: Colour | 'none';
  readonly stroke: Colour | 'none';
  readonly lineWidth: number;
  /** Whether text was painted before. */
  readonly overText: boolean;
  /** How many runs were painted before. */
  readonly runsBefore: number;
  /** Equal for equal paths, painted alike. */
  readonly key: string;
}

export interface FieldLook {
  readonly runs: readonly TextRun[];
  readonly paths: readonly PaintedPath[];
  /** The rectangle of the widget. */
  readonly box: Box;
  /** False: it paints something that was not evaluated, such as images, shadings, transparency or optional content. */
  readonly understood: boolean;
  /** False: it has errors, so that readers differ on what follows. */
  readonly isReadable: boolean;
}
