/**
 * Starts a probe in the sandbox as if it were a worker, and measures what it has: from inside what it reaches, from outside
 * what the kernel says about its process.
 */
import { once } from 'node:events';
import { chmod, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { toDocconvError } from '../../errors.js';
import { makeTemporaryFolder } from '../../system/files.js';
import { builtFile } from '../../system/package.js';
import { removeTree } from '../../system/remove-tree.js';
import { isSocketPath } from '../../system/socket-path.js';
import { folderOf } from '../sandbox/cgroup.js';
import { killGroup, type Sandboxed, sandboxCapabilities, startSandboxed } from '../sandbox/index.js';
import { Workspace } from '../workspace.js';

/** What the probe tries to reach; all of it belongs to docconv, and any user could reach it. */
export interface Targets {
  /** Readable by everybody. */
  file: string;
  /** Writable by everybody. */
  folder: string;
  /** Of a TCP listener on loopback. */
  port: number;
  /** Path of a unix socket. */
  socket: string;
  /** Folders that programs use for temporary files and shared memory. */
  shared: readonly string[];
}

/** The answer of the probe. */
export interface Findings {
  /** By kind, e.g. `net: 'net:[4026531840]'`. */
  namespaces: Record<string, string>;
  readsFile: boolean;
  writesFile: boolean;
  connectsTcp: boolean;
  /** To loopback, which succeeds without a listener. */
  sendsUdp: boolean;
  connectsSocket: boolean;
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
const SHARED = ['/tmp', '/dev/shm'];
const SOCKET = 'socket';
const TIMEOUT_MS = 15_000;
const MAX_ANSWER = 65_536;
/** Processes between docconv and the probe: the tools of the sandbox, each started by the one before. */
const MAX_DEPTH = 8;

/** Null where no process can be started in the sandbox, or the system is not Linux. */
export async function measureWorker(): Promise<Measurement | null> {
  if (process.platform !== 'linux') return null;
  const folder = await makeTemporaryFolder('docconv-probe-', parentOfSocket());
  const workspace = new Workspace();
  const servers: Server[] = [];
  try {
    const targets = await provideTargets(folder, servers);
    return await measureIn(workspace, targets);
  } catch (thrown) {
    const error = toDocconvError(thrown);
    if (error.code !== 'INTERNAL') throw error; // such as a full disk, which is no lack of a means
    return null;
  } finally {
    for (const server of servers) server.close();
    await workspace.close();
    await removeTree(folder);
  }
}

/** TMPDIR may be too long for it. */
function parentOfSocket(): string {
  return isSocketPath(join(tmpdir(), 'docconv-probe-123456', SOCKET)) ? tmpdir() : '/tmp';
}

/** File permissions must not be what keeps the worker out: it may have another uid. */
async function provideTargets(folder: string, servers: Server[]): Promise<Targets> {
  await chmod(folder, 0o755);
  const open = join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o777);
  const file = join(folder, 'file');
  await writeFile(file, 'of docconv', { mode: 0o644 });
  const socket = join(folder, SOCKET);
  const listeners = [createServer(), createServer()];
  servers.push(...listeners);
  await Promise.all(
    [
      { host: '127.0.0.1', port: 0 },
      { path: socket, writableAll: true },
    ].map(async (address, i) => {
      const server = listeners[i]!;
      server.on('connection', connection => connection.destroy());
      await once(server.listen(address), 'listening');
    }),
  );
  const { port } = listeners[0]!.address() as AddressInfo;
  return { file, folder: open, port, socket, shared: SHARED };
}

async function measureIn(workspace: Workspace, targets: Targets): Promise<Measurement> {
  const entry = builtFile('isolation/means/probe.worker.js');
  const policy = { readable: [dirname(dirname(dirname(entry)))], scratch: SCRATCH, memory: MEMORY };
  const environment = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
  const args = [entry, JSON.stringify(targets)];
  const sandboxed = await startSandboxed(process.execPath, args, policy, { environment, workspace });
  try {
    const findings = JSON.parse(await answerOf(sandboxed)) as Findings;
    return { ...findings, ...(await examine(await leafOf(sandboxed.child.pid!))) };
  } finally {
    const ended = sandboxed.child.exitCode === null ? once(sandboxed.child, 'close') : null;
    killGroup(sandboxed.child);
    await ended;
    await sandboxed.dispose();
  }
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

async function examine(pid: number): Promise<Omit<Measurement, keyof Findings>> {
  const lines = (await proc(`${pid}/status`)).split('\n').map(line => line.split(':\t'));
  const kinds = ['user', 'mnt', 'pid', 'net', 'ipc'];
  const own = kinds.map(async kind => [kind, await readlink(`/proc/self/ns/${kind}`)]);
  return {
    ownNamespaces: Object.fromEntries(await Promise.all(own)),
    status: Object.fromEntries(lines),
    hasRoot: !/^ *0 +[1-9]/m.test(await proc('self/uid_map')),
    limits: await proc(`${pid}/limits`),
    cgroup: await cgroupOf(pid),
    endsWithParent: sandboxCapabilities().parentDeath,
  };
}

async function cgroupOf(pid: number): Promise<Measurement['cgroup']> {
  const mounts = await proc('self/mountinfo');
  const [folder, own] = [await proc(`${pid}/cgroup`), await proc('self/cgroup')].map(text => folderOf(text, mounts));
  if (!folder || folder === own) return null;
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => 'max');
  return { memory: (await read('memory.max')).trim(), pids: (await read('pids.max')).trim() };
}

const proc = (path: string) => readFile(`/proc/${path}`, 'utf8');
