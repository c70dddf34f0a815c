/**
 * Starts a probe in the sandbox as if it were a worker, and measures what it has: from inside what it reaches, from outside
 * what the kernel says about its process.
 */
import { once } from 'node:events';
import { readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { toDocconvError } from '../../errors.js';
import { builtFile } from '../../system/package.js';
import { folderOf } from '../sandbox/cgroup.js';
import { capabilitiesFor, killGroup, type Sandboxed, type SandboxPolicy, startSandboxed } from '../sandbox/index.js';
import { Workspace } from '../workspace.js';
import { endsWithParent } from './parent-death.js';
import { type OpenTargets, openTargets } from './targets.js';

/** The answer of the probe. */
export interface Findings {
  /** By kind, e.g. `net: 'net:[4026531840]'`. */
  namespaces: Record<string, string>;
  /** One of several, as with the following. */
  readsFile: boolean;
  writesFile: boolean;
  /** A file exists for it, whether or not it may be read. */
  seesFile: boolean;
  connectsTcp: boolean;
  sendsUdp: boolean;
  connectsSocket: boolean;
  /** docconv's. */
  seesProcess: boolean;
  /** A user namespace. */
  createsNamespace: boolean;
  /** Bytes of the private folder's file system, and of those of `shared`; null where nothing can be written. */
  sizes: (number | null)[];
}

export interface Measurement extends Findings {
  /** docconv's own namespaces. */
  ownNamespaces: Record<string, string>;
  /** Fields of /proc/PID/status as seen from outside, e.g. `Seccomp: '2'`. */
  status: Record<string, string>;
  /** The filter of system calls is that of docconv, which has one in most containers. */
  inheritsFilter: boolean;
  /** User 0 as docconv sees it is the system's root, not an ordinary user in a user namespace. */
  hasRoot: boolean;
  /** Text of /proc/PID/limits. */
  limits: string;
  /** Values of memory.max and pids.max of the worker's own cgroup v2; null where it has none. */
  cgroup: { memory: string; pids: string } | null;
  /** The kernel ends the worker with docconv, by a signal or with its process namespace. */
  endsWithParent: boolean;
}

/** Bytes of the probe's private folder; more than it needs. */
export const SCRATCH = 64 * 1024 ** 2;
/** Bytes; more than Node needs. */
const MEMORY = 1024 ** 3;
const ENTRY = builtFile('isolation/mechanisms/probe.worker.js');
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
/** That of the engines which may do most. */
const POLICY: SandboxPolicy = {
  readable: [dirname(dirname(dirname(ENTRY)))],
  scratch: SCRATCH,
  memory: MEMORY,
  sockets: true,
};
/** As long as a worker may take to start: a slow machine is not one without isolation. */
const TIMEOUT_MS = 60_000;
const MAX_ANSWER = 65_536;
/** Processes between docconv and the probe: the tools of the sandbox, each started by the one before. */
const MAX_DEPTH = 8;

/** Null where no process can be started in the sandbox, or the system is not Linux. */
export async function measureWorker(): Promise<Measurement | null> {
  if (process.platform !== 'linux') return null;
  const workspace = new Workspace();
  const opened = await openTargets(POLICY);
  try {
    return await measureIn(workspace, opened);
  } catch (thrown) {
    const error = toDocconvError(thrown);
    if (error.code !== 'INTERNAL') throw error; // such as a full disk, which is no lack of a mechanism
    return null;
  } finally {
    await opened.close();
    await workspace.close();
  }
}

async function measureIn(workspace: Workspace, { targets, control }: OpenTargets): Promise<Measurement> {
  const capabilities = capabilitiesFor(POLICY, workspace.parent);
  const args = [ENTRY, JSON.stringify(targets)];
  const sandboxed = await startSandboxed(process.execPath, args, POLICY, {
    environment: ENVIRONMENT,
    workspace,
    capabilities,
  });
  try {
    const findings = JSON.parse(await answerOf(sandboxed)) as Findings;
    const examined = await examine(await leafOf(sandboxed.child.pid!));
    return {
      ...conclude(findings, control, examined),
      ...examined,
      endsWithParent: await endsWithParent(capabilities),
    };
  } finally {
    const ended = sandboxed.child.exitCode === null ? once(sandboxed.child, 'close') : null;
    killGroup(sandboxed.child);
    await ended;
    await sandboxed.dispose();
  }
}

/** What docconv does not reach either says nothing about the sandbox: it counts as reached. */
function conclude(
  findings: Findings,
  control: OpenTargets['control'],
  { ownNamespaces }: Pick<Measurement, 'ownNamespaces'>,
): Findings {
  const sharesNetwork = findings.namespaces.net === ownNamespaces.net;
  return {
    ...findings,
    readsFile: findings.readsFile || !control.file,
    connectsTcp: findings.connectsTcp || (sharesNetwork && !control.tcp),
    sendsUdp: findings.sendsUdp || (sharesNetwork && !control.udp),
  };
}

function answerOf({ child }: Sandboxed): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the probe does not answer')), TIMEOUT_MS);
    const end = (error: Error | null) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(text);
    };
    child.stderr?.resume();
    child.once('error', end);
    child.once('exit', () => end(new Error('the probe ended')));
    (child.stdio[3] as Readable).on('error', end).on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.endsWith('\n')) end(null);
      else if (text.length > MAX_ANSWER) end(new Error('the answer of the probe is too long'));
    });
  });
}

/** The probe itself: the last of the chain of processes that start one another. */
async function leafOf(pid: number, depth = 0): Promise<number> {
  const [child] = (await proc(`${pid}/task/${pid}/children`)).trim().split(' ').filter(Boolean).map(Number);
  return child === undefined || depth === MAX_DEPTH ? pid : leafOf(child, depth + 1);
}

async function examine(pid: number): Promise<Omit<Measurement, keyof Findings | 'endsWithParent'>> {
  const [status, ownStatus] = [statusFrom(await proc(`${pid}/status`)), statusFrom(await proc('self/status'))];
  const kinds = ['user', 'mnt', 'pid', 'net', 'ipc'];
  const own = kinds.map(async kind => [kind, await readlink(`/proc/self/ns/${kind}`)]);
  return {
    ownNamespaces: Object.fromEntries(await Promise.all(own)),
    status,
    inheritsFilter: ownStatus.Seccomp === '2' && filtersOf(status) <= filtersOf(ownStatus),
    hasRoot: !/^ *0 +[1-9]/m.test(await proc('self/uid_map')),
    limits: await proc(`${pid}/limits`),
    cgroup: await cgroupOf(pid),
  };
}

function statusFrom(text: string): Record<string, string> {
  return Object.fromEntries(text.split('\n').map(line => line.split(':\t')));
}

/** Known since Linux 5.9. */
const filtersOf = ({ Seccomp_filters = '0' }: Record<string, string>) => Number(Seccomp_filters);

async function cgroupOf(pid: number): Promise<Measurement['cgroup']> {
  const mounts = await proc('self/mountinfo');
  const [folder, own] = [await proc(`${pid}/cgroup`), await proc('self/cgroup')].map(text => folderOf(text, mounts));
  if (!folder || folder === own) return null;
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => 'max');
  return { memory: (await read('memory.max')).trim(), pids: (await read('pids.max')).trim() };
}

const proc = (path: string) => readFile(`/proc/${path}`, 'utf8');
