/** The strongest means, where bubblewrap is installed: a file system with the system read-only and one folder writable. */
import { basename, dirname } from 'node:path';
import { packageRoot } from '../system/package.js';

/** What a worker has to see beside the system. */
export interface SandboxPaths {
  /** The only folder it may write to, beside a /tmp of its own; null: none. */
  writable: string | null;
  /** Folders that may lie outside of /usr: LibreOffice's own, for one. */
  readable: readonly string[];
  /** Folders where the engine makes a socket to announce itself; bubblewrap gives every worker a /tmp of its own. */
  sockets?: readonly string[] | undefined;
}

/** Programs, libraries and fonts, and of /etc only what they read: no users, no hosts, no keys. */
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
/** Links into /usr on merged systems, folders of their own on others. */
const ROOT_LINKS = ['/bin', '/sbin', '/lib', '/lib64', '/lib32'];
/** Where some systems keep all programs and libraries. */
const STORES = ['/nix/store', '/gnu/store'];

/** All that a worker may read beside its own folder. */
export function readablePaths({ readable }: SandboxPaths): string[] {
  return [...SYSTEM, ...ROOT_LINKS, ...STORES, dirname(process.execPath), modulesFolder(), ...readable];
}

export function bubblewrapArguments(places: SandboxPaths): string[] {
  return [
    '--unshare-all', // network, processes, users, IPC, host name, cgroup
    '--die-with-parent',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...readablePaths(places).flatMap(path => ['--ro-bind-try', path, path]),
    ...(places.writable === null ? [] : ['--bind', places.writable, places.writable]),
    '--',
  ];
}

/** docconv's own files, and the packages beside it where npm has put it among others. */
function modulesFolder(): string {
  const root = packageRoot();
  return basename(dirname(root)) === 'node_modules' ? dirname(root) : root;
}
