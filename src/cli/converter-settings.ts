/** The settings of a converter, as configured. Without the converter itself, whose loading takes most of the time of a start. */
import { delimiter } from 'node:path';
import { type Config, docconvHome } from '../config/index.js';
import type { ConverterSettings } from '../convert/index.js';
import { parseLimits } from '../convert/limits.js';

const MIB = 1024 ** 2;

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
    fonts: config.fonts?.split(delimiter).filter(Boolean) ?? [],
    cache: docconvHome(env).cache,
    ...(config.workers === null ? {} : { workers: config.workers }),
  };
}
