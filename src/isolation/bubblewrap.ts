/** The strongest sandbox, where bubblewrap is installed: the system read-only, one writable folder, own namespaces. */
import { basename, dirname } from 'node:path';
import { packageRoot } from '../system/package.js';

/** What a worker process may use beside the system's programs and libraries. */
export interface SandboxPolicy {
  /** The only folder it may write to, beside a /tmp of its own; null: none. */
  writable: string | null;
  /** Folders that may be outside of /usr, for example LibreOffice's. */
  readable: readonly string[];
  /** Folders in which it may create sockets; with bubblewrap its own /tmp is enough. */
  sockets?: readonly string[] | undefined;
  /** It may open network connections. Then bubblewrap and Landlock, which would cut them, are not used. */
  network?: boolean;
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

/** All paths that a worker may read beside its writable folder. */
export function readablePaths({ readable }: SandboxPolicy): string[] {
  return [...SYSTEM, ...ROOT_LINKS, ...STORES, dirname(process.execPath), packagesFolder(), ...readable];
}

export function bubblewrapArguments(policy: SandboxPolicy): string[] {
  return [
    '--unshare-all', // network, processes, users, IPC, host name, cgroup
    '--die-with-parent',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...readablePaths(policy).flatMap(path => ['--ro-bind-try', path, path]),
    ...(policy.writable === null ? [] : ['--bind', policy.writable, policy.writable]),
    '--',
  ];
}

/** docconv's own folder, or the node_modules folder it is installed in, where its dependencies are its neighbours. */
function packagesFolder(): string {
  const root = packageRoot();
  return basename(dirname(root)) === 'node_modules' ? dirname(root) : root;
}
