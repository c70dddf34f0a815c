/** What a worker process may use, and the folders of the system that every worker may read. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { packageRoot } from '../../system/package.js';

/** What a worker process may use beside the system's programs and libraries. */
export interface SandboxPolicy {
  /** Absolute paths outside of the system's folders, for example LibreOffice's. */
  readonly readable: readonly string[];
  /** Maximum size in bytes of its private folder (working directory, HOME and TMPDIR); null: it has none. */
  readonly scratch: number | null;
  /** Bytes of memory of all its processes, which the kernel limits where docconv has a cgroup of its own. */
  readonly memory?: number;
  /** It may open network connections. */
  readonly network?: boolean;
  /** It may create AF_UNIX stream sockets, but not connect to those of others. */
  readonly sockets?: boolean;
  /** It may create pairs of AF_UNIX stream sockets, to talk with programs that it starts. */
  readonly pairs?: boolean;
}

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

/** The user and group that own nothing; workers run as these where docconv runs as root. */
export const NOBODY = 65534;

export const isRoot = () => process.getuid?.() === 0;

export function changesUser({ ordinaryUser }: { ordinaryUser: boolean }): boolean {
  return ordinaryUser && isRoot();
}

/** What a worker reads to resolve host names. */
const NETWORK = ['/etc/resolv.conf', '/etc/hosts', '/etc/host.conf', '/etc/nsswitch.conf', '/etc/gai.conf'];

/** All paths that a worker may read beside its writable folders. */
export function readablePaths({ readable, network }: SandboxPolicy): string[] {
  const system = [...SYSTEM, ...(network ? NETWORK : []), ...ROOT_LINKS, ...STORES];
  return [...system, dirname(process.execPath), ...packagesFolders(), ...readable];
}

/**
 * Whether all users may read docconv, Node and the paths of the policy, and reach a folder in `temporary`. With bubblewrap
 * the folders above them do not matter: inside, they are new ones.
 */
export function isReadableByAll(
  { readable }: SandboxPolicy,
  temporary: string,
  { files }: { files: boolean },
): boolean {
  const paths = [process.execPath, dirname(process.execPath), ...packagesFolders(), packageRoot(), ...readable];
  const above = files ? [] : [...foldersAbove([...paths, temporary]), temporary];
  return [...paths.map(path => [path, 0o5] as const), ...above.map(path => [path, 0o1] as const)].every(
    ([path, bits]) => allows(path, bits),
  );
}

/** A missing path is no obstacle. */
function allows(path: string, bits: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return true;
  const wanted = stats.isDirectory() || path === process.execPath ? bits : bits & 0o4;
  return (stats.mode & wanted) === wanted;
}

/** Each once, from the top. */
export function foldersAbove(paths: readonly string[]): string[] {
  const above = (path: string): string[] => {
    const parent = dirname(path);
    return parent === path ? [] : [...above(parent), parent];
  };
  return [...new Set(paths.flatMap(above))];
}

/**
 * docconv's own folder, or the node_modules folder it is installed in, and that of its dependencies, which lie elsewhere
 * where pnpm, a workspace or a link put them.
 */
function packagesFolders(): string[] {
  const root = packageRoot();
  const own = basename(dirname(root)) === 'node_modules' ? dirname(root) : root;
  const dependency = realPathOf('libreoffice-convert', root);
  return dependency ? [own, outermostPackages(dependency)] : [own];
}

/** Of a package that docconv imports. */
function realPathOf(name: string, root: string): string | undefined {
  const folders = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  const found = folders.map(folder => join(folder, name)).find(path => existsSync(path));
  return found && realpathSync(found);
}

/** pnpm keeps the packages themselves in a folder of this one. */
function outermostPackages(path: string): string {
  const names = path.split(sep);
  const index = names.indexOf('node_modules');
  return index < 0 ? path : names.slice(0, index + 1).join(sep);
}
