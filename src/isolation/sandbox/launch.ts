/** The command line that starts a worker through the launcher. */
import { builtFile } from '../../system/package.js';
import type { Confinement } from './landlock.js';
import type { FilterPolicy } from './seccomp/index.js';

/** What the launcher does before it executes the worker; its first argument, as JSON. */
export interface Launch {
  /** Null: nothing. */
  landlock: Confinement | null;
  /** Null: no filter of system calls. */
  policy: Omit<FilterPolicy, 'signalsTo'> | null;
  /**
   * The worker has a process namespace: it can send signals only to its own processes, and a daemon remains below it.
   * Without, the worker becomes the parent of its daemons, so that they are counted.
   */
  ownProcesses: boolean;
}

/** The descriptors of a worker: input, output, stderr and the channel. */
export const INHERITED: readonly number[] = [0, 1, 2, 3];

export function launchCommand(launch: Launch, command: readonly string[]): string[] {
  const launcher = builtFile('isolation/sandbox/launcher.worker.js');
  return [process.execPath, launcher, JSON.stringify(launch), ...command];
}
