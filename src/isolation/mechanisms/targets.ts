/**
 * What the probe tries to reach. A private /tmp hides what is in /tmp, and nothing else: the files, folders and sockets are
 * in several places. All of them belong to docconv and are open to every user, except for one file of the system.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chmod, mkdir, realpath, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { makeTemporaryFolder } from '../../system/files/files.js';
import { homeFolder } from '../../system/files/home-folder.js';
import { removeTree } from '../../system/files/remove-tree.js';
import { isSocketPath } from '../../system/files/socket-path.js';
import { startOf } from '../../system/processes.js';
import { foldersAbove, readablePaths, type SandboxPolicy, TEMPORARY, tool } from '../sandbox/index.js';
import { connectsTcp, sendsUdp } from './reach.js';

export interface Targets {
  /** Readable by everybody. */
  files: readonly string[];
  /** Writable by everybody. */
  folders: readonly string[];
  /** Of a TCP listener on loopback. */
  port: number;
  /** Paths of unix sockets. */
  sockets: readonly string[];
  /** Folders that programs use for temporary files and shared memory. */
  shared: readonly string[];
  /** Of a file that nobody has. */
  name: string;
  /** docconv itself: the number of its process, and when it started. */
  process: { pid: number; started: string | null };
  /** Path of a program that creates namespaces. */
  unshare: string;
}

export interface OpenTargets {
  targets: Targets;
  /** What docconv itself reaches, so that the probe could as well. */
  control: {
    /** A file that neither the permissions nor a private /tmp keep from the probe. */
    file: boolean;
    tcp: boolean;
    udp: boolean;
  };
  close(): Promise<void>;
}

/** Every user may read it, and no worker needs it. */
const SYSTEM_FILE = '/etc/passwd';
const SHARED = [TEMPORARY, '/dev/shm'];
const SOCKET = 'socket';

export async function openTargets(policy: SandboxPolicy): Promise<OpenTargets> {
  const name = `docconv-probe-${randomUUID()}`;
  const servers: Server[] = [];
  const folders: string[] = [];
  const close = async () => {
    for (const server of servers) server.close();
    for (const folder of folders) await removeTree(folder);
  };
  const listen = async (address: object) => {
    const server = createServer(connection => connection.destroy());
    await once(server.listen(address), 'listening');
    servers.push(server);
    return server;
  };
  try {
    folders.push(await makeTemporaryFolder('docconv-probe-')); // rejects with the reason where workers could not have theirs
    for (const place of await otherPlaces(policy)) {
      const folder = await makeTemporaryFolder('docconv-probe-', place).catch(() => null); // docconv cannot write there
      if (folder) folders.push(folder);
    }
    for (const folder of folders) await provideFiles(folder);
    const paths = folders.map(folder => join(folder, SOCKET)).filter(isSocketPath);
    const sockets = [...paths, `\0${name}`];
    for (const path of sockets) await listen({ path, writableAll: !path.startsWith('\0') });
    const { port } = (await listen({ host: '127.0.0.1', port: 0 })).address() as AddressInfo;
    const files = [...folders.map(folder => join(folder, 'file')), SYSTEM_FILE];
    const open = folders.map(folder => join(folder, 'open'));
    const self = { pid: process.pid, started: startOf(process.pid) };
    return {
      targets: { files, folders: open, port, sockets, shared: SHARED, name, process: self, unshare: tool('unshare') },
      control: { file: files.some(isConclusive), tcp: await connectsTcp(port), udp: await sendsUdp(port) },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Besides that of temporary files: each once, without those that workers may read. */
async function otherPlaces(policy: SandboxPolicy): Promise<string[]> {
  const user = `/run/user/${process.getuid?.()}`;
  const candidates = [TEMPORARY, '/var/tmp', '/dev/shm', homeFolder(), user];
  const resolved = await Promise.all(candidates.map(path => realpath(path).catch(() => null)));
  const readable = readablePaths(policy);
  const isHidden = (path: string | null): path is string =>
    path !== null && !readable.some(folder => path === folder || path.startsWith(folder + sep));
  const own = await realpath(tmpdir());
  return [...new Set(resolved.filter(isHidden))].filter(path => path !== own);
}

/** File permissions must not be what keeps the worker out: it may have another uid. */
async function provideFiles(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const open = join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o777);
  await writeFile(join(folder, 'file'), 'of docconv', { mode: 0o644 });
}

/** Whether only the sandbox can keep a worker from reading it, and not with a private /tmp alone. */
function isConclusive(file: string): boolean {
  const allows = (path: string, bits: number) =>
    ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & bits) === bits;
  return (
    !file.startsWith(TEMPORARY + sep) && allows(file, 0o4) && foldersAbove([file]).every(path => allows(path, 0o1))
  );
}
