/** The converter of this machine, as configured. */
import { loadConfig, type SettingKey } from '../config/index.js';
import { type Converter, createConverter } from '../convert/index.js';
import type { Context } from './context.js';
import { converterSettings } from './converter-settings.js';

/** `flags` override the configuration. The caller closes the converter. */
export function openConverter({ env }: Context, flags: Partial<Record<SettingKey, unknown>> = {}): Converter {
  return createConverter(converterSettings(loadConfig({ env, flags }).values, env));
}
