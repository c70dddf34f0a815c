/** Finds letters of a text of whose script its PDF has nothing: LibreOffice has left them out without a sign. */
import { scriptOf } from '../../system/fonts/rare-letters.js';
import type { PdfRevision } from '../document/revision.js';
import type { PdfDict } from '../syntax/objects.js';
import type { Missing } from './missing-glyphs.js';
import { shownTexts } from './shown-texts.js';

interface Printed {
  readonly revision: PdfRevision;
  readonly pages: readonly { readonly dict: PdfDict }[];
  readonly fonts: readonly PdfDict[];
  readonly missing: readonly Missing[];
}

/**
 * `letters`: code points; see isRareLetter. A script with any letter in the PDF counts as printed: others may be hidden, or parts of a sign.
 */
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
