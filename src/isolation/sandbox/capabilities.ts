/**
 * What this system offers to sandbox a process, and the command line that uses all of it. `docconv doctor` reports
 * what is missing.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { bubblewrapArguments } from './bubblewrap.js';
import type { Confinement } from './landlock.js';
import { readablePaths, type SandboxPolicy } from './policy.js';

export interface SandboxCapabilities {
  /** bubblewrap: read-only system, one writable folder, no other user's files or processes visible. */
  files: boolean;
  /** An empty network namespace, by bubblewrap or `unshare -rn`. */
  network: boolean;
  /** The kernel kills the worker when its parent ends: by bubblewrap or `setpriv --pdeathsig`. */
  parentDeath: boolean;
  /** `prlimit`: no core dumps, limits of file size and open files. */
  limits: boolean;
}

const TOOL_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
/** Size of one written file in bytes, and open files: far above any real document, far below a full disk. */
const LIMITS = ['--core=0', `--fsize=${4 * 1024 ** 3}`, '--nofile=4096'];

const NONE: SandboxCapabilities = { files: false, network: false, parentDeath: false, limits: false };
/** Tried in this order, about 10 ms each, before each capability is tried alone. */
const COMBINATIONS: readonly SandboxCapabilities[] = [
  { files: true, network: true, parentDeath: true, limits: true },
  { files: false, network: true, parentDeath: true, limits: true },
];

let isolated: SandboxCapabilities | null = null;
let networked: SandboxCapabilities | null = null;

/** What this system offers; probed once per process. */
export function sandboxCapabilities(): SandboxCapabilities {
  isolated ??= COMBINATIONS.find(isSupported) ?? probeEach();
  return isolated;
}

/** The capabilities that suit this policy. */
export function capabilitiesFor({ network }: SandboxPolicy): SandboxCapabilities {
  if (!network) return sandboxCapabilities();
  networked ??= { ...probeEach(), network: false };
  return networked;
}

/**
 * The command line that runs `command` in a sandbox: a chain of tools, each started by the one before. `writable`: its
 * private folder and that of the policy.
 */
export function sandboxCommand(
  command: string,
  args: readonly string[],
  policy: SandboxPolicy,
  writable: readonly string[],
  { limits, files, network, parentDeath }: SandboxCapabilities,
): [string, string[]] {
  const chain: string[] = [];
  if (limits) chain.push(tool('prlimit'), ...LIMITS, '--');
  if (files) {
    chain.push(tool('bwrap'), ...bubblewrapArguments(policy, writable));
  } else {
    if (network) chain.push(tool('unshare'), '-rn', '--');
    if (parentDeath) chain.push(tool('setpriv'), '--pdeathsig', 'KILL', '--'); // last: a new namespace resets it
  }
  const [first, ...rest] = [...chain, command, ...args];
  return [first!, rest];
}

/** What the worker confines itself to by Landlock; null where bubblewrap does it or the network is needed. */
export function landlockRules(policy: SandboxPolicy, writable: readonly string[]): Confinement | null {
  if (policy.network || capabilitiesFor(policy).files) return null;
  return {
    readable: [...readablePaths(policy), '/proc'],
    writable: [...writable, ...DEVICES],
    sockets: policy.sockets ? [SOCKET_FOLDER] : [],
  };
}

/** soffice creates a socket there to find another instance with the same profile; TMPDIR does not change that. */
const SOCKET_FOLDER = '/tmp';
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'].map(name => join('/dev', name));

function probeEach(): SandboxCapabilities {
  return {
    files: false,
    network: isSupported({ ...NONE, network: true }),
    parentDeath: isSupported({ ...NONE, parentDeath: true }),
    limits: isSupported({ ...NONE, limits: true }),
  };
}

function isSupported(capabilities: SandboxCapabilities): boolean {
  if (process.platform !== 'linux') return false;
  if (capabilities.files && !isExecutable(tool('bwrap'))) return false;
  const [command, args] = sandboxCommand('true', [], { readable: [], scratch: null }, [], capabilities);
  return spawnSync(command, args, { stdio: 'ignore', timeout: 5000 }).status === 0;
}

/** Absolute, whatever PATH says. A missing tool keeps its bare name, fails to start, and counts as unsupported. */
function tool(name: string): string {
  return TOOL_FOLDERS.map(folder => join(folder, name)).find(isExecutable) ?? name;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
