/** Where LibreOffice may lie on each system: one table. */

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listIfPossible } from '../../system/files/files.js';
import { homeFolder } from '../../system/files/home-folder.js';
import { searchPath } from '../../system/files/search-path.js';

export interface Places {
  /** Program folders; a star stands for any part of one name, the highest version first. */
  readonly programs: readonly string[];
  /** Commands in the folders of PATH: links to a program folder, or scripts that name it. */
  readonly commands: readonly string[];
  /** Installations that docconv cannot use, and why. */
  readonly unusable: readonly { readonly path: string; readonly why: string }[];
}

const SNAP =
  'The LibreOffice of a snap runs in its own confinement only, so docconv cannot use it: install a package of your distribution, or of libreoffice.org.';
const FLATPAK =
  'The LibreOffice of a Flatpak runs in its own sandbox only, so docconv cannot use it: install a package of your distribution, or of libreoffice.org.';
const FLATPAK_APP = 'flatpak/app/org.libreoffice.LibreOffice';
const COMMANDS = ['soffice', 'libreoffice', 'loffice', 'coolwsd-soffice'];

export const PLACES: Partial<Record<NodeJS.Platform, Places>> = {
  linux: {
    programs: [
      '/usr/lib/libreoffice/program',
      '/usr/lib64/libreoffice/program',
      '/opt/libreoffice*/program',
      '/usr/local/lib/libreoffice*/program',
      '/opt/collaboraoffice*/program',
    ],
    commands: COMMANDS,
    unusable: [
      { path: '/snap/libreoffice', why: SNAP },
      { path: `/var/lib/${FLATPAK_APP}`, why: FLATPAK },
      { path: join(homeFolder(), '.local/share', FLATPAK_APP), why: FLATPAK },
    ],
  },
  darwin: {
    programs: ['/Applications', join(homeFolder(), 'Applications')].flatMap(folder => [
      join(folder, 'LibreOffice*.app/Contents/MacOS'),
      join(folder, 'Collabora Office*.app/Contents/MacOS'),
    ]),
    commands: COMMANDS,
    unusable: [],
  },
  win32: {
    programs: ['C:\\Program Files', 'C:\\Program Files (x86)'].flatMap(folder => [
      `${folder}\\LibreOffice*\\program`,
      `${folder}\\Collabora Office*\\program`,
    ]),
    commands: ['soffice.exe', 'soffice.com'],
    unusable: [],
  },
};

/** Program folders in which LibreOffice may lie, in order of preference. Some do not exist. */
export function* programFolders(
  { programs, commands }: Places,
  path: readonly string[] = searchPath(),
): Generator<string, void, void> {
  for (const program of programs) yield* expand(program);
  for (const folder of path) for (const command of commands) yield* foldersOfCommand(join(folder, command));
}

/** Why an installation that exists cannot be used; null where there is none. */
export function whyUnusable({ unusable }: Places): string | null {
  return unusable.find(({ path }) => existsSync(path))?.why ?? null;
}

/** Of a path with at most one star. */
function expand(path: string): string[] {
  const star = path.indexOf('*');
  if (star < 0) return [path];
  const parent = dirname(path.slice(0, star + 1));
  const before = path.slice(parent.length + (parent.endsWith('/') ? 0 : 1), star);
  const rest = path.slice(star + 1);
  const suffix = /^[^/\\]*/.exec(rest)![0];
  const found = listIfPossible(parent).filter(name => name.startsWith(before) && name.endsWith(suffix));
  const versions = new Intl.Collator('en', { numeric: true });
  return found.sort((a, b) => versions.compare(b, a)).map(name => join(parent, name + rest.slice(suffix.length)));
}

/** A script is short, and names the program folder in a line like `exec /opt/office/program/soffice "$@"`. */
const SCRIPT_BYTES = 64 * 1024;
const NAMED =
  /((?<=["'])\/[^"'$\n]+|\/[^\s"'$;|&<>]+)\/(?:soffice|soffice\.bin|libreoffice|scalc|swriter)(?=["'\s]|$)/g;

function foldersOfCommand(command: string): string[] {
  try {
    const target = realpathSync(command);
    const folder = dirname(target);
    if (statSync(target).size > SCRIPT_BYTES) return [folder];
    const text = readFileSync(target, 'utf8');
    if (!text.startsWith('#!')) return [folder];
    return [folder, ...[...text.matchAll(NAMED)].map(([, named]) => folderBehind(named!))];
  } catch {
    return [];
  }
}

/** The folder of what the script starts, which may be a link itself. */
function folderBehind(folder: string): string {
  try {
    return dirname(realpathSync(join(folder, 'soffice')));
  } catch {
    return folder;
  }
}
