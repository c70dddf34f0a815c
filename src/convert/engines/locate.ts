/** Where LibreOffice is installed: its program folder, the one with soffice.bin and the libraries. */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Installation {
  /** Program folder. */
  program: string;
  /** E.g. '7.4.7.2'; null where it is not written. */
  version: string | null;
  /** The executable that does the work: soffice.bin, not the wrapper, whose child would escape a kill. */
  soffice: string;
  /** Changes with every update of LibreOffice: what was learnt of another one is not believed. */
  stamp: string;
}

const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/lib/libreoffice/program', '/usr/lib64/libreoffice/program', '/opt/libreoffice/program'],
  darwin: ['/Applications/LibreOffice.app/Contents/MacOS', '/Applications/LibreOffice.app/Contents/Frameworks'],
  win32: ['C:\\Program Files\\LibreOffice\\program', 'C:\\Program Files (x86)\\LibreOffice\\program'],
};
const EXECUTABLES = ['soffice.bin', 'soffice', 'soffice.exe'];
/** Links that packages put on the PATH; behind them is the program folder. */
const LINKS = ['/usr/bin/soffice', '/usr/bin/libreoffice', '/usr/local/bin/soffice', '/snap/bin/libreoffice'];

/** @param configured a program folder or an installation folder that the user named; it alone is looked at then. */
export function findLibreOffice(configured: string | null): Installation | null {
  const places = configured ? [configured, join(configured, 'program')] : [...usualPlaces(), ...linked()];
  return places.map(inspect).find(found => found !== null) ?? null;
}

function usualPlaces(): string[] {
  return [...(PLACES[process.platform] ?? [])];
}

function linked(): string[] {
  return LINKS.filter(existsSync).map(link => dirname(realpathSync(link)));
}

function inspect(program: string): Installation | null {
  const soffice = EXECUTABLES.map(name => join(program, name)).find(existsSync);
  if (!soffice) return null;
  const version = readVersion(program);
  return { program, soffice, version, stamp: `${program} ${version} ${statSync(soffice).mtimeMs}` };
}

/** The full version where the builders wrote it; Debian's packages only name the series, in ProductKey. */
function readVersion(program: string): string | null {
  for (const [name, pattern] of VERSION_FILES) {
    const path = join(program, name);
    const version = existsSync(path) ? pattern.exec(readFileSync(path, 'utf8'))?.[1] : null;
    if (version) return version;
  }
  return null;
}

const VERSION_FILES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['versionrc', /^MsiProductVersion=([\d.]+)/m],
  ['version.ini', /^MsiProductVersion=([\d.]+)/m],
  ['../Resources/versionrc', /^MsiProductVersion=([\d.]+)/m],
  ['bootstraprc', /^ProductKey=\D*([\d.]+)/m],
];
