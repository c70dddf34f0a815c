/**
 * Runs in the sandbox instead of an engine (measure.ts) and reports what a worker can see and reach, as one JSON text on
 * descriptor 3. It then waits until it is killed, so that its process can be examined from outside.
 */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readdirSync, readFileSync, readlinkSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { connect, type NetConnectOpts } from 'node:net';
import type { Findings, Targets } from './measure.js';

const LOOPBACK = '127.0.0.1';
const { file, folder, port, socket, shared } = JSON.parse(process.argv[2]!) as Targets;

const findings: Findings = {
  namespaces: Object.fromEntries(
    readdirSync('/proc/self/ns').map(name => [name, readlinkSync(`/proc/self/ns/${name}`)]),
  ),
  readsFile: succeeds(() => readFileSync(file)),
  writesFile: succeeds(() => writeFileSync(`${folder}/probe`, '')),
  connectsTcp: await connects({ host: LOOPBACK, port }),
  sendsUdp: await sends(),
  connectsSocket: await connects({ path: socket }),
  createsNamespace: spawnSync('/usr/bin/unshare', ['--user', 'true'], { timeout: 5000 }).status === 0,
  sizes: [process.cwd(), ...shared].map(sizeOf),
};
writeSync(3, `${JSON.stringify(findings)}\n`);
setTimeout(() => {}, 60_000);

/** Bytes of the file system that a folder is on; null where nothing can be written. */
function sizeOf(path: string): number | null {
  // access(2) does not tell what Landlock denies
  const file = `${path}/docconv-probe-${process.pid}`;
  if (!succeeds(() => writeFileSync(file, '', { flag: 'wx' }))) return null;
  succeeds(() => rmSync(file));
  const { bsize, blocks } = statfsSync(path);
  return bsize * blocks;
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function connects(target: NetConnectOpts): Promise<boolean> {
  return new Promise(resolve => {
    const connection = connect({ ...target, timeout: 1000 });
    const end = (reached: boolean) => {
      connection.destroy();
      resolve(reached);
    };
    connection.on('connect', () => end(true));
    connection.on('timeout', () => end(false));
    connection.on('error', () => end(false));
  });
}

function sends(): Promise<boolean> {
  return new Promise(resolve => {
    const udp = createSocket('udp4');
    udp.on('error', () => resolve(false));
    udp.send('', port, LOOPBACK, error => resolve(error === null));
  });
}
