/** Finds the value of every setting: a flag wins over the environment, the environment over the config file. */
import { readFileSync } from 'node:fs';
import { DocconvError } from '../errors.js';
import { isMissing, readError } from '../system/files/file-errors.js';
import { isObject } from '../system/formats/json.js';
import { kebabCase, textOf } from '../text.js';
import { configFile } from './home.js';
import {
  type Config,
  envName,
  REMOVED_SETTINGS,
  SETTING_KEYS,
  SETTINGS,
  type Setting,
  type SettingKey,
} from './settings.js';

type Origin = 'flag' | 'environment' | 'file' | 'default';

export interface LoadedConfig {
  readonly values: Config;
  readonly origins: Readonly<Record<SettingKey, Origin>>;
}

interface ConfigSources {
  readonly env: NodeJS.ProcessEnv;
  /** Values of a command's flags; undefined where a flag was not given. */
  readonly flags?: Readonly<Partial<Record<SettingKey, unknown>>>;
  /** Read this file instead of the default one; it must exist. */
  readonly file?: string | undefined;
}

/** Throws CONFIG_INVALID, naming the setting and the origin of its value. */
export function loadConfig({ env, flags = {}, file: named }: ConfigSources): LoadedConfig {
  const path = named ?? configFile(env);
  const file = readConfigFile(path, named !== undefined);
  const values: Partial<Record<SettingKey, unknown>> = {};
  const origins: Partial<Record<SettingKey, Origin>> = {};
  for (const key of SETTING_KEYS) [values[key], origins[key]] = findValue(key, { env, flags, file, path });
  return { values: values as Config, origins: origins as Record<SettingKey, Origin> };
}

/** Some settings without flags: all of them take 2 ms. Throws CONFIG_INVALID. */
export function loadSettings<Key extends SettingKey>(keys: readonly Key[], env: NodeJS.ProcessEnv): Pick<Config, Key> {
  const path = configFile(env);
  const sources = { env, flags: {}, file: readConfigFile(path), path };
  return Object.fromEntries(keys.map(key => [key, findValue(key, sources)[0]])) as Pick<Config, Key>;
}

type ReadSources = Required<Pick<ConfigSources, 'env' | 'flags'>> & {
  readonly file: Readonly<Record<string, unknown>>;
  readonly path: string;
};

function findValue(key: SettingKey, { env, flags, file, path }: ReadSources): [value: unknown, origin: Origin] {
  const [raw, origin] = firstDefined(
    [flags[key], 'flag'],
    [env[envName(key)] || undefined, 'environment'],
    [file[key], 'file'],
  );
  return [raw === undefined ? SETTINGS[key].preset : parseSetting(key, raw, labelOf(key, origin, path)), origin];
}

/** Validates a raw value (text from the environment, JSON from the file). Throws CONFIG_INVALID; `label` names the value. */
export function parseSetting(key: SettingKey, raw: unknown, label: string): string | number | boolean {
  const setting = SETTINGS[key] as Setting;
  const text = String(raw);
  switch (setting.type) {
    case 'boolean':
      if (['true', '1', 'yes'].includes(text)) return true;
      if (['false', '0', 'no'].includes(text)) return false;
      throw new DocconvError('CONFIG_INVALID.boolean', { setting: label });
    case 'integer':
      if (/^\d{1,12}$/.test(text) && Number(text) >= setting.min && Number(text) <= setting.max) return Number(text);
      throw new DocconvError('CONFIG_INVALID.integer', { setting: label, min: setting.min, max: setting.max });
    case 'choice':
      if (setting.choices.includes(text)) return text;
      throw new DocconvError('CONFIG_INVALID.choice', { setting: label, choices: setting.choices.join(', ') });
    default:
      if (typeof raw === 'string' && raw !== '') return raw;
      throw new DocconvError('CONFIG_INVALID.text', { setting: label });
  }
}

/** Throws CONFIG_INVALID if a setting of an earlier version has a value: ignoring it could open or close something. */
export function refuseRemovedSettings({ env, file: named }: ConfigSources): void {
  const file = readConfigFile(named ?? configFile(env));
  for (const [name, advice] of Object.entries(REMOVED_SETTINGS)) {
    if (env[envName(name)]) throw new DocconvError('CONFIG_INVALID.removed-variable', { name: envName(name), advice });
    if (file[name] !== undefined) throw new DocconvError('CONFIG_INVALID.removed-setting', { name, advice });
  }
}

/** Names in the config file that are not settings: misspelt, or of another version. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(readConfigFile(configFile(env))).filter(name => !Object.hasOwn(SETTINGS, name));
}

/** Empty if an optional file does not exist. Throws CONFIG_INVALID. */
export function readConfigFile(path: string, required = false): Readonly<Record<string, unknown>> {
  let content: Uint8Array;
  try {
    content = readFileSync(path);
  } catch (cause) {
    if (isMissing(cause) && !required) return {};
    throw DocconvError.received('CONFIG_INVALID', readError(cause, path, 'config file').message, { cause });
  }
  try {
    const settings: unknown = JSON.parse(textOf(content));
    if (isObject(settings)) return settings;
    throw new TypeError('not an object');
  } catch (cause) {
    throw new DocconvError('CONFIG_INVALID.config-file-not-json', { path }, { cause });
  }
}

function firstDefined(...candidates: readonly (readonly [unknown, Origin])[]): readonly [unknown, Origin] {
  return candidates.find(([value]) => value !== undefined) ?? [undefined, 'default'];
}

function labelOf(key: SettingKey, origin: Origin, file: string): string {
  if (origin === 'environment') return envName(key);
  if (origin === 'file') return `"${key}" in ${file}`;
  return `--${kebabCase(key)}`;
}
