/** A font that no system has: one of this system under another name. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const FONT_FAMILY = 'Docconv One';
/** By the number of the name: the family, the full name, and the one of PostScript, which is in a PDF. */
const NAMES: Readonly<Record<number, string>> = { 1: FONT_FAMILY, 4: FONT_FAMILY, 6: 'DocconvOne', 16: FONT_FAMILY };

/** DejaVu or Liberation: fontconfig of Debian requires one of them. */
export function installedFont(): { family: string; path: string } {
  const wanted = 'DejaVu Sans,Liberation Sans:style=Book,Regular';
  const [family = '', path = ''] = execFileSync('fc-match', ['--format', '%{family[0]}|%{file}', wanted], {
    encoding: 'utf8',
  }).split('|');
  return { family, path };
}

/** Writes the font into `folder`, which is created. */
export function writeFont(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.ttf'), renamed(readFileSync(installedFont().path)));
}

/** Each new name takes the place of a longer one in the table of names of a TrueType font. */
function renamed(font: Buffer): Buffer {
  const table = tableOf(font, 'name');
  const storage = table + font.readUInt16BE(table + 4);
  for (let record = table + 6, left = font.readUInt16BE(table + 2); left > 0; record += 12, left--) {
    const name = NAMES[font.readUInt16BE(record + 6)];
    if (name === undefined) continue;
    const isUnicode = font.readUInt16BE(record) !== 1;
    const bytes = isUnicode ? Buffer.from(name, 'utf16le').swap16() : Buffer.from(name, 'latin1');
    if (bytes.length > font.readUInt16BE(record + 8)) throw new Error('the name of the font is too short');
    font.writeUInt16BE(bytes.length, record + 8);
    bytes.copy(font, storage + font.readUInt16BE(record + 10));
  }
  return font;
}

/** The position of a table of the font. */
function tableOf(font: Buffer, tag: string): number {
  for (let entry = 12; entry < font.length; entry += 16)
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  throw new Error(`the font has no table "${tag}"`);
}
