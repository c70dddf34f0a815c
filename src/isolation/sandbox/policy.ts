/** What a worker process may use. */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownPaths, systemPaths } from './readable.js';

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

/** The user and group that own nothing; workers run as these where docconv runs as root. */
export const NOBODY = 65534;

export const isRoot = () => process.getuid?.() === 0;

export function changesUser({ ordinaryUser }: { ordinaryUser: boolean }): boolean {
  return ordinaryUser && isRoot();
}

/** All paths that a worker may read beside its writable folders. */
export function readablePaths({ readable, network }: SandboxPolicy): string[] {
  return [...systemPaths(network), ...ownPaths(), ...readable];
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
  const paths = [...ownPaths(), ...readable];
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
