/** `docconv config`: the settings, where each comes from, and the file that keeps them. */
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
import { examples } from '../../command.js';
import { askPassword } from '../../input/password.js';
import { firstLineOf, readText } from '../../input/stdin.js';
import type { Services } from '../../services.js';
import { forgetSettings, keepSetting } from './store.js';

interface Options {
  json?: boolean;
}

export function define(command: Command, services: Services): void {
  command
    .command('list')
    .alias('ls')
    .description('show every setting, and where its value comes from')
    .option('--json', 'one line of JSON per setting')
    .action((options: Options) => list(options, services));
  command
    .command('get')
    .description('print one setting as it is in force')
    .argument('<setting>', 'its name, as docconv config list shows it')
    .option('--json', 'with where it comes from')
    .action((name: string, options: Options) => get(name, options, services));
  command
    .command('set')
    .description('keep a setting in the config file')
    .argument('<setting>', 'its name, as docconv config list shows it')
    .argument('[value]', "'-' is the first line of standard input; a secret is asked for")
    .action((name: string, value: string | undefined) => set(name, value, services));
  command
    .command('unset')
    .description('take settings out of the config file')
    .argument('<settings...>', 'their names')
    .action((names: string[]) => unset(names, services));
  command
    .command('path')
    .description('print where the config file is')
    .action(() => void services.terminal.out.write(`${configFile(services.env)}\n`));
  examples(command, [
    ['docconv config list', 'all settings: a flag wins over the environment, that over the file'],
    ['docconv config set engine native', 'from now on'],
    ['docconv config set smtpPassword', 'asks for it, so that it is in no list of processes'],
    ['docconv config unset engine', 'as if it had never been set'],
  ]);
}

function list({ json }: Options, { terminal, env }: Services): void {
  const config = loadConfig({ env });
  const { dim } = terminal.color.out;
  const width = Math.max(...SETTING_KEYS.map(key => key.length));
  for (const key of SETTING_KEYS) {
    const place = config.origins[key] === 'default' ? '' : dim(`  (${placeOf(key, config, env)})`);
    const line = `${key.padEnd(width)}  ${shown(key, config) ?? dim('-')}${place}`;
    terminal.out.write(`${json ? JSON.stringify(facts(key, config)) : line}\n`);
  }
  for (const name of unknownSettings(env))
    terminal.err.write(`${terminal.color.err.yellow('!')} "${name}" in ${configFile(env)} is no setting.\n`);
}

function get(name: string, { json }: Options, { terminal, env }: Services): void {
  const key = keyOf(name);
  const config = loadConfig({ env });
  terminal.out.write(`${json ? JSON.stringify(facts(key, config)) : (shown(key, config) ?? '')}\n`);
}

async function set(name: string, given: string | undefined, services: Services): Promise<void> {
  const { terminal, env } = services;
  const key = keyOf(name);
  const value = parseSetting(key, await givenValue(key, given, services), key);
  await keepSetting(key, value, env);
  terminal.err.write(`${terminal.color.err.green('✓')} ${key} = ${hidden(key, value)} in ${configFile(env)}\n`);
  if (env[envName(key)])
    terminal.err.write(`${terminal.color.err.yellow('!')} ${envName(key)} is set, and wins over it.\n`);
}

async function givenValue(key: SettingKey, given: string | undefined, services: Services): Promise<string> {
  if (given === '-') return firstLineOf(await readText(services));
  if (given !== undefined) return given;
  if (isSecret(key) && services.terminal.interactive) return askPassword(`${key}:`, services);
  throw new DocconvError('USAGE', `Say what it is to be: docconv config set ${key} <value>, or '-' to pipe it in.`);
}

async function unset(names: readonly string[], { terminal, env }: Services): Promise<void> {
  const strangers = unknownSettings(env);
  const keys = names.map(name => (strangers.includes(name) ? name : keyOf(name)));
  await forgetSettings(keys, env);
  terminal.err.write(`${terminal.color.err.green('✓')} ${keys.join(', ')} no longer in ${configFile(env)}\n`);
}

const BY_WORD = new Map(SETTING_KEYS.map(key => [plain(key), key]));

/** smtpHost, smtp-host and DOCCONV_SMTP_HOST are one. */
function keyOf(word: string): SettingKey {
  const key = BY_WORD.get(plain(word));
  if (key) return key;
  const close = SETTING_KEYS.filter(candidate => plain(candidate).includes(plain(word)));
  const advice = close.length > 0 ? `Did you mean ${close.join(' or ')}?` : 'docconv config list shows all.';
  throw new DocconvError('CONFIG_INVALID', `There is no setting "${word}". ${advice}`);
}

function plain(word: string): string {
  return word
    .toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/^docconv/, '');
}

function isSecret(key: SettingKey): boolean {
  return Boolean((SETTINGS[key] as Setting).secret);
}

function hidden(key: SettingKey, value: string | number | boolean): string {
  return isSecret(key) ? '(hidden)' : String(value);
}

/** Null where nothing is set and the table has no default. */
function shown(key: SettingKey, { values }: LoadedConfig): string | null {
  const value = values[key];
  return value === null ? null : hidden(key, value);
}

function placeOf(key: SettingKey, { origins }: LoadedConfig, env: NodeJS.ProcessEnv): string {
  return origins[key] === 'environment' ? envName(key) : configFile(env);
}

function facts(key: SettingKey, config: LoadedConfig) {
  const value = config.values[key];
  const { preset, help } = SETTINGS[key];
  return {
    setting: key,
    value: value === null || !isSecret(key) ? value : hidden(key, value),
    origin: config.origins[key],
    default: preset,
    environment: envName(key),
    help,
  };
}
