/** The config file as `docconv config` changes it: by conf, checked against the table of settings, readable by its owner. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type Conf from 'conf';
import { configFile, readConfigFile, SETTING_KEYS, SETTINGS, type Setting, type SettingKey } from '../../../config/index.js';
import { DocconvError } from '../../../errors.js';

type Value = string | number | boolean;

/** `value` is a checked one (parseSetting). Throws CONFIG_INVALID when another setting of the file is not as it should be. */
export async function keepSetting(key: SettingKey, value: Value, env: NodeJS.ProcessEnv): Promise<void> {
  await changeFile(env, [key], store => store.set(key, value));
}

/** Words that are no settings, too: that is how a misspelt one leaves the file. */
export async function forgetSettings(names: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await changeFile(env, names, store => {
    for (const name of names) store.delete(name);
  });
}

type Store = Conf<Record<string, unknown>>;

/** What is about to change is not looked at before, so that a wrong value can be mended. */
async function changeFile(
  env: NodeJS.ProcessEnv,
  names: readonly string[],
  change: (store: Store) => void,
): Promise<void> {
  const file = configFile(env);
  readConfigFile(file); // refuses what is no JSON object in the same words as everywhere
  const { default: ConfStore } = await import('conf');
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const store: Store = new ConfStore({
      cwd: dirname(file),
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      schema: schemaWithout(names),
      ajvOptions: { coerceTypes: true }, // as in the environment: "60" is a number
    });
    change(store);
  } catch (cause) {
    throw unchanged(file, cause as NodeJS.ErrnoException);
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

function unchanged(file: string, cause: NodeJS.ErrnoException): DocconvError {
  if (cause instanceof SyntaxError)
    return new DocconvError('CONFIG_INVALID', `The config file ${file} is no JSON object: mend or remove it.`, {
      cause,
    });
  const violation = /^Config schema violation: `(\w+)` (.*)$/.exec(cause.message);
  if (!violation)
    return new DocconvError('CONFIG_INVALID', `${file} cannot be written (${cause.code ?? cause.message}).`, { cause });
  const [, key, problem] = violation;
  const message = `Nothing was changed: "${key}" in ${file} ${problem}. Set it anew, or: docconv config unset ${key}`;
  return new DocconvError('CONFIG_INVALID', message, { cause });
}
