/** Makes what a command needs when it first asks for it, so that no command pays for another's imports. */
import type { Converter, ConverterSettings } from '../convert/converter.js';
import { processTerminal, type Terminal } from './terminal.js';

export interface Services {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** What the process ends with when nothing is thrown. */
  exitCode: number;
  /** A converter by the configuration, with a command's own flags above it; the command closes it. */
  converter(flags: ConverterSettings & { documents?: number }): Promise<Converter>;
}

export function processServices(signal: AbortSignal): Services {
  return {
    terminal: processTerminal(),
    env: process.env,
    cwd: process.cwd(),
    signal,
    exitCode: 0,
    converter: async ({ documents = Number.POSITIVE_INFINITY, ...flags }) => {
      const { createConverter } = await import('../convert/index.js');
      const cache = process.env.DOCCONV_HOME ? { cache: `${process.env.DOCCONV_HOME}/cache` } : {};
      return createConverter({ ...cache, ...flags });
    },
  };
}
