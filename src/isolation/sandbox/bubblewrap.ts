/** The strongest sandbox, where bubblewrap is installed: the system read-only, one writable folder, own namespaces. */
import type { SandboxCapabilities } from './capabilities.js';
import { readablePaths, type SandboxPolicy } from './policy.js';
import { tool } from './tools.js';

/**
 * The worker stays in the process group of `bwrap`, which the parent and the janitor kill; therefore no `--new-session`.
 * It has no terminal either way: the group was started as a session of its own.
 *
 * @param filter descriptor from which bubblewrap reads the filter of system calls, see seccompFilter(); null: none
 */
export function bubblewrapCommand(
  policy: SandboxPolicy,
  writable: readonly string[],
  { network, noUserNamespaces }: SandboxCapabilities,
  filter: number | null,
): string[] {
  return [
    tool('bwrap'),
    '--unshare-user',
    ...(noUserNamespaces ? ['--disable-userns'] : []),
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(network ? ['--unshare-net'] : []),
    '--die-with-parent',
    ...fileSystem(policy, writable),
    '--cap-drop', // as root, bubblewrap keeps all: the worker could remount every mount as writable
    'ALL',
    ...(filter === null ? [] : ['--seccomp', String(filter)]),
    '--',
  ];
}

/** Everything but the writable folders is read-only, in particular bubblewrap's own root and /dev, which are tmpfs. */
function fileSystem(policy: SandboxPolicy, writable: readonly string[]): string[] {
  return [
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...readablePaths(policy).flatMap(path => ['--ro-bind-try', path, path]),
    ...writable.flatMap(path => ['--bind', path, path]),
    // /proc: as root, the worker could set kernel.core_pattern, which the kernel executes outside of the sandbox
    ...['/', '/dev', '/proc'].flatMap(path => ['--remount-ro', path]),
  ];
}
