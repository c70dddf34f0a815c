/**
 * Runs in the sandbox instead of an engine (measure.ts) and reports what a worker can see and reach, as one JSON text on
 * descriptor 3. It then waits until it is killed, so that its process can be examined from outside.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { startOf } from '../../system/processes.js';
import type { Findings } from './measure.js';
import { connectsSocket, connectsTcp, sendsUdp } from './reach.js';
import type { Targets } from './targets.js';

/** Errors of a folder in which nothing can be written. */
const DENIED = ['EACCES', 'EPERM', 'EROFS', 'ENOENT'];
/** As a number of JSON. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

const {
  files,
  folders,
  port,
  sockets,
  shared,
  name,
  process: parent,
  unshare,
} = JSON.parse(process.argv[2]!) as Targets;

const findings: Findings = {
  namespaces: Object.fromEntries(
    readdirSync('/proc/self/ns').map(kind => [kind, readlinkSync(`/proc/self/ns/${kind}`)]),
  ),
  readsFile: files.some(file => succeeds(() => readFileSync(file))),
  writesFile: folders.some(folder => succeeds(() => writeFileSync(`${folder}/probe`, ''))),
  seesFile: files.some(file => existsSync(file)),
  connectsTcp: await connectsTcp(port),
  sendsUdp: await sendsUdp(port),
  connectsSocket: (await Promise.all(sockets.map(connectsSocket))).includes(true),
  seesProcess: startOf(parent.pid) === parent.started,
  createsNamespace: createsNamespace(),
  sizes: [process.cwd(), ...shared].map(sizeOf),
};
writeSync(3, `${JSON.stringify(findings)}\n`);
setTimeout(() => {}, 60_000);

/** Where the program cannot be started at all, nothing is known, which counts as possible. */
function createsNamespace(): boolean {
  const runs = (...args: string[]) => spawnSync(unshare, args, { stdio: 'ignore', timeout: 5000 }).status === 0;
  return !runs('--help') || runs('--user', 'true');
}

/** Bytes of the file system that a folder is on; null where writing is denied, infinity where that is not known. */
function sizeOf(path: string): number | null {
  // access(2) does not tell what Landlock denies
  const file = `${path}/${name}`;
  try {
    writeFileSync(file, '', { flag: 'wx' });
  } catch (error) {
    return DENIED.includes((error as NodeJS.ErrnoException).code ?? '') ? null : UNLIMITED;
  }
  succeeds(() => rmSync(file));
  const { bsize, blocks } = statfsSync(path);
  return bsize * blocks || UNLIMITED; // 0: a tmpfs without a limit
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
