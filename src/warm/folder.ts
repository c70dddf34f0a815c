/** The private folder of the sockets, and the name of the socket for an engine. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { SYSTEM_FONTS } from '../convert/engines/fonts/fonts.js';
import { findLibreOffice } from '../convert/engines/locate.js';
import type { ConverterSettings } from '../convert/settings.js';
import { isPrivate } from '../system/files/files.js';
import { requireSocketPath } from '../system/files/socket-path.js';
import { packageRoot, packageVersion } from '../system/package.js';
import { PROTOCOL } from './protocol.js';

/** Below the runtime folder of the user, or in the cache. */
export function warmFolder(env: NodeJS.ProcessEnv, cache: string): string {
  const runtime = env.XDG_RUNTIME_DIR;
  const usesRuntime = !env.DOCCONV_HOME && runtime !== undefined && isAbsolute(runtime) && isPrivate(runtime);
  return usesRuntime ? join(runtime, 'docconv') : join(cache, 'warm');
}

/** An engine that did not start is not started again for so long. */
export const PAUSE_MS = 300_000;

/** Where an engine writes why it ended, if it failed. */
export const errorFile = (socket: string): string => socket.replace(/\.sock$/, '.error');

/** Held by the engine that starts. */
export const lockFile = (socket: string): string => socket.replace(/\.sock$/, '.lock');

/** Another engine for whatever may change its results. Throws when the path is too long. */
export function socketPath(folder: string, settings: ConverterSettings, env: NodeJS.ProcessEnv): string {
  const shape = [
    PROTOCOL,
    packageVersion(),
    packageRoot(),
    packageStamp(),
    process.version,
    process.execPath,
    settings,
    engineEnvironment(env),
    findLibreOffice(settings.libreoffice ?? null)?.stamp,
    fontStamps(settings),
  ];
  const name = createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 16);
  const path = join(folder, `${name}.sock`);
  requireSocketPath(path);
  return path;
}

/** Folders differ when a file in them is replaced. */
const BUILT = ['chunks', 'cli', 'convert/engines', 'isolation/sandbox', 'warm'];
const INSTALLED = ['package.json', ...BUILT.map(name => join('dist', name))];

/** Differs after an installation or a build of docconv. */
export function packageStamp(): string {
  const root = packageRoot();
  return INSTALLED.map(path => stampOf(join(root, path))).join(', ');
}

/** Differs for another file of this path, or a changed one. */
export function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs}` : 'missing';
}

/** Milliseconds since the file was written; 0 for one that does not exist. */
export function ageOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? Date.now() - stats.mtimeMs : 0;
}

/** Of folders that change when fonts are installed: a running LibreOffice does not see new ones. */
function fontStamps({ fonts = [] }: ConverterSettings): string[] {
  return ['/var/cache/fontconfig', ...SYSTEM_FONTS, ...fonts].map(stampOf);
}

const VARIABLES = /^(?:PATH|TMPDIR|TZ|LANG|LC_[A-Z]+)$/;

/** The variables that an engine gets; settings travel in its parameters. */
export function engineEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(env).filter(name => VARIABLES.test(name));
  return Object.fromEntries(names.sort().map(name => [name, env[name]]));
}
