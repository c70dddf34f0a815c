/** Namespaces without bubblewrap: `unshare` of util-linux. The worker sees the files of the system; Landlock restricts it. */
import { isRoot } from './policy.js';
import type { SandboxCapabilities } from './sandbox-capabilities.js';
import { tool } from './tools.js';

/** Files of the private folder: each takes about 1 KiB of the kernel's memory, even if it is empty. */
const MAX_FILES = 100_000;

/** Starts a process without the pipe to docconv, which otherwise does not notice when the worker closes it, and awaits it. */
const AWAIT = `
"$@" & exec 3>&-
wait "$!"
`;

/**
 * The first process of the namespaces: as such it ignores signals from inside, ends all others with it, and waits for
 * orphans. It mounts a /proc that shows only its own namespace and cannot be written to, and the private folder.
 */
const INIT = `
mount -t proc -o ro,nosuid,nodev,noexec proc /proc || exit 126
if [ "$1" ]; then
  mount -t tmpfs -o "$2,mode=0777,nosuid,nodev,nr_inodes=${MAX_FILES}" tmpfs "$1" && cd "$1" || exit 126
fi
shift 2
${AWAIT}`;

/** An ordinary user then has the capabilities of a user namespace. */
export function createsNamespaces({ network, processes }: SandboxCapabilities): boolean {
  return network || processes;
}

export interface SizedFolder {
  path: string;
  /** Bytes. */
  size: number;
}

/**
 * Two steps, because creating a user namespace resets the signal for the parent's death: the first creates it, the second
 * creates the process namespace, which holds the processes that it starts. A shell starts the first of them, and not
 * `unshare --fork`, which would keep the pipe to docconv open.
 *
 * @param scratch where a file system in memory is mounted; null: nowhere
 */
export function namespacesCommand(
  { network, processes, parentDeath }: SandboxCapabilities,
  scratch: SizedFolder | null,
): string[] {
  const user = isRoot() ? [] : ['--user', '--map-root-user'];
  const kinds = [...(network ? ['--net'] : []), ...(processes ? ['--ipc', '--mount'] : [])];
  const mount = scratch ? [scratch.path, `size=${scratch.size}`] : ['', ''];
  const endsWithParent = parentDeath ? [tool('setpriv'), '--pdeathsig', 'KILL', '--'] : [];
  const shell = (script: string) => [tool('sh'), '-c', script, 'sh'];
  const init = [tool('unshare'), '--pid', '--', ...shell(AWAIT), ...endsWithParent, ...shell(INIT), ...mount];
  return [
    ...(kinds.length > 0 ? [tool('unshare'), ...user, ...kinds, '--'] : []),
    ...endsWithParent,
    ...(processes ? init : []),
  ];
}
