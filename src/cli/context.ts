/** What a command gets from the process that it runs in. */
import { processTerminal, type Terminal } from './output/terminal.js';

export interface Context {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** Exit code of the process if nothing is thrown. */
  exitCode: number;
}

export async function processContext(signal: AbortSignal): Promise<Context> {
  return { terminal: await processTerminal(), env: process.env, cwd: process.cwd(), signal, exitCode: 0 };
}
