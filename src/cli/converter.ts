/** The converter of this machine, as configured. */
import { delimiter } from 'node:path';
import { type Config, docconvHome, loadConfig, type SettingKey } from '../config/index.js';
import { type Converter, type ConverterSettings, createConverter } from '../convert/index.js';
import { parseLimits } from '../convert/limits.js';
import type { Context } from './context.js';

const MIB = 1024 ** 2;

/** `flags` override the configuration. The caller closes the converter. */
export function openConverter({ env }: Context, flags: Partial<Record<SettingKey, unknown>> = {}): Converter {
  return createConverter(converterSettings(loadConfig({ env, flags }).values, env));
}

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
