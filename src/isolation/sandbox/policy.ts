/** What a worker process may use, and the folders of the system that every worker may read. */
import { basename, dirname } from 'node:path';
import { packageRoot } from '../../system/package.js';

/** What a worker process may use beside the system's programs and libraries. */
export interface SandboxPolicy {
  /** Absolute paths outside of the system's folders, for example LibreOffice's. */
  readonly readable: readonly string[];
  /** Maximum size in bytes of its private folder (working directory, HOME and TMPDIR); null: it has none. */
  readonly scratch: number | null;
  /** A folder that outlives the worker. Only for workers that never see a document. */
  readonly writable?: string;
  /** It may open network connections. */
  readonly network?: boolean;
  /** It may create AF_UNIX stream sockets, but not connect to those of others. */
  readonly sockets?: boolean;
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

/** What a worker reads to resolve host names. */
const NETWORK = ['/etc/resolv.conf', '/etc/hosts', '/etc/host.conf', '/etc/nsswitch.conf', '/etc/gai.conf'];

/** All paths that a worker may read beside its writable folders. */
export function readablePaths({ readable, network }: SandboxPolicy): string[] {
  const system = [...SYSTEM, ...(network ? NETWORK : []), ...ROOT_LINKS, ...STORES];
  return [...system, dirname(process.execPath), packagesFolder(), ...readable];
}

/** docconv's own folder, or the node_modules folder it is installed in, where its dependencies are its neighbours. */
function packagesFolder(): string {
  const root = packageRoot();
  return basename(dirname(root)) === 'node_modules' ? dirname(root) : root;
}
