/** All engines of this user, also those of other settings and versions of docconv. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPrivate, listIfPossible } from '../system/files/files.js';
import { Stopwatch } from '../system/stopwatch.js';
import { WarmConnection } from './client.js';
import { ageOf, PAUSE_MS, stampOf } from './folder.js';
import type { Greeting } from './protocol.js';
import type { EngineParameters } from './start.js';

/** Of one that answers; of one that starts or ends; or why one could not start. */
export type EngineState =
  | Pick<Greeting, 'pid' | 'started' | 'converted'>
  | { pid: number; ready: false }
  | { failure: string };

/** The document that an engine converts is finished first; what takes longer is killed. */
const STOP_MS = 60_000;

const SOCKETS = /\.sock$/;
const FAILURES = /\.error$/;
/** Of engines, with the files that a lock consists of. */
const FILES = /\.(?:sock|error|lock|lock\..+)$/;

export async function engineStates(folder: string): Promise<EngineState[]> {
  const greetings = await Promise.all(filesIn(folder, SOCKETS).map(greetingAt));
  const running = greetings.flatMap(greeting => {
    if (!greeting) return [];
    const { pid, started, converted } = greeting;
    return [{ pid, started, converted }];
  });
  const others = engineProcesses(folder).filter(({ pid }) => !running.some(engine => engine.pid === pid));
  const failures = filesIn(folder, FAILURES).filter(isRecent);
  return [
    ...running,
    ...others.map(({ pid }) => ({ pid, ready: false as const })),
    ...failures.map(path => ({ failure: readFileSync(path, 'utf8').trim() })),
  ];
}

/** Null when no engine answers. */
async function greetingAt(path: string): Promise<Greeting | null> {
  const connection = await WarmConnection.open(path);
  connection?.close();
  return connection?.greeting ?? null;
}

/** Also those that start. Resolves to their number when they have ended. */
export async function stopEngines(folder: string, withinMs = STOP_MS): Promise<number> {
  if (!isPrivate(folder)) return 0;
  const stopped = new Set<number>();
  const waited = new Stopwatch();
  for (let engines = engineProcesses(folder); engines.length > 0; engines = engineProcesses(folder)) {
    for (const { pid } of engines) {
      if (waited.clock() > withinMs) signal(pid, 'SIGKILL');
      else if (!stopped.has(pid)) signal(pid, 'SIGTERM');
      stopped.add(pid);
    }
    await sleep(30);
  }
  removeRemains(folder);
  return stopped.size;
}

/** Removes the files of engines that were killed. */
export function removeRemains(folder: string): void {
  const found = filesIn(folder, FILES).map(path => ({ path, stamp: stampOf(path) }));
  const alive = engineProcesses(folder).map(({ socket }) => basename(socket, '.sock'));
  for (const { path, stamp } of found) {
    const isUsed = alive.some(name => basename(path).startsWith(`${name}.`));
    const isKept = path.endsWith('.error') && isRecent(path);
    // another file of this name is of an engine that started meanwhile
    if (!isUsed && !isKept && stampOf(path) === stamp) rmSync(path, { force: true });
  }
}

const isRecent = (path: string): boolean => ageOf(path) < PAUSE_MS;

function filesIn(folder: string, kind: RegExp): string[] {
  if (!isPrivate(folder)) return [];
  const names = readdirSync(folder).filter(name => kind.test(name));
  return names.map(name => join(folder, name));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}

interface EngineProcess {
  pid: number;
  /** The path of its socket. */
  socket: string;
}

/** Of this user, with sockets in `folder`. None where there is no /proc: only Linux has engines. */
function engineProcesses(folder: string): EngineProcess[] {
  const processIds = listIfPossible('/proc').map(Number).filter(Number.isInteger);
  const found = processIds.flatMap(pid => {
    const socket = socketOf(pid);
    return socket === null ? [] : [{ pid, socket }];
  });
  return found.filter(({ socket }) => dirname(socket) === folder);
}

/** Null for what is no engine of this user. */
function socketOf(pid: number): string | null {
  try {
    const [, script = '', parameters = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (!script.endsWith('/warm/engine.worker.js') || statSync(`/proc/${pid}`).uid !== process.getuid?.()) return null;
    return (JSON.parse(parameters) as EngineParameters).socket;
  } catch {
    return null; // a process that has ended, or another program
  }
}
