/** Finds letters of a document of whose script the PDF has nothing: LibreOffice has left them out without a sign. */
import { type Missing, type PdfDict, type PdfRevision, shownTexts } from '../../../pdf/index.js';

interface Printed {
  readonly revision: PdfRevision;
  readonly pages: readonly { readonly dict: PdfDict }[];
  readonly fonts: readonly PdfDict[];
  readonly missing: readonly Missing[];
}

/** A script with any letter in the PDF counts as printed: others may be hidden, or parts of a sign. */
export function unprinted(letters: ReadonlySet<number>, { revision, pages, fonts, missing }: Printed): string[] {
  if (letters.size === 0) return [];
  const printed = new Set<number>();
  const add = (texts: Iterable<string>) => {
    for (const text of texts) for (const character of text) printed.add(scriptOf(character.codePointAt(0)!));
  };
  for (const { characters } of missing) add(characters);
  add(shownTexts(revision, pages, fonts));
  return [...letters].filter(code => !printed.has(scriptOf(code))).map(code => String.fromCodePoint(code));
}

/** Of Han, Hangul and kana; other letters have those around them. */
const LARGE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x11ff],
  [0x3040, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0x20000, 0x3ffff],
];
const BLOCK = 128;

function scriptOf(code: number): number {
  const large = LARGE.find(([first, last]) => code >= first && code <= last);
  return large ? large[0] : code - (code % BLOCK);
}
