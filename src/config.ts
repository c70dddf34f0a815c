/**
 * The settings of docconv: one table. A value comes from a flag, the environment, the config file or the table's
 * default, in this order, and knows which. Reading is cheap; `docconv config` writes the file, through conf.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { DocconvError } from './errors.js';

interface SettingBase<Value> {
  /** Null: decided at run time, as the help says. */
  readonly preset: Value | null;
  /** One line, without a full stop. */
  readonly help: string;
  /** Never printed. */
  readonly secret?: boolean;
}
interface TextSetting extends SettingBase<string> {
  readonly type: 'text';
}
interface IntegerSetting extends SettingBase<number> {
  readonly type: 'integer';
  readonly min: number;
  readonly max: number;
}
interface BooleanSetting extends SettingBase<boolean> {
  readonly type: 'boolean';
}
interface ChoiceSetting<Choice extends string = string> extends SettingBase<Choice> {
  readonly type: 'choice';
  readonly choices: readonly Choice[];
}
export type Setting = TextSetting | IntegerSetting | BooleanSetting | ChoiceSetting;

/** The helpers keep whether a setting has a default (null or not), and the choices, in its type. */
type Preset<S extends Setting, P> = S & { readonly preset: P };

function text<P extends string | null>(preset: P, help: string, secret = false): Preset<TextSetting, P> {
  return { type: 'text', preset, help, secret };
}

function integer<P extends number | null>(
  preset: P,
  min: number,
  max: number,
  help: string,
): Preset<IntegerSetting, P> {
  return { type: 'integer', preset, min, max, help };
}

function boolean<P extends boolean>(preset: P, help: string): Preset<BooleanSetting, P> {
  return { type: 'boolean', preset, help };
}

function choice<const C extends string>(preset: C, choices: readonly C[], help: string): Preset<ChoiceSetting<C>, C> {
  return { type: 'choice', preset, choices, help };
}

export const SETTINGS = {
  engine: choice('auto', ['auto', 'native', 'soffice', 'wasm'], 'engine that converts'),
  workers: integer(null, 1, 64, 'documents converted at the same time (default: by cores and memory)'),
  timeout: integer(60, 1, 86_400, 'seconds that one conversion may take'),
  libreoffice: text(null, 'folder of LibreOffice, where it is not in a usual place'),
  isolation: choice('warm', ['warm', 'document'], 'reuse worker processes, or start a fresh one for each document'),
  memory: integer(2048, 256, 1_048_576, 'MiB of memory that one document may make an engine use'),
  cpu: integer(120, 1, 86_400, 'seconds of processor time that one document may take'),
  limits: text(null, 'limits of a document raised or lowered, as "pixels=400000000,nesting=3"'),
  maxSize: integer(256, 1, 4096, 'MiB of an input document at most'),

  // docconv serve
  host: text('127.0.0.1', 'address to listen on'),
  port: integer(8080, 0, 65_535, 'port to listen on; 0 takes a free one'),
  socket: text(null, 'unix socket to listen on, in place of host and port'),
  publicUrl: text(null, 'address that clients use, for the mails (default: the one that is listened on)'),
  maxUpload: integer(50, 1, 2048, 'MB of an uploaded or fetched document'),
  queue: integer(null, 0, 10_000, 'conversions that may wait for a worker (default: 4 for each worker)'),
  deadline: integer(120, 1, 86_400, 'seconds from a request to its answer, waiting included'),
  uploadTimeout: integer(120, 1, 86_400, 'seconds that a request may take to arrive whole'),
  uploadRate: integer(10, 0, 1_000_000, 'kB a second that an upload must bring, or it is ended; 0 is without limit'),
  grace: integer(30, 0, 3600, 'seconds that running requests have to finish when the server ends'),
  checkTimeout: integer(30, 1, 86_400, 'seconds that one check may take'),
  checkMemory: integer(1024, 128, 1_048_576, 'MiB of memory that one check may use'),
  verifyNeedsKey: boolean(false, 'ask for a key for POST /v1/verify, too'),
  fetchUrls: boolean(true, 'let POST /v1/verify read documents from public URLs'),
  allowPrivateUrls: boolean(false, 'let it read from addresses that are not public: for closed networks'),
  online: boolean(false, 'fetch missing certificates and revocation data for a check (AIA, CRL, OCSP)'),
  convertRate: integer(600, 0, 1_000_000, 'conversions a minute for each key; 0 is without limit'),
  verifyRate: integer(300, 0, 1_000_000, 'checks a minute for each client; 0 is without limit'),
  codeRate: integer(30, 0, 1_000_000, 'tries of a code a minute for each client; 0 is without limit'),
  codesPerAddress: integer(5, 1, 1_000_000, 'codes an hour for each e-mail address'),
  codesPerClient: integer(20, 1, 1_000_000, 'codes an hour for each client'),
  codesAtOnce: integer(10_000, 1, 1_000_000, 'codes that are alive at the same time, for everybody together'),
  trustProxy: text(
    null,
    'reverse proxies whose X-Forwarded-For is believed: addresses, ranges or unix (for the socket), with commas',
  ),
  corsOrigins: text(null, 'web origins that may call the service, separated by commas'),
  metrics: choice('loopback', ['loopback', 'everyone', 'nobody'], 'who may read /metrics'),
  logLevel: choice('info', ['debug', 'info', 'warn', 'error', 'silent'], 'what the log of the server holds'),

  // mail
  smtpHost: text(null, 'mail server for the codes; without one they go into an outbox folder'),
  smtpPort: integer(null, 1, 65_535, 'its port (default: 465 for tls, else 587)'),
  smtpSecurity: choice('starttls', ['tls', 'starttls', 'none'], 'how the connection to it is protected'),
  smtpUser: text(null, 'user name at the mail server'),
  smtpPassword: text(null, 'password at the mail server', true),
  smtpCa: text(null, 'PEM file of a certificate to trust beside the public ones'),
  mailFrom: text('docconv <no-reply@localhost>', 'sender of the mails'),
} as const;

type Table = typeof SETTINGS;
export type SettingKey = keyof Table;
/** What a setting's value is: its type, with null where the table has no default. */
type ValueOf<S extends Setting> = TypeOf<S> | Extract<S['preset'], null>;
type TypeOf<S> = S extends { choices: readonly (infer Choice)[] }
  ? Choice
  : S extends { type: 'text' }
    ? string
    : S extends { type: 'integer' }
      ? number
      : boolean;
export type Config = { readonly [Key in SettingKey]: ValueOf<Table[Key]> };

export type Origin = 'flag' | 'environment' | 'file' | 'default';

export interface LoadedConfig {
  readonly values: Config;
  readonly origins: Readonly<Record<SettingKey, Origin>>;
}

export interface ConfigSources {
  readonly env: NodeJS.ProcessEnv;
  /** What a command's flags say; undefined stands for "not said". */
  readonly flags?: Readonly<Partial<Record<SettingKey, unknown>>>;
  /** In place of the usual config file; it has to be there. */
  readonly file?: string | undefined;
}

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** Throws CONFIG_INVALID, naming the setting and where its value came from. */
export function loadConfig({ env, flags = {}, file: named }: ConfigSources): LoadedConfig {
  const path = named ?? configFile(env);
  const file = readConfigFile(path, named !== undefined);
  const values: Partial<Record<SettingKey, unknown>> = {};
  const origins: Partial<Record<SettingKey, Origin>> = {};
  for (const key of SETTING_KEYS) {
    const [raw, origin] = firstGiven(
      [flags[key], 'flag'],
      [env[envName(key)] || undefined, 'environment'],
      [lookUp(file, key), 'file'],
    );
    values[key] = raw === undefined ? SETTINGS[key].preset : parseSetting(key, raw, describe(key, origin, path));
    origins[key] = origin;
  }
  return { values: values as Config, origins: origins as Record<SettingKey, Origin> };
}

/** A value as it came (text from the environment, JSON from the file), checked. Throws CONFIG_INVALID. */
export function parseSetting(key: SettingKey, raw: unknown, where: string): string | number | boolean {
  const setting = SETTINGS[key] as Setting;
  switch (setting.type) {
    case 'boolean':
      if (['true', '1', 'yes'].includes(String(raw))) return true;
      if (['false', '0', 'no'].includes(String(raw))) return false;
      throw invalid(where, 'takes true or false');
    case 'integer':
      if (/^\d{1,12}$/.test(String(raw)) && Number(raw) >= setting.min && Number(raw) <= setting.max)
        return Number(raw);
      throw invalid(where, `takes a whole number from ${setting.min} to ${setting.max}`);
    case 'choice':
      if (setting.choices.includes(String(raw))) return String(raw);
      throw invalid(where, `takes one of ${setting.choices.join(', ')}`);
    default:
      if (typeof raw === 'string' && raw !== '') return raw;
      throw invalid(where, 'takes a text');
  }
}

/** "DOCCONV_SMTP_HOST" for smtpHost. */
export function envName(key: SettingKey): string {
  return `DOCCONV_${key.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`;
}

/** The folders of everything that docconv keeps. */
export interface Home {
  /** Settings, trust anchors, credentials. */
  config: string;
  /** Keys, the mail outbox. */
  data: string;
  /** What can be made again: warm profiles. */
  cache: string;
}

/** DOCCONV_HOME moves all three; else the XDG folders (on macOS and Windows the same, below the home folder). */
export function docconvHome(env: NodeJS.ProcessEnv): Home {
  if (env.DOCCONV_HOME) {
    const home = resolve(env.DOCCONV_HOME);
    return { config: home, data: join(home, 'data'), cache: join(home, 'cache') };
  }
  const home = env.HOME || homedir();
  const place = (name: string, fallback: string) => {
    const given = env[name];
    return join(given && isAbsolute(given) ? given : join(home, fallback), 'docconv');
  };
  return {
    config: place('XDG_CONFIG_HOME', '.config'),
    data: place('XDG_DATA_HOME', join('.local', 'share')),
    cache: place('XDG_CACHE_HOME', '.cache'),
  };
}

export function configFile(env: NodeJS.ProcessEnv): string {
  return join(docconvHome(env).config, 'config.json');
}

/** Names in the config file that are no settings: misspelt, or of another version. */
export function strangersInFile(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(readConfigFile(configFile(env))).filter(name => !Object.hasOwn(SETTINGS, name));
}

/** Empty without a file, where it need not be there. Throws CONFIG_INVALID. */
export function readConfigFile(path: string, required = false): Readonly<Record<string, unknown>> {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (cause) {
    const absent = ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '');
    if (absent && !required) return {};
    throw new DocconvError('CONFIG_INVALID', `The config file ${path} cannot be read.`, { cause });
  }
  try {
    const settings: unknown = JSON.parse(content);
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return { ...settings };
    throw new TypeError('no object');
  } catch (cause) {
    throw new DocconvError('CONFIG_INVALID', `The config file ${path} is no JSON object: mend or remove it.`, {
      cause,
    });
  }
}

function lookUp(file: Readonly<Record<string, unknown>>, key: SettingKey): unknown {
  return Object.hasOwn(file, key) ? file[key] : undefined;
}

function firstGiven(...candidates: readonly (readonly [unknown, Origin])[]): readonly [unknown, Origin] {
  return candidates.find(([value]) => value !== undefined) ?? [undefined, 'default'];
}

function describe(key: SettingKey, origin: Origin, file: string): string {
  if (origin === 'environment') return envName(key);
  return origin === 'file' ? `"${key}" in ${file}` : `--${key}`;
}

function invalid(where: string, problem: string): DocconvError {
  return new DocconvError('CONFIG_INVALID', `${where} ${problem}.`);
}
