/** Expands the file arguments of a command (files, folders, glob patterns, URLs, '-') to a list of documents. */
import { promises, type Stats, statSync } from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DocconvError } from '../../errors.js';
import { hasLostBytes, isMissing, missingFile as missing, readError } from '../../system/files/file-errors.js';
import { escapeUnsafe } from '../../text.js';

/** One document. `name` is for messages: the argument, or the path found in a folder or by a pattern. */
export type Input =
  | {
      kind: 'file';
      name: string;
      path: string;
      /** Path below the folder argument, or the base name. */
      relative: string;
      /** In a folder or by a pattern, which may find any number of documents. */
      found: boolean;
    }
  | { kind: 'stream'; name: string /** A pipe such as /dev/fd/63; null for stdin. */; path: string | null }
  | { kind: 'url'; name: string; url: string }
  /** Does not exist or cannot be read: reported like a failed document, the others are processed. */
  | { kind: 'missing'; name: string; error: DocconvError };

export interface ExpandSettings {
  /** Search subfolders. */
  recursive?: boolean;
  /** Read documents to which symbolic links in folders lead. */
  follow?: boolean;
  /** Called with the name of each link that was not followed. */
  onLink?(name: string): void;
  /** Files to find in folders: lower-case extensions without the dot. A file argument may have any extension. */
  extensions: readonly string[];
  /** An argument may be given several times. */
  repeated?: boolean;
  cwd: string;
}

/** In the order of the arguments; folders and patterns sorted by name; without duplicates, unless `repeated`. */
export async function expandInputs(args: readonly string[], settings: ExpandSettings): Promise<Input[]> {
  const lists = await Promise.all(args.map(arg => expand(arg, settings)));
  if (settings.repeated) return lists.flat();
  const unique = new Map<string, Input>();
  for (const input of lists.flat()) if (!unique.has(identity(input))) unique.set(identity(input), input);
  return [...unique.values()];
}

/** On the command line; the others than '-' are links to a file that has another name. */
const STDIN = ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];

function identity(input: Input): string {
  return input.kind === 'file' ? input.path : `${input.kind}:${input.name}`;
}

async function expand(arg: string, settings: ExpandSettings): Promise<Input[]> {
  if (STDIN.includes(arg)) return [{ kind: 'stream', name: '-', path: null }];
  if (/^https?:\/\//i.test(arg)) return [{ kind: 'url', name: arg, url: arg }];
  try {
    return await expandPath(arg, settings);
  } catch (thrown) {
    return [{ kind: 'missing', name: arg || "''", error: toReadError(thrown, arg) }];
  }
}

/** An existing file is never treated as a pattern: 'report [final].pdf' is an ordinary name. */
async function expandPath(arg: string, settings: ExpandSettings): Promise<Input[]> {
  if (/^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(arg)) throw new DocconvError('USAGE.url-scheme', { input: arg });
  if (arg === '') throw new DocconvError('FILE_NOT_FOUND.name-empty');
  const path = resolve(settings.cwd, /^file:\/\//i.test(arg) ? fileURLToPath(arg) : arg);
  const stats = statIfThere(path);
  if (!stats) return hasGlob(arg) ? expandGlob(arg, settings) : Promise.reject(missing(arg));
  if (stats.isDirectory()) return expandFolder(arg, path, settings);
  return [inputOf(arg, path, stats)];
}

function inputOf(name: string, path: string, stats: Stats): Input {
  if (stats.isFile()) return { kind: 'file', name, path, relative: basename(path), found: false };
  if (stats.isFIFO() || stats.isCharacterDevice() || stats.isSocket()) return { kind: 'stream', name, path };
  throw new DocconvError('FILE_UNREADABLE.neither-file-nor-folder', { name });
}

async function expandFolder(arg: string, folder: string, settings: ExpandSettings): Promise<Input[]> {
  const found = await listFolder(folder, { name: arg, below: '' }, settings);
  if (found.length === 0) throw emptyFolder(arg, settings);
  return found;
}

/**
 * Skips hidden files and the lock files of office programs. What cannot be read is 'missing', and the others are found.
 * `name`: of the folder in messages; `below`: its path below the folder argument.
 */
async function listFolder(
  folder: string,
  { name, below }: { name: string; below: string },
  settings: ExpandSettings,
): Promise<Input[]> {
  const found: Input[] = [];
  const entries = await promises.readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => byName(a.name, b.name))) {
    if (isIgnored(entry.name)) continue;
    const path = join(folder, entry.name);
    const place = { name: join(name, entry.name), below: join(below, entry.name) };
    // links to folders are not followed: they may form a cycle
    if (entry.isDirectory() && !settings.recursive) continue;
    if (!entry.isDirectory() && !settings.extensions.includes(extname(path).slice(1).toLowerCase())) continue;
    // a link can lead outside of the folder: anyone with write access to it could have docconv read other files
    if (entry.isSymbolicLink() && !settings.follow) {
      settings.onLink?.(place.name);
      continue;
    }
    try {
      if (entry.isDirectory()) found.push(...(await listFolder(path, place, settings)));
      else if (statIfThere(path)?.isFile())
        found.push({ kind: 'file', name: place.name, path, relative: place.below, found: true });
      else if (hasLostBytes(entry.name)) throw missing(place.name);
    } catch (thrown) {
      found.push({ kind: 'missing', name: place.name, error: toReadError(thrown, place.name) });
    }
  }
  return found;
}

/** A sentence about links that were not followed; null without any. */
export function unfollowed([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  const links = others.length === 0 ? 'A symbolic link was' : `${others.length + 1} symbolic links were`;
  return `${links} not followed: ${escapeUnsafe(first)}${others.length === 0 ? '' : ' ...'}. Use --follow to read the documents behind links.`;
}

/** Hidden files, and the lock files that office programs write beside an open document. */
export function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$');
}

async function expandGlob(pattern: string, { cwd }: ExpandSettings): Promise<Input[]> {
  const { glob } = await import('tinyglobby'); // takes 10 ms, and shells expand most patterns themselves
  const slashed = process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern;
  const paths = await glob(slashed, { cwd, absolute: true, expandDirectories: false, followSymbolicLinks: false });
  if (paths.length === 0) throw new DocconvError('FILE_NOT_FOUND.no-match', { pattern });
  return paths.sort(byName).map(path => ({
    kind: 'file',
    name: resolve(pattern) === pattern ? path : relative(cwd, path),
    path: resolve(path),
    relative: basename(path),
    found: true,
  }));
}

function hasGlob(arg: string): boolean {
  return /[*?[\]{}]|[!+@]\(/.test(arg);
}

let collator: Intl.Collator | undefined;

/** 'page 2' before 'page 10'. Created on first use: a collator takes as long as a small check. */
function byName(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

/** Null if nothing exists there; other errors (permission, name too long) are thrown. */
function statIfThere(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (thrown) {
    if (isMissing(thrown)) return null;
    throw thrown;
  }
}

function toReadError(thrown: unknown, name: string): DocconvError {
  return thrown instanceof DocconvError ? thrown : readError(thrown, name);
}

function emptyFolder(arg: string, { extensions, recursive }: ExpandSettings): DocconvError {
  const [extension, ...others] = extensions;
  if (extension === undefined || others.length > 0)
    return new DocconvError(recursive ? 'FILE_NOT_FOUND.no-documents' : 'FILE_NOT_FOUND.no-documents.top', {
      folder: arg,
    });
  return new DocconvError(recursive ? 'FILE_NOT_FOUND.no-files' : 'FILE_NOT_FOUND.no-files.top', {
    folder: arg,
    extension: extension.toUpperCase(),
  });
}
