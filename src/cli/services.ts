/** Makes what a command needs when it first asks for it, so that no command pays for another's imports. */
import { type Config, docconvHome, loadConfig, type SettingKey } from '../config/index.js';
import type { Converter, ConverterSettings } from '../convert/index.js';
import { parseLimits } from '../convert/limits.js';
import { processTerminal, type Terminal } from './output/terminal.js';

export interface Services {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** What the process ends with when nothing is thrown. */
  exitCode: number;
  /** A converter by the configuration, with a command's own flags above it; the command closes it. */
  converter(flags: Partial<Record<SettingKey, unknown>>): Promise<Converter>;
}

export async function processServices(signal: AbortSignal): Promise<Services> {
  return {
    terminal: await processTerminal(),
    env: process.env,
    cwd: process.cwd(),
    signal,
    exitCode: 0,
    converter: async flags => {
      const { createConverter } = await import('../convert/index.js');
      return createConverter(converterSettings(loadConfig({ env: process.env, flags }).values, process.env));
    },
  };
}

const MIB = 1024 ** 2;

/** The configuration in the words of the converter. */
export function converterSettings(config: Config, env: NodeJS.ProcessEnv): ConverterSettings {
  return {
    engine: config.engine,
    timeoutMs: config.timeout * 1000,
    isolation: config.isolation,
    memoryLimit: config.memory * MIB,
    cpuLimit: config.cpu,
    limits: parseLimits(config.limits ?? ''),
    maxBytes: config.maxSize * MIB,
    libreoffice: config.libreoffice,
    cache: docconvHome(env).cache,
    ...(config.workers === null ? {} : { workers: config.workers }),
  };
}
