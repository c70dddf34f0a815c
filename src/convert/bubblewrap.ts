/** The strongest means, where bubblewrap is installed: a file system with the system read-only and one folder writable. */
import { basename, dirname } from 'node:path';
import { packageRoot } from '../package.js';

/** What a worker has to see beside the system. */
export interface Places {
  /** The only folder it may write to. */
  writable: string;
  /** Folders that may lie outside of /usr: LibreOffice's own, for one. */
  readable: readonly string[];
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
];
/** Links into /usr on merged systems, folders of their own on others. */
const ROOT_LINKS = ['/bin', '/sbin', '/lib', '/lib64', '/lib32'];

export function bubblewrapArguments({ writable, readable }: Places): string[] {
  const visible = [...SYSTEM, ...ROOT_LINKS, dirname(process.execPath), modulesFolder(), ...readable];
  return [
    '--unshare-all', // network, processes, users, IPC, host name, cgroup
    '--die-with-parent',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...visible.flatMap(path => ['--ro-bind-try', path, path]),
    '--bind',
    writable,
    writable,
    '--',
  ];
}

/** docconv's own files, and the packages beside it where npm has put it among others. */
function modulesFolder(): string {
  const root = packageRoot();
  return basename(dirname(root)) === 'node_modules' ? dirname(root) : root;
}
