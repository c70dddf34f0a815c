/** Texts for content of PDFs, such as signatures: LibreOffice lays them out, by whatever converts the sheet. */
import { type LaidOut, layOut, sheetsOf } from './lay-out.js';
import { FONT_SIZE, STARTS_RIGHT } from './sheet.js';

/** A text as LibreOffice lays it out, as content of a PDF with the fonts that it needs. */
export interface TextLayout extends LaidOut {
  /** In points of `box`. */
  readonly fontSize: number;
  readonly isRightToLeft: boolean;
}

/** How a sheet is converted. */
export const TEXT_SHEET = { from: 'fodt', pdf: { tagged: false } } as const;

/** @param convert the sheet of textSheet() to a PDF */
export async function readTextLayout(
  text: string,
  widths: readonly number[],
  convert: (sheet: Uint8Array) => Promise<Uint8Array>,
): Promise<TextLayout[]> {
  const laidOut = await layOut(paragraphsOf(text, widths), async ([sheet]) => [await convert(sheet!)]);
  return laidOut.map(layout => ({ ...layout, fontSize: FONT_SIZE, isRightToLeft: startsRight(text) }));
}

export const textSheet = (text: string, widths: readonly number[]): Uint8Array =>
  sheetsOf(paragraphsOf(text, widths))[0]!;

function paragraphsOf(text: string, widths: readonly number[]) {
  const align = startsRight(text) ? 'right' : 'left';
  return widths.map(width => ({ text, color: '000000', align, column: width * FONT_SIZE }) as const);
}

const startsRight = (text: string): boolean => STARTS_RIGHT.test(text);
