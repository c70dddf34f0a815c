/** Makes what a command needs when it first asks for it, so that no command pays for another's imports. */
import { processTerminal, type Terminal } from './terminal.js';

export interface Services {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** What the process ends with when nothing is thrown. */
  exitCode: number;
}

export function processServices(signal: AbortSignal): Services {
  return { terminal: processTerminal(), env: process.env, cwd: process.cwd(), signal, exitCode: 0 };
}
