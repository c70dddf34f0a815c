/** `docconv config`: shows settings with their origin, and changes the config file. */
import type { Command } from 'commander';
import {
  configFile,
  envName,
  type LoadedConfig,
  loadConfig,
  parseSetting,
  SETTING_KEYS,
  SETTINGS,
  type Setting,
  type SettingKey,
  unknownSettings,
} from '../../../config/index.js';
import { DocconvError } from '../../../errors.js';
import { escapeUnsafe } from '../../../text.js';
import { examples, type JsonOption, OfferingArgument } from '../../command.js';
import type { Context } from '../../context.js';
import { askSecret, firstLineOfStdin } from '../../input/ask.js';
import { removeSettings, storeSetting } from './store.js';

export function define(command: Command, context: Context): void {
  command
    .command('list')
    .alias('ls')
    .description('list all settings and the origin of each value')
    .option('--json', 'print one line of JSON per setting')
    .action((options: JsonOption) => list(options, context));
  command
    .command('get')
    .description('print the effective value of a setting')
    .addArgument(new OfferingArgument('<setting>', 'name of the setting, see docconv config list', SETTING_KEYS))
    .option('--json', 'print value and origin as JSON')
    .action((name: string, options: JsonOption) => get(name, options, context));
  command
    .command('set')
    .description('store a setting in the config file')
    .addArgument(new OfferingArgument('<setting>', 'name of the setting, see docconv config list', SETTING_KEYS))
    .argument('[value]', "new value, or '-' for the first line of stdin; prompts for secrets")
    .action((name: string, value: string | undefined) => set(name, value, context));
  command
    .command('unset')
    .description('remove settings from the config file')
    .addArgument(new OfferingArgument('<settings...>', 'names of the settings', SETTING_KEYS))
    .action((names: string[]) => unset(names, context));
  command
    .command('path')
    .description('print the path of the config file')
    .action(() => void context.terminal.out.write(`${configFile(context.env)}\n`));
  command
    .command('purge')
    .description('remove everything that docconv has stored for this user')
    .option('-y, --yes', 'do not ask')
    .action(async (options: { yes?: boolean }) => (await import('./purge.js')).purge(options, context));
  examples(command, [
    ['docconv config list', 'list all settings (precedence: flag, environment, config file)'],
    ['docconv config set engine native', 'always convert with the native engine'],
    ['docconv config set smtpPassword', 'prompt for the password'],
    ['docconv config unset engine', 'restore the default'],
  ]);
}

function list({ json }: JsonOption, { terminal, env }: Context): void {
  const config = loadConfig({ env });
  const { dim } = terminal.color.out;
  const width = Math.max(...SETTING_KEYS.map(key => key.length));
  for (const key of SETTING_KEYS) {
    const origin = config.origins[key] === 'default' ? '' : dim(`  (${originOf(key, config, env)})`);
    const line = `${key.padEnd(width)}  ${displayed(key, config) ?? dim('-')}${origin}`;
    terminal.out.write(`${json ? JSON.stringify(jsonOf(key, config)) : line}\n`);
  }
  for (const name of unknownSettings(env))
    terminal.err.write(
      `${terminal.color.err.yellow('!')} "${escapeUnsafe(name)}" in ${configFile(env)} is not a setting.\n`,
    );
}

function get(name: string, { json }: JsonOption, { terminal, env }: Context): void {
  const key = keyOf(name);
  const config = loadConfig({ env });
  terminal.out.write(`${json ? JSON.stringify(jsonOf(key, config)) : (displayed(key, config) ?? '')}\n`);
}

async function set(name: string, given: string | undefined, context: Context): Promise<void> {
  const { terminal, env } = context;
  const key = keyOf(name);
  const value = parseSetting(key, await readValue(key, given, context), key);
  await storeSetting(key, value, env);
  terminal.err.write(`${terminal.color.err.green('✓')} ${key} = ${redacted(key, value)} in ${configFile(env)}\n`);
  if (env[envName(key)])
    terminal.err.write(`${terminal.color.err.yellow('!')} ${envName(key)} is set, and overrides it.\n`);
}

async function readValue(key: SettingKey, given: string | undefined, context: Context): Promise<string> {
  if (given === '-') return firstLineOfStdin(context);
  if (given !== undefined) return given;
  if (isSecret(key) && context.terminal.interactive) return askSecret(`${key}:`, context);
  throw new DocconvError('USAGE.config-value-missing', { key });
}

async function unset(names: readonly string[], { terminal, env }: Context): Promise<void> {
  const unknown = unknownSettings(env);
  const keys = names.map(name => (unknown.includes(name) ? name : keyOf(name)));
  await removeSettings(keys, env);
  terminal.err.write(`${terminal.color.err.green('✓')} Removed ${keys.join(', ')} from ${configFile(env)}\n`);
}

/** Accepts smtpHost, smtp-host and DOCCONV_SMTP_HOST alike. */
function keyOf(name: string): SettingKey {
  const key = SETTING_KEYS.find(candidate => normalized(candidate) === normalized(name));
  if (key) return key;
  const close = SETTING_KEYS.filter(candidate => normalized(candidate).includes(normalized(name)));
  if (close.length === 0) throw new DocconvError('CONFIG_INVALID.no-setting', { name });
  throw new DocconvError('CONFIG_INVALID.no-setting.close', { name, close: close.join(' or ') });
}

function normalized(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/^docconv/, '');
}

function isSecret(key: SettingKey): boolean {
  return Boolean((SETTINGS[key] as Setting).secret);
}

function redacted(key: SettingKey, value: string | number | boolean): string {
  return isSecret(key) ? '(hidden)' : String(value);
}

/** Null if the setting has neither a value nor a default. */
function displayed(key: SettingKey, { values }: LoadedConfig): string | null {
  const value = values[key];
  return value === null ? null : redacted(key, value);
}

function originOf(key: SettingKey, { origins }: LoadedConfig, env: NodeJS.ProcessEnv): string {
  return origins[key] === 'environment' ? envName(key) : configFile(env);
}

function jsonOf(key: SettingKey, config: LoadedConfig) {
  const value = config.values[key];
  const { preset, help } = SETTINGS[key];
  return {
    setting: key,
    value: value === null || !isSecret(key) ? value : redacted(key, value),
    origin: config.origins[key],
    default: preset,
    environment: envName(key),
    help,
  };
}
