/** The strongest sandbox, where bubblewrap is installed: the system read-only, one writable folder, own namespaces. */
import { changesUser, foldersAbove, readablePaths, type SandboxPolicy } from './policy.js';
import type { SandboxCapabilities } from './sandbox-capabilities.js';
import { tool } from './tools.js';

/** The private folder. LibreOffice creates sockets there as well, whatever TMPDIR says. */
export const TEMPORARY = '/tmp';
/** Bytes of it where the policy has no private folder, for LibreOffice's sockets. */
const SMALL = 16 * 1024 ** 2;

const PTS = '/dev/pts';
/** No terminals, and no /dev/zero: a mapping of it that processes share is memory that none of them has to keep in its tables. */
const WITHOUT_DEVICES = ['--tmpfs', PTS, '--ro-bind', '/dev/null', '/dev/zero'];

/** For `setpriv`, which runs inside and then gives them up. */
const TO_CHANGE_USER = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'];

/**
 * The worker stays in the process group of `bwrap`, which the parent and the janitor kill; therefore no `--new-session`.
 * It has no terminal either way: the group was started as a session of its own.
 *
 * @param filter descriptor from which bubblewrap reads the filter of system calls, see seccompFilter(); null: none
 */
export function bubblewrapCommand(
  policy: SandboxPolicy,
  capabilities: SandboxCapabilities,
  filter: number | null,
): string[] {
  const { network, noUserNamespaces } = capabilities;
  // a user namespace of root's would leave the worker root's user id
  const changes = changesUser(capabilities);
  const user = ['--unshare-user', ...(noUserNamespaces ? ['--disable-userns'] : [])];
  return [
    tool('bwrap'),
    ...(changes ? [] : user),
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(network ? ['--unshare-net'] : []),
    '--die-with-parent',
    ...fileSystem(policy, capabilities),
    '--cap-drop', // as root, bubblewrap keeps all: the worker could remount every mount as writable
    'ALL',
    ...(changes ? TO_CHANGE_USER.flatMap(name => ['--cap-add', name]) : []),
    ...(filter === null ? [] : ['--seccomp', String(filter)]),
    '--',
  ];
}

/** Everything but the private folder is read-only, in particular bubblewrap's own root and /dev, which are tmpfs. */
function fileSystem(policy: SandboxPolicy, { sizedScratch }: SandboxCapabilities): string[] {
  const { scratch } = policy;
  const paths = readablePaths(policy);
  const size = sizedScratch ? ['--size', String(scratch ?? SMALL), '--perms', '0777'] : [];
  return [
    ...['--proc', '/proc', '--dev', '/dev', ...WITHOUT_DEVICES, ...size, '--tmpfs', TEMPORARY],
    ...foldersAbove(paths).flatMap(path => ['--dir', path]), // bubblewrap creates those that are missing with 0700
    ...paths.flatMap(path => ['--ro-bind-try', path, path]),
    // /proc: as root, the worker could set kernel.core_pattern, which the kernel executes outside of the sandbox
    ...['/', '/dev', PTS, '/proc'].flatMap(path => ['--remount-ro', path]),
    ...(scratch === null ? ['--remount-ro', TEMPORARY] : []),
  ];
}
