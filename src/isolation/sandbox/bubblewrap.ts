/** The strongest sandbox, where bubblewrap is installed: the system read-only, one writable folder, own namespaces. */
import { readablePaths, type SandboxPolicy } from './policy.js';

export function bubblewrapArguments(policy: SandboxPolicy, writable: readonly string[]): string[] {
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
    ...writable.flatMap(path => ['--bind', path, path]),
    '--',
  ];
}
