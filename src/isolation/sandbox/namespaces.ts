/** Namespaces without bubblewrap: `unshare` of util-linux. The worker sees the files of the system; Landlock restricts it. */
import type { SandboxCapabilities } from './capabilities.js';
import { tool } from './tools.js';

/**
 * The first process of the namespaces: as such it ignores signals from inside, ends all others with it, and waits for
 * orphans. It mounts a /proc that shows only its own namespace and cannot be written to.
 */
const INIT = `
mount -t proc -o ro,nosuid,nodev,noexec proc /proc || exit 126
"$@"
`;

/**
 * Two steps, because creating a user namespace resets the signal for the parent's death: the first creates it, the second
 * creates the process namespace.
 */
export function namespacesCommand({ network, processes, parentDeath }: SandboxCapabilities): string[] {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const kinds = [...(network ? ['--net'] : []), ...(processes ? ['--ipc', '--mount'] : [])];
  return [
    ...(kinds.length > 0 ? [tool('unshare'), ...user, ...kinds, '--'] : []),
    ...(parentDeath ? [tool('setpriv'), '--pdeathsig', 'KILL', '--'] : []),
    ...(processes ? [tool('unshare'), '--pid', '--fork', '--kill-child', '--', tool('sh'), '-c', INIT, 'sh'] : []),
  ];
}
