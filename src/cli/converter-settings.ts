/** The settings of a converter, as configured. Without the converter itself, whose loading takes most of the time of a start. */
import { delimiter } from 'node:path';
import { type Config, docconvHome } from '../config/index.js';
import type { ConverterSettings } from '../convert/index.js';
import { parseLimits } from '../convert/limits.js';
import { paperOfEnvironment } from '../convert/paper.js';
import { DocconvError } from '../errors.js';

const MIB = 1024 ** 2;

/** Throws CONFIG_INVALID for a wrong limit, and without workers. */
export function converterSettings(config: Config, env: NodeJS.ProcessEnv): ConverterSettings {
  requireWorkers(config.workers);
  return {
    engine: config.engine,
    timeoutMs: config.timeout * 1000,
    isolation: config.isolation,
    memoryLimit: config.memory * MIB,
    cpuLimit: config.cpu,
    limits: parseLimits(config.limits ?? ''),
    defaultPaper: config.defaultPaper === 'auto' ? paperOfEnvironment(env) : config.defaultPaper,
    maxBytes: config.maxSize * MIB,
    libreoffice: config.libreoffice,
    fonts: config.fonts?.split(delimiter).filter(Boolean) ?? [],
    cache: docconvHome(env).cache,
    ...(config.workers === null ? {} : { workers: config.workers }),
  };
}

/** Throws CONFIG_INVALID for 0, which only `docconv serve` takes. */
export function requireWorkers(workers: number | null): void {
  if (workers !== 0) return;
  throw new DocconvError('CONFIG_INVALID.no-workers');
}
