/** What this system offers to sandbox a process. `docconv doctor` reports what is missing. */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSocketPath } from '../../system/files/socket-path.js';
import { TEMPORARY } from './bubblewrap.js';
import { sandboxCommand } from './command.js';
import type { Confinement } from './landlock.js';
import { isReadableByAll, isRoot, readablePaths, type SandboxPolicy } from './policy.js';
import { NO_CAPABILITIES, type SandboxCapabilities } from './sandbox-capabilities.js';
import { type Architecture, hasFilter, seccompFilter } from './seccomp/index.js';
import { hasTool } from './tools.js';

/** Tried when a worker starts, without a probe before. */
const BY_LAUNCHER = { landlock: true, seccomp: true };

/** Tried in this order, about 10 ms each, before each capability is tried alone. */
function combinations(): SandboxCapabilities[] {
  const shared = {
    network: true,
    unprivileged: true,
    parentDeath: true,
    limits: true,
    noUserNamespaces: false,
    ...BY_LAUNCHER,
  };
  const namespaces = {
    ...shared,
    processes: true,
    sizedScratch: true,
    processLimit: !isRoot(),
    files: false,
    filter: false,
  };
  const bubblewrap = { ...namespaces, files: true, filter: hasFilter(process.platform, process.arch) };
  const found = [
    { ...bubblewrap, noUserNamespaces: true },
    { ...bubblewrap, sizedScratch: false }, // before 0.8
    { ...bubblewrap, noUserNamespaces: true, filter: false }, // kernels without seccomp
    { ...bubblewrap, sizedScratch: false, filter: false },
    namespaces,
    { ...namespaces, processes: false, sizedScratch: false, processLimit: false }, // containers with a masked /proc
  ];
  return found.flatMap(capabilities => [
    { ...capabilities, ordinaryUser: true },
    ...(isRoot() ? [{ ...capabilities, ordinaryUser: false }] : []), // containers in which root cannot change the user
  ]);
}

let probed: SandboxCapabilities | null = null;

/** What this system offers; probed once per process. */
export function sandboxCapabilities(): SandboxCapabilities {
  probed ??= combinations().find(isSupported) ?? probeEach();
  return probed;
}

/** The capabilities that suit this policy. @param temporary where private folders are created */
export function capabilitiesFor(policy: SandboxPolicy, temporary = tmpdir()): SandboxCapabilities {
  return suiting(sandboxCapabilities(), policy, temporary);
}

/**
 * As capabilitiesFor, but before anything was probed the strongest combination whose programs are installed: the start of
 * a worker with it is a trial already, because a sandbox that lacks one of its capabilities does not start.
 */
export function expectedCapabilitiesFor(policy: SandboxPolicy, temporary: string): SandboxCapabilities {
  const expected = probed ?? combinations().find(isInstalled) ?? sandboxCapabilities();
  return suiting(expected, policy, temporary);
}

function suiting(capabilities: SandboxCapabilities, policy: SandboxPolicy, temporary: string): SandboxCapabilities {
  const ordinaryUser = capabilities.ordinaryUser && (!isRoot() || isReadableByAll(policy, temporary, capabilities));
  return { ...capabilities, ordinaryUser, network: capabilities.network && !policy.network };
}

/** What a worker is confined to by Landlock where bubblewrap does not do it. */
export function landlockRules(
  policy: SandboxPolicy,
  scratch: string | null,
  { processes }: SandboxCapabilities,
): Confinement {
  return {
    readable: [...readablePaths(policy), ...(processes ? ['/proc'] : OWN_PROC)],
    writable: [...(scratch === null ? [] : [scratch]), ...DEVICES],
    sockets: policy.sockets ? [socketFolder(scratch)] : [],
    network: policy.network ?? false,
  };
}

/**
 * Where soffice creates a socket to find another instance with the same profile: in its private folder if the name is not too
 * long for it, otherwise in /tmp. A worker that knows the name of a file there of the same user can then remove it: Landlock
 * grants no right for one name.
 */
export function socketFolder(scratch: string | null): string {
  const isObeyed = hasFilter(process.platform, process.arch); // the filter denies the question whether /tmp can be written
  return scratch !== null && isObeyed && isSocketPath(join(scratch, LONGEST_SOCKET)) ? scratch : TEMPORARY;
}

const LONGEST_SOCKET = `OSL_PIPE_${2 ** 32 - 1}_SingleOfficeIPC_${'0'.repeat(32)}`;
/** Without a process namespace /proc shows all processes of the machine. */
const OWN_PROC = [
  ...['self', 'meminfo', 'stat', 'cpuinfo', 'filesystems', 'sys/vm', 'sys/crypto'].map(name => join('/proc', name)),
];
/** Not `zero`: a mapping of it that processes share is memory that none of them has to keep in its tables. */
const DEVICES = ['null', 'full', 'random', 'urandom'].map(name => join('/dev', name));

function probeEach(): SandboxCapabilities {
  const supports = (capability: keyof SandboxCapabilities) => isSupported({ ...NO_CAPABILITIES, [capability]: true });
  return {
    ...NO_CAPABILITIES,
    ...BY_LAUNCHER,
    network: supports('network'),
    ordinaryUser: !isRoot() || supports('ordinaryUser'),
    unprivileged: supports('unprivileged'),
    parentDeath: supports('parentDeath'),
    limits: supports('limits'),
  };
}

function isInstalled({ files }: SandboxCapabilities): boolean {
  return process.platform === 'linux' && (!files || hasTool('bwrap'));
}

function isSupported(capabilities: SandboxCapabilities): boolean {
  if (!isInstalled(capabilities)) return false;
  const policy = { readable: [], scratch: PROBE_SIZE };
  const input = capabilities.filter ? seccompFilter({}, process.arch as Architecture) : '';
  const trial = capabilities.files ? ['test', '-w', TEMPORARY] : ['true']; // bubblewrap before 0.8 leaves it to root alone
  const [command, ...args] = sandboxCommand(trial, policy, TEMPORARY, capabilities, capabilities.filter ? STDIN : null);
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  return spawnSync(command!, args, { input, stdio: [...stdio], timeout: 5000 }).status === 0;
}

const STDIN = 0;
/** Bytes of the private folder of a probe. */
const PROBE_SIZE = 1024 ** 2;
