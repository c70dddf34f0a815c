/** A font that no system has: DejaVu Sans of this system under a name of the same length. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const FONT_FAMILY = 'Docconv One';
const ORIGINAL = 'DejaVu Sans';
/** Names of as many letters; the second one, of PostScript, is the one in a PDF. */
const NAMES = [
  [ORIGINAL, FONT_FAMILY],
  ['DejaVuSans', 'DocconvOne'],
] as const;

/** Writes the font into `folder`, which is created. */
export function writeFont(folder: string): void {
  const path = execFileSync('fc-match', ['--format', '%{file}', `${ORIGINAL}:style=Book`], { encoding: 'utf8' });
  const replaced = (['latin1', 'utf16be'] as const).reduce(replaceName, readFileSync(path));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.ttf'), replaced);
}

/** The table of names has them in one or two bytes for each letter. */
function replaceName(font: Buffer, encoding: 'latin1' | 'utf16be'): Buffer {
  const encode = (text: string) => Buffer.from(text, encoding === 'latin1' ? 'latin1' : 'utf16le');
  const bytes = (text: string) => (encoding === 'latin1' ? encode(text) : encode(text).swap16());
  const copy = Buffer.from(font);
  for (const [from, to] of NAMES) {
    for (let at = copy.indexOf(bytes(from)); at >= 0; at = copy.indexOf(bytes(from), at + 1)) bytes(to).copy(copy, at);
  }
  return copy;
}
