/** Checks for the fonts (or metric-compatible substitutes) that common office documents need for correct line breaks. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface FontReport {
  /** Font files found. */
  count: number;
  /** Common fonts that are missing and have no metric-compatible substitute: line breaks will differ. */
  missing: { font: string; install: string }[];
}

/** A font of office documents, its metric-compatible substitute, and the Debian package of the substitute. */
const SUBSTITUTES: readonly (readonly [font: string, substitute: string, install: string])[] = [
  ['Calibri', 'Carlito', 'fonts-crosextra-carlito'],
  ['Cambria', 'Caladea', 'fonts-crosextra-caladea'],
  ['Arial', 'Liberation', 'fonts-liberation'],
];
const FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', '/Library/Fonts', '/System/Library/Fonts'];
const MAX_DEPTH = 5;

export function inspectFonts(): FontReport {
  const names = fontconfigFamilies() ?? fontFileNames();
  const has = (name: string) => names.some(found => found.toLowerCase().includes(name.toLowerCase()));
  const missing = SUBSTITUTES.filter(([font, substitute]) => !has(font) && !has(substitute));
  return { count: names.length, missing: missing.map(([font, , install]) => ({ font, install })) };
}

/** Family names; null without fontconfig. */
function fontconfigFamilies(): string[] | null {
  const { status, stdout } = spawnSync('fc-list', ['--format', '%{family}\n'], { encoding: 'utf8', timeout: 5000 });
  return status === 0 ? stdout.split('\n').filter(Boolean) : null;
}

function fontFileNames(): string[] {
  return FOLDERS.flatMap(folder => fontFilesIn(folder, MAX_DEPTH));
}

function fontFilesIn(folder: string, depth: number): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
      if (entry.isDirectory()) return depth > 0 ? fontFilesIn(join(folder, entry.name), depth - 1) : [];
      return /\.(ttf|otf|ttc|pfb)$/i.test(entry.name) ? [entry.name] : [];
    });
  } catch {
    return [];
  }
}
