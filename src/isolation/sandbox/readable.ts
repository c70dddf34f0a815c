/** What a worker may read: the system's programs, Node with its libraries, and docconv's own files; nothing beside them. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { readIfPossible } from '../../system/files/files.js';
import { packageRoot } from '../../system/package.js';

/** Programs, libraries and fonts; of /etc only what they read, so no users, hosts or keys. */
const SYSTEM = [
  '/usr',
  '/etc/fonts',
  '/etc/libreoffice',
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/var/cache/fontconfig',
  '/var/lib/libreoffice',
  '/var/spool/libreoffice',
];
/** Links into /usr on systems with a merged /usr, folders on others. */
const ROOT_LINKS = ['/bin', '/sbin', '/lib', '/lib64', '/lib32'];
/** Nix and Guix keep all programs and libraries here. */
const STORES = ['/nix/store', '/gnu/store'];
/** What a worker reads to resolve host names. */
const NETWORK = ['/etc/resolv.conf', '/etc/hosts', '/etc/host.conf', '/etc/nsswitch.conf', '/etc/gai.conf'];

/** Where Node and docconv are installed. */
export interface Installed {
  /** Path of Node's executable. */
  readonly node: string;
  /** Folder of docconv's package.json. */
  readonly root: string;
}

/** The folders of the system, which every worker may read. */
export function systemPaths(network = false): string[] {
  return [...SYSTEM, ...(network ? NETWORK : []), ...ROOT_LINKS, ...STORES];
}

let own: readonly string[] | null = null;

/** Node, its libraries, docconv and the packages that workers import; found once per process. */
export function ownPaths(): readonly string[] {
  own ??= pathsOf({ node: process.execPath, root: packageRoot() });
  return own;
}

/** Not the folders in which they lie: that of Node may be a home folder. */
export function pathsOf({ node, root }: Installed): string[] {
  return [...new Set([node, ...librariesOf(node), ...packagesOf(root)])].filter(existsSync);
}

/** Those of Node that are no part of the system, as they are named in its executable or the libraries themselves. */
function librariesOf(node: string): string[] {
  if (process.platform !== 'linux' || isOfSystem(node)) return [];
  return [...new Set([...tracedLibraries(node), ...mappedLibraries(node)])].filter(path => !isOfSystem(path));
}

const isOfSystem = (path: string) => [...ROOT_LINKS, ...STORES, '/usr'].some(folder => path.startsWith(folder + sep));

/** The loader prints `NAME => PATH (ADDRESS)`, and its own path without a name. musl's does not: then this is empty. */
function tracedLibraries(node: string): string[] {
  const env = { LD_TRACE_LOADED_OBJECTS: '1' };
  const { stdout } = spawnSync(node, ['--version'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return [...(stdout ?? '').matchAll(/(?:^\s*|=> )(\/.+) \(0x[\da-f]+\)$/gm)].map(([, path]) => resolve(path!));
}

/** Real paths of the libraries in this process, if it is this Node. */
function mappedLibraries(node: string): string[] {
  if (node !== process.execPath) return [];
  return readIfPossible('/proc/self/maps').match(/\/.*\.so(?:\.[\d.]+)?$/gm) ?? [];
}

/** Packages of docconv that are not in its own package (see bundleDependencies in package.json), with their native code. */
const NATIVE = ['koffi', '@koromix'];
/** One of those that are in it. */
const BUNDLED = 'libreoffice-convert';

/**
 * docconv's built files and its dependencies. Those are in a folder of its own, beside it, or where pnpm, a workspace or a link
 * put them; there they find their own dependencies in the outermost folder of packages.
 */
function packagesOf(root: string): string[] {
  const files = ['package.json', 'dist', 'node_modules'].map(name => join(root, name));
  const dependencies = [BUNDLED, ...NATIVE].flatMap(name => {
    const folder = packagesWith(name, root);
    if (folder === null) return [];
    const path = join(folder, name);
    const real = realpathSync(path);
    if (real !== path) return [path, outermostPackages(real)];
    if (folder === join(root, 'node_modules')) return [];
    return name === BUNDLED ? [folder] : [path];
  });
  return [...files, ...dependencies];
}

/** The folder in which docconv finds this package. */
function packagesWith(name: string, root: string): string | null {
  const folders = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  return folders.find(folder => existsSync(join(folder, name))) ?? null;
}

/** pnpm keeps the packages themselves in a folder of this one. */
function outermostPackages(path: string): string {
  const names = path.split(sep);
  const index = names.indexOf('node_modules');
  return index < 0 ? dirname(path) : names.slice(0, index + 1).join(sep);
}
