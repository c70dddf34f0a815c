/** Finds the installed LibreOffice: its program folder, with soffice.bin and the libraries. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PLACES, type Places, programFolders, whyUnusable } from './places.js';

export interface Installation {
  /** Program folder. */
  program: string;
  /** E.g. '7.4.7.2'; null when no file tells it. */
  version: string | null;
  /** soffice.bin and not the wrapper script: a child of the wrapper would survive a kill. */
  soffice: string;
  /** The library with LibreOfficeKit; null where there is none. */
  library: string | null;
  /** See EngineStatus. */
  missing: readonly string[];
  /** Differs for another LibreOffice: what was cached for one does not apply to another. */
  stamp: string;
}

/** On Linux, soffice is a script, which may lie in a folder of commands as well. */
const EXECUTABLES = process.platform === 'linux' ? ['soffice.bin'] : ['soffice.bin', 'soffice', 'soffice.exe'];
/** Distributions merge LibreOffice's libraries into one, others do not. */
const LIBRARIES = ['libmergedlo.so', 'libsofficeapp.so', 'libmergedlo.dylib', 'libsofficeapp.dylib'];
/** Folders of the libraries, from the program folder: the second one on macOS. */
const LIBRARY_FOLDERS = ['.', '../Frameworks'];

const NOT_INSTALLED = 'LibreOffice is not installed, or not in a usual folder: name it with the setting libreoffice.';
const NO_PLACES: Places = { programs: [], commands: [], unusable: [] };

/** Why an engine is not available without a LibreOffice. */
export const whyNotFound = (): string => installedButUnusable() ?? NOT_INSTALLED;

/** Where a LibreOffice is installed that docconv cannot use, and no other: why. */
export const installedButUnusable = (): string | null => whyUnusable(PLACES[process.platform] ?? NO_PLACES);

/** @param configured program folder, installation folder, or application of macOS; null searches the usual places */
export function findLibreOffice(configured: string | null): Installation | null {
  if (configured) return firstOf(['', 'program', 'Contents/MacOS'].map(folder => join(configured, folder)));
  return firstOf(programFolders(PLACES[process.platform] ?? NO_PLACES));
}

function firstOf(places: Iterable<string>): Installation | null {
  for (const place of places) {
    const found = inspect(place);
    if (found) return found;
  }
  return null;
}

function inspect(program: string): Installation | null {
  const find = (names: readonly string[]) => names.map(name => join(program, name)).find(existsSync) ?? null;
  const soffice = find(EXECUTABLES);
  if (!soffice) return null;
  const version = readVersion(program);
  return {
    program,
    soffice,
    library: find(LIBRARY_FOLDERS.flatMap(folder => LIBRARIES.map(name => join(folder, name)))),
    version,
    missing: hasMath(program) ? [] : ['Math'],
    stamp: `${program} ${version} ${statSync(soffice).mtimeMs}`,
  };
}

/** Beside the program folder: what LibreOffice reads. The folder above may be any, for example that of a user. */
const FOLDERS = ['share', 'presets', 'help', 'ure-link', 'ure'];

/** A program folder, and those beside it that belong to the same LibreOffice. */
export function foldersOf(program: string): string[] {
  return [program, ...FOLDERS.map(name => join(dirname(program), name)).filter(existsSync)];
}

/** The libraries of Writer, Calc and Impress. */
const APPLICATIONS = ['sw', 'sc', 'sd'];
/** Folders of the files that describe the installed components, from the program folder. */
const REGISTRIES = ['../share/registry', '../Resources/registry'];

/**
 * Math, which a document of any family may need; without another component that a family needs, `handles` says no. Debian
 * leaves the description of a package that was removed, and some builds of LibreOffice merge the libraries of all components
 * into one: Math has its own library where the applications have theirs.
 */
function hasMath(program: string): boolean {
  const isDescribed = REGISTRIES.some(folder => existsSync(join(program, folder, 'math.xcd')));
  const has = (name: string) => LIBRARY_NAMES.some(nameOf => existsSync(join(program, nameOf(name))));
  return isDescribed && (has('sm') || !APPLICATIONS.some(has));
}

const LIBRARY_NAMES = [
  (name: string) => `lib${name}lo.so`,
  (name: string) => `lib${name}lo.dylib`,
  (name: string) => `${name}lo.dll`,
];

/** The full version where there is one; Debian's packages have only the series, in ProductKey. */
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
