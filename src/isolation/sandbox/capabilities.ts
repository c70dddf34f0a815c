/** What this system offers to sandbox a process. `docconv doctor` reports what is missing. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sandboxCommand } from './command.js';
import type { Confinement } from './landlock.js';
import { readablePaths, type SandboxPolicy } from './policy.js';
import { hasTool } from './tools.js';

export interface SandboxCapabilities {
  /** bubblewrap: only the folders of the policy are visible, and only the private folder can be written to. */
  files: boolean;
  /** An empty network namespace, by bubblewrap or `unshare`. */
  network: boolean;
  /** A process namespace, by bubblewrap or `unshare`: a worker sees no other processes, and all of its own end with it. */
  processes: boolean;
  /** The kernel limits the processes of each worker: RLIMIT_NPROC in a user namespace. Root's are never limited. */
  processLimit: boolean;
  /** A worker has no capabilities, and programs with the set-uid bit do not give it any. */
  unprivileged: boolean;
  /** A worker cannot create user namespaces, in which it would have capabilities. */
  noUserNamespaces: boolean;
  /** The kernel kills the worker when its parent ends: by bubblewrap or `setpriv --pdeathsig`. */
  parentDeath: boolean;
  /** `prlimit`: no core dumps, limits of file size and open files. */
  limits: boolean;
}

export const NO_CAPABILITIES: SandboxCapabilities = {
  files: false,
  network: false,
  processes: false,
  processLimit: false,
  unprivileged: false,
  noUserNamespaces: false,
  parentDeath: false,
  limits: false,
};

/** Tried in this order, about 10 ms each, before each capability is tried alone. */
function combinations(): SandboxCapabilities[] {
  const isRoot = process.getuid?.() === 0;
  const namespaces = { network: true, processes: true, unprivileged: true, parentDeath: true, limits: true };
  const all = { ...namespaces, files: true, noUserNamespaces: true, processLimit: !isRoot };
  return [
    all,
    { ...all, noUserNamespaces: false }, // bubblewrap before 0.8
    { ...all, files: false, noUserNamespaces: false },
    { ...all, files: false, noUserNamespaces: false, processes: false, processLimit: false }, // containers with a masked /proc
  ];
}

let probed: SandboxCapabilities | null = null;

/** What this system offers; probed once per process. */
export function sandboxCapabilities(): SandboxCapabilities {
  probed ??= combinations().find(isSupported) ?? probeEach();
  return probed;
}

/** The capabilities that suit this policy. */
export function capabilitiesFor({ network }: SandboxPolicy): SandboxCapabilities {
  return network ? { ...sandboxCapabilities(), network: false } : sandboxCapabilities();
}

/** What a worker is confined to by Landlock where bubblewrap does not do it. */
export function landlockRules(
  policy: SandboxPolicy,
  writable: readonly string[],
  { processes }: SandboxCapabilities,
): Confinement {
  return {
    readable: [...readablePaths(policy), ...(processes ? ['/proc'] : OWN_PROC)],
    writable: [...writable, ...DEVICES],
    sockets: policy.sockets ? [SOCKET_FOLDER] : [],
    network: policy.network ?? false,
  };
}

/** soffice creates a socket there to find another instance with the same profile; TMPDIR does not change that. */
const SOCKET_FOLDER = '/tmp';
/** Without a process namespace /proc shows all processes of the machine. */
const OWN_PROC = [
  ...['self', 'meminfo', 'stat', 'cpuinfo', 'filesystems', 'sys/vm', 'sys/crypto'].map(name => join('/proc', name)),
];
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'].map(name => join('/dev', name));

function probeEach(): SandboxCapabilities {
  const supports = (capability: keyof SandboxCapabilities) => isSupported({ ...NO_CAPABILITIES, [capability]: true });
  return {
    ...NO_CAPABILITIES,
    network: supports('network'),
    unprivileged: supports('unprivileged'),
    parentDeath: supports('parentDeath'),
    limits: supports('limits'),
  };
}

function isSupported(means: SandboxCapabilities): boolean {
  if (process.platform !== 'linux') return false;
  if (means.files && !hasTool('bwrap')) return false;
  const [command, args] = sandboxCommand('true', [], { readable: [], scratch: null }, [], means);
  return spawnSync(command, args, { stdio: 'ignore', timeout: 5000 }).status === 0;
}
