/** Programs that end with this process, however it ends. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Starts a program. It gets the signal when this process ends, and its folder is removed. Returns the id of the shell whose
 * child it is.
 */
export function startKept(folder: string, signal: 'QUIT' | 'TERM', name: string, args: readonly string[]): number {
  // the stdin of the shell ends with this process
  const script = `"$@" & read -r _; kill -${signal} $!; wait $!; rm -rf "$0"`;
  const shell = spawn('sh', ['-c', script, folder, name, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell.pid!;
}
