/** Changes the config file with conf: validated against the table of settings, readable only by its owner. */
import { dirname } from 'node:path';
import type Conf from 'conf';
import {
  configFile,
  readConfigFile,
  SETTING_KEYS,
  SETTINGS,
  type Setting,
  type SettingKey,
} from '../../../config/index.js';
import { DocconvError } from '../../../errors.js';
import { writeError } from '../../../system/files/file-errors.js';
import { makePrivateFolder } from '../../../system/files/files.js';

type Value = string | number | boolean;

/** Expects a value from parseSetting(). Throws CONFIG_INVALID if another setting in the file is invalid. */
export async function storeSetting(key: SettingKey, value: Value, env: NodeJS.ProcessEnv): Promise<void> {
  await changeFile(env, [key], store => store.set(key, value));
}

/** Also removes unknown names: this is how a misspelt setting leaves the file. */
export async function removeSettings(names: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await changeFile(env, names, store => {
    for (const name of names) store.delete(name);
  });
}

type Store = Conf<Record<string, unknown>>;

/** The settings about to change are excluded from validation, so that an invalid value can be replaced. */
async function changeFile(
  env: NodeJS.ProcessEnv,
  names: readonly string[],
  change: (store: Store) => void,
): Promise<void> {
  const file = configFile(env);
  readConfigFile(file); // reports a file that is not a JSON object
  const { default: ConfStore } = await import('conf'); // takes 60 ms, which reading settings does not need
  try {
    makePrivateFolder(dirname(file));
    const store: Store = new ConfStore<Record<string, unknown>>({
      cwd: dirname(file),
      configName: 'config',
      configFileMode: 0o600,
      deserialize: () => readConfigFile(file), // whatever its encoding
      accessPropertiesByDotNotation: false,
      schema: schemaWithout(names),
      ajvOptions: { coerceTypes: true }, // as in the environment: "60" is a number
    });
    change(store);
  } catch (cause) {
    throw changeError(file, cause as Error);
  }
}

function schemaWithout(names: readonly string[]) {
  const keys = SETTING_KEYS.filter(key => !names.includes(key));
  return Object.fromEntries(keys.map(key => [key, schemaOf(SETTINGS[key])]));
}

function schemaOf(setting: Setting) {
  switch (setting.type) {
    case 'integer':
      return { type: 'integer', minimum: setting.min, maximum: setting.max } as const;
    case 'choice':
      return { enum: [...setting.choices] };
    case 'boolean':
      return { type: 'boolean' } as const;
    default:
      return { type: 'string', minLength: 1 } as const;
  }
}

function changeError(file: string, cause: Error): DocconvError {
  const violation = /^Config schema violation: `(\w+)` (.*)$/.exec(cause.message);
  if (!violation) return writeError(cause, file);
  const [, key = '', problem = ''] = violation;
  return new DocconvError('CONFIG_INVALID.nothing-changed', { key, file, problem }, { cause });
}
