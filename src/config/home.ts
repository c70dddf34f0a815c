/** Where docconv stores its files: DOCCONV_HOME, the XDG folders (also on macOS), or the AppData folders of Windows. */
import { type Stats, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { DocconvError } from '../errors.js';
import { readError } from '../system/files/file-errors.js';
import { closeFolder } from '../system/files/files.js';
import { homeFolder } from '../system/files/home-folder.js';

export interface Home {
  /** Settings, trust anchors, credentials. */
  config: string;
  /** Keys, the mail outbox. */
  data: string;
  /** Files that can be regenerated, such as LibreOffice profiles. */
  cache: string;
}

/**
 * DOCCONV_HOME moves all three folders. Relative XDG paths are ignored, as the XDG specification requires. A folder may
 * be missing; throws CONFIG_INVALID if there is something else in its place, or if this user has no access to it.
 */
export function docconvHome(env: NodeJS.ProcessEnv): Home {
  const home = foldersOf(env);
  for (const path of Object.values(home)) requireFolder(path);
  return home;
}

function requireFolder(path: string): void {
  const stats = statsOf(path);
  if (!stats || stats.isDirectory()) return;
  throw new DocconvError('CONFIG_INVALID.not-a-folder', { path });
}

/** `sudo -u` and containers may leave HOME as that of another user, whose settings must not be ignored silently. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const problem = readError(cause, path).message;
    throw new DocconvError('CONFIG_INVALID.home-unreadable', { problem }, { cause });
  }
}

function foldersOf(env: NodeJS.ProcessEnv): Home {
  if (env.DOCCONV_HOME) {
    const home = resolve(env.DOCCONV_HOME);
    return { config: home, data: join(home, 'data'), cache: join(home, 'cache') };
  }
  const named = (name: string) => {
    const path = env[name];
    return path && isAbsolute(path) ? path : null;
  };
  const fallback = process.platform === 'win32' ? foldersOfWindows(named) : foldersOfUnix(env.HOME || homeFolder());
  const folder = (name: string, otherwise: string) => {
    const path = named(name);
    return path === null ? otherwise : join(path, 'docconv');
  };
  return {
    config: folder('XDG_CONFIG_HOME', fallback.config),
    data: folder('XDG_DATA_HOME', fallback.data),
    cache: folder('XDG_CACHE_HOME', fallback.cache),
  };
}

function foldersOfUnix(home: string): Home {
  return {
    config: join(home, '.config', 'docconv'),
    data: join(home, '.local', 'share', 'docconv'),
    cache: join(home, '.cache', 'docconv'),
  };
}

/** Settings move with a user between machines of a domain; the rest stays on the machine. */
function foldersOfWindows(named: (variable: string) => string | null): Home {
  const appData = join(homeFolder(), 'AppData');
  const local = join(named('LOCALAPPDATA') ?? join(appData, 'Local'), 'docconv');
  return {
    config: join(named('APPDATA') ?? join(appData, 'Roaming'), 'docconv'),
    data: join(local, 'data'),
    cache: join(local, 'cache'),
  };
}

/**
 * Takes the rights of others from the folders that only docconv uses: an earlier version, or a copy, may have left some.
 * DOCCONV_HOME itself may contain other files.
 */
export function closeHome(env: NodeJS.ProcessEnv): void {
  const { config, data, cache } = docconvHome(env);
  const trust = ['trust', 'trust-record'].map(name => join(config, name));
  for (const folder of env.DOCCONV_HOME ? [...trust, data, cache] : [config, data, cache]) closeFolder(folder);
}

export function configFile(env: NodeJS.ProcessEnv): string {
  return join(docconvHome(env).config, 'config.json');
}
