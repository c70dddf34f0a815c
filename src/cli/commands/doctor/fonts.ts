/** The fonts that LibreOffice would lay documents out with, as far as they decide whether pages break as elsewhere. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface FontReport {
  /** Font files found. */
  count: number;
  /** Widespread fonts without a substitute of the same widths: documents that use them break their lines elsewhere. */
  missing: { font: string; install: string }[];
}

/** A font of office documents, the free one with the same metrics, and the package that brings it. */
const METRIC: readonly (readonly [font: string, substitute: string, install: string])[] = [
  ['Calibri', 'Carlito', 'fonts-crosextra-carlito'],
  ['Cambria', 'Caladea', 'fonts-crosextra-caladea'],
  ['Arial', 'Liberation', 'fonts-liberation'],
];
const FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', '/Library/Fonts', '/System/Library/Fonts'];
const MAX_DEPTH = 5;

export function inspectFonts(): FontReport {
  const names = listed() ?? files();
  const has = (name: string) => names.some(found => found.toLowerCase().includes(name.toLowerCase()));
  const missing = METRIC.filter(([font, substitute]) => !has(font) && !has(substitute));
  return { count: names.length, missing: missing.map(([font, , install]) => ({ font, install })) };
}

/** Family names by fontconfig, where it is installed. */
function listed(): string[] | null {
  const { status, stdout } = spawnSync('fc-list', ['--format', '%{family}\n'], { encoding: 'utf8', timeout: 5000 });
  return status === 0 ? stdout.split('\n').filter(Boolean) : null;
}

function files(): string[] {
  return FOLDERS.flatMap(folder => fontFiles(folder, MAX_DEPTH));
}

function fontFiles(folder: string, depth: number): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
      if (entry.isDirectory()) return depth > 0 ? fontFiles(join(folder, entry.name), depth - 1) : [];
      return /\.(ttf|otf|ttc|pfb)$/i.test(entry.name) ? [entry.name] : [];
    });
  } catch {
    return [];
  }
}
