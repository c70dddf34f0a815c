/**
 * What a worker process may reach: an empty environment, its own folder, no network where the system lets us cut it,
 * and an end that comes with its parent's. Each means is used where it is found; `docconv doctor` names the rest.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bubblewrapArguments, readablePaths, type SandboxPaths } from './bubblewrap.js';
import type { Confinement } from './protocol.js';

export interface SandboxCapabilities {
  /** bubblewrap: the system read-only, one folder writable, no other process or user file to be seen. */
  files: boolean;
  /** A network namespace of its own, with nothing in it: by bubblewrap or `unshare -rn`. */
  network: boolean;
  /** The kernel ends the worker when its parent ends: by bubblewrap or `setpriv --pdeathsig`. */
  parentDeath: boolean;
  /** `prlimit`: no core dumps, limits of file size and open files. */
  limits: boolean;
}

const TOOL_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
/** Bytes of one written file and number of open files: far above any real document, far below a full disk. */
const LIMITS = ['--core=0', `--fsize=${4 * 1024 ** 3}`, '--nofile=4096'];

const NONE: SandboxCapabilities = { files: false, network: false, parentDeath: false, limits: false };
/** Tried in this order, each some 10 ms; the first that works is taken. */
const COMBINATIONS: readonly SandboxCapabilities[] = [
  { files: true, network: true, parentDeath: true, limits: true },
  { files: false, network: true, parentDeath: true, limits: true },
];

let probed: SandboxCapabilities | null = null;

/** What this system offers; tried once per process. */
export function sandboxCapabilities(): SandboxCapabilities {
  probed ??= COMBINATIONS.find(works) ?? oneByOne();
  return probed;
}

let probedNetworked: SandboxCapabilities | null = null;

/** The same for a process of ours that has to reach the network. */
export function networkedCapabilities(): SandboxCapabilities {
  probedNetworked ??= { ...oneByOne(), network: false };
  return probedNetworked;
}

/** The command line that starts `command` inside all the means there are; each is started by the one before. */
export function sandboxed(
  command: string,
  args: readonly string[],
  means: SandboxCapabilities,
  places: SandboxPaths,
): [string, string[]] {
  const chain: string[] = [];
  if (means.limits) chain.push(tool('prlimit'), ...LIMITS, '--');
  if (means.files) chain.push(tool('bwrap'), ...bubblewrapArguments(places));
  else chain.push(...namespaceAndDeath(means));
  const [first, ...rest] = [...chain, command, ...args];
  return [first!, rest];
}

function namespaceAndDeath({ network, parentDeath }: SandboxCapabilities): string[] {
  const chain: string[] = [];
  if (network) chain.push(tool('unshare'), '-rn', '--');
  if (parentDeath) chain.push(tool('setpriv'), '--pdeathsig', 'KILL', '--'); // last: a new namespace forgets it
  return chain;
}

/** What a worker gives up by itself where bubblewrap has not done it: it keeps its own folder, the system and devices. */
export function confinement(places: SandboxPaths, { files }: SandboxCapabilities): Confinement | null {
  if (files) return null;
  return {
    readable: [...readablePaths(places), '/proc'],
    writable: [...(places.writable === null ? [] : [places.writable]), ...DEVICES],
    sockets: [...(places.sockets ?? [])],
  };
}

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'].map(name => join('/dev', name));

/** The whole environment of a worker: nothing of ours, so that no document can read it. */
export function workerEnvironment(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    http_proxy: 'http://127.0.0.1:9',
    https_proxy: 'http://127.0.0.1:9',
  };
}

function oneByOne(): SandboxCapabilities {
  return {
    files: false,
    network: works({ ...NONE, network: true }),
    parentDeath: works({ ...NONE, parentDeath: true }),
    limits: works({ ...NONE, limits: true }),
  };
}

function works(means: SandboxCapabilities): boolean {
  if (process.platform !== 'linux') return false;
  if (means.files && !isExecutable(tool('bwrap'))) return false;
  const [command, args] = sandboxed('true', [], means, { writable: tmpdir(), readable: [] });
  return spawnSync(command, args, { stdio: 'ignore', timeout: 5000 }).status === 0;
}

/** By its full path, whatever PATH says; a tool that is missing fails to start, and so counts as not there. */
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
