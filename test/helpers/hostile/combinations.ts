/** What a system may offer for isolation: command lines that take the rest away from a process and all that it starts. */

export const COMBINATIONS = {
  'bubblewrap, root': command => command,
  'bubblewrap, user': command => asUser(command),
  'unshare and Landlock, root': command => withoutBubblewrap(command),
  'unshare and Landlock, user': command => withoutBubblewrap(asUser(command)),
  'Landlock only, root': command => ['unshare', '-Ur', 'sh', '-c', FORBID, 'sh', ...command],
  'Landlock only, user': command => asUser(['unshare', '-Uc', '--keep-caps', 'sh', '-c', FORBID, 'sh', ...command]),
} as const satisfies Record<string, (command: readonly string[]) => readonly string[]>;

export type Combination = keyof typeof COMBINATIONS;

/** The first ordinary user of most systems; it needs no entry in /etc/passwd. */
const USER = '1000';

function asUser(command: readonly string[]): string[] {
  return ['setpriv', '--reuid', USER, '--regid', USER, '--clear-groups', '--', ...command];
}

/** Hides the program in a mount namespace: what is there cannot be executed, even by root. */
function withoutBubblewrap(command: readonly string[]): string[] {
  const hide = 'for p in /usr/bin/bwrap /bin/bwrap; do mount --bind /dev/null $p 2>/dev/null; done; exec "$@"';
  return ['unshare', '-m', 'sh', '-c', hide, 'sh', ...command];
}

/** No further namespaces, no capabilities: as in most containers. */
const FORBID =
  'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all -- "$@"';
