/** Where docconv stores its files: DOCCONV_HOME, or the XDG folders (the same below the home folder on macOS and Windows). */
import { type Stats, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { DocconvError } from '../errors.js';
import { readError } from '../system/file-errors.js';
import { homeFolder } from '../system/home-folder.js';

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
  const message = `${path} is not a folder, but docconv needs a folder there. Move it away, or set DOCCONV_HOME to another folder.`;
  throw new DocconvError('CONFIG_INVALID', message);
}

/** `sudo -u` and containers may leave HOME as that of another user, whose settings must not be ignored silently. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const { message } = readError(cause, path);
    const advice = 'Set HOME or DOCCONV_HOME to a folder of this user.';
    throw new DocconvError('CONFIG_INVALID', `${message} ${advice}`, { cause });
  }
}

function foldersOf(env: NodeJS.ProcessEnv): Home {
  if (env.DOCCONV_HOME) {
    const home = resolve(env.DOCCONV_HOME);
    return { config: home, data: join(home, 'data'), cache: join(home, 'cache') };
  }
  const home = env.HOME || homeFolder();
  const folder = (name: string, fallback: string) => {
    const path = env[name];
    return join(path && isAbsolute(path) ? path : join(home, fallback), 'docconv');
  };
  return {
    config: folder('XDG_CONFIG_HOME', '.config'),
    data: folder('XDG_DATA_HOME', join('.local', 'share')),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  };
}

export function configFile(env: NodeJS.ProcessEnv): string {
  return join(docconvHome(env).config, 'config.json');
}
