/** Programs that end with this process, however it ends. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Starts a program. It gets the signal when this process ends, and its folder is removed. Returns the id of the shell whose
 * child it is.
 */
export function startKept(folder: string, signal: 'QUIT' | 'TERM', name: string, args: readonly string[]): number {
  return startShell(`"$@" & read -r _; kill -${signal} $!; wait $!; rm -rf "$0"`, [folder, name, ...args]);
}

/** Runs a script of the shell when this process has ended, however it ended. @param args its $0, $1 ... */
export function whenEnded(script: string, args: readonly string[]): void {
  startShell(`read -r _; ${script}`, args);
}

/** Returns its id. */
function startShell(script: string, args: readonly string[]): number {
  // its stdin ends with this process
  const shell = spawn('sh', ['-c', script, ...args], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell.pid!;
}
