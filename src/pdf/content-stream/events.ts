/** What a content stream paints, in order. */
import type { PdfDict, PdfName, PdfObject } from '../syntax/objects.js';
import type { Matrix } from './matrix.js';
import type { Path } from './path.js';

export type ContentEvent =
  /** Perhaps empty, perhaps neither filled nor stroked; `isEvenOdd`: the rule by which it is filled (8.5.3.3). */
  | {
      readonly kind: 'path';
      readonly path: Path;
      readonly fills: boolean;
      readonly strokes: boolean;
      readonly isEvenOdd: boolean;
    }
  /** Strings, and the numbers of TJ between them. */
  | { readonly kind: 'text'; readonly items: readonly PdfObject[]; readonly place: TextPlace }
  | { readonly kind: 'font' }
  /** A graphics state parameter dictionary was applied. */
  | { readonly kind: 'parameters'; readonly parameters: PdfDict }
  /** As resolved; null: missing. */
  | { readonly kind: 'shading'; readonly shading: PdfObject }
  | { readonly kind: 'inline-image'; readonly image: PdfDict }
  /** An XObject as resolved; null: missing. */
  | { readonly kind: 'object'; readonly object: PdfObject }
  /** Marked content begins; `properties` as resolved, null for BMC. */
  | { readonly kind: 'marked'; readonly tag: PdfName; readonly properties: PdfObject }
  /** Metrics of a glyph, in the procedures of Type 3 fonts. */
  | { readonly kind: 'glyph' }
  /** An unknown operator between BX and EX, which readers that do not know it ignore (7.8.2). */
  | { readonly kind: 'unknown' }
  /** The last event: readers would differ on what follows, or a limit is reached. */
  | { readonly kind: 'unreadable' };

/** Where a line of text begins. Text that follows other text on its line has the same place. */
export interface TextPlace {
  readonly matrix: Matrix;
  /** Readers differ on whether Q restores the text matrix; it matters until the next BT or Tm. */
  isAmbiguous: boolean;
}

export const UNREADABLE: ContentEvent = { kind: 'unreadable' };
