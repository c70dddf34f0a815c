/** Where docconv stores its files: DOCCONV_HOME, or the XDG folders (the same below the home folder on macOS and Windows). */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export interface Home {
  /** Settings, trust anchors, credentials. */
  config: string;
  /** Keys, the mail outbox. */
  data: string;
  /** Files that can be regenerated, such as LibreOffice profiles. */
  cache: string;
}

/** DOCCONV_HOME moves all three folders. Relative XDG paths are ignored, as the XDG specification requires. */
export function docconvHome(env: NodeJS.ProcessEnv): Home {
  if (env.DOCCONV_HOME) {
    const home = resolve(env.DOCCONV_HOME);
    return { config: home, data: join(home, 'data'), cache: join(home, 'cache') };
  }
  const home = env.HOME || homedir();
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
