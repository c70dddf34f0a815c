/** The processes of this machine, from /proc. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startOf } from '../../src/system/processes.js';

export interface Running {
  readonly pid: number;
  readonly command: string;
}

/** Processes that have `marker` in their command line or environment. */
export function processesOf(marker: string): Running[] {
  return pids().flatMap(pid => {
    const command = read(pid, 'cmdline');
    return command.includes(marker) || read(pid, 'environ').includes(marker) ? [{ pid, command }] : [];
  });
}

/** A zombie has ended. A process that has just been started runs, although it may have no command line for a moment. */
export function isRunning(pid: number): boolean {
  return startOf(pid) !== null;
}

/** Also by a signal, after which there is no exit code. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Sends a signal to a process, or to a group by its negative number; false where it has ended, as one of a list may have. */
export function signalIfRunning(pid: number, signal: NodeJS.Signals = 'SIGKILL'): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Seconds of a processor that it has used; 0 for a process that is gone. */
export function processorSeconds(pid: number): number {
  const fields = read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100; // in ticks, proc(5)
}

export function hasOpen(pid: number, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some(descriptor => readlinkSync(join(folder, descriptor)) === path);
  } catch {
    return false; // a process that is gone, or a descriptor that was closed meanwhile
  }
}

export function childrenOf(pid: number): Running[] {
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean);
  return children.map(child => ({ pid: Number(child), command: read(Number(child), 'cmdline') }));
}

/** Children, their children, and so on: those of this process may be of any test file, as files share processes. */
export function descendantsOf(pid: number): Running[] {
  return childrenOf(pid).flatMap(child => [child, ...descendantsOf(child.pid)]);
}

function pids(): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);
}

/** Empty for a process that is gone, a zombie, or another user's. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
