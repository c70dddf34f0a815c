/**
 * The table of settings. Defaults that a domain has as well (converter, keys) are taken from its own table; for the
 * server and mail this table is the only place.
 */
import { delimiter } from 'node:path';
import { DEFAULTS } from '../convert/settings.js';
import { DEFAULT_CODE_LIMITS, MAX_KEY_DAYS } from '../keys/keys.js';

interface SettingBase<Value> {
  /** Null if there is no fixed default: see the help. */
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

/** Keeps in the type whether a setting has a default: its value is never null then. */
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

const MIB = 1024 ** 2;

export const SETTINGS = {
  engine: choice(DEFAULTS.engine, ['auto', 'native', 'soffice', 'wasm'], 'conversion engine'),
  workers: integer(
    null,
    0,
    64,
    'documents converted in parallel; 0: serve leaves them to docconv work (default: by CPU cores and memory)',
  ),
  timeout: integer(DEFAULTS.timeoutMs / 1000, 1, 86_400, 'time limit for one conversion (seconds)'),
  libreoffice: text(null, 'LibreOffice folder, if it is not in a standard location'),
  fonts: text(null, `folders with fonts beside those of the system, separated by "${delimiter}"`),
  isolation: choice(
    DEFAULTS.isolation,
    ['warm', 'document', 'strict'],
    'reuse worker processes, start one per document, or also refuse to start without all means of isolation',
  ),
  memory: integer(DEFAULTS.memoryLimit / MIB, 256, 1_048_576, 'memory limit of an engine process (MiB)'),
  cpu: integer(DEFAULTS.cpuLimit, 1, 86_400, 'CPU time limit for one document (seconds)'),
  limits: text(null, 'document limits to override, e.g. "pixels=400000000,nesting=3"'),
  defaultPaper: choice(
    'auto',
    ['auto', 'a4', 'letter'],
    'size of the pages of a document that states none; auto: by the locale of the caller (LC_ALL, LC_PAPER, LANG), A4 for serve',
  ),
  warm: choice('off', ['off', 'on'], 'keep an engine in the background for the next call of convert'),
  maxSize: integer(DEFAULTS.maxBytes / MIB, 1, 4096, 'maximum size of an input document (MiB)'),

  trustSources: text(null, 'sources of trust of check and serve: eu, aatl, file (default: all that are loaded)'),
  strictTrust: boolean(
    false,
    'refuse trusted lists that are out of date, and doubts about the qualified status (check and serve)',
  ),
  trustGrace: integer(
    null,
    0,
    3650,
    'days for which a trusted list counts after the day by which it should have been replaced (default: 14)',
  ),
  confinedCheck: choice(
    'large',
    ['large', 'always', 'never'],
    'files that check verifies in a sandboxed process of their own: those of 8 MiB and more, all, or none',
  ),

  // docconv serve
  host: text('127.0.0.1', 'address to listen on'),
  port: integer(8080, 0, 65_535, 'port to listen on; 0 picks a free one'),
  socket: text(null, 'Unix socket to listen on, instead of host and port'),
  publicUrl: text(null, 'URL of the server for its clients; it may have a path (default: the address it listens on)'),
  maxUpload: integer(
    50,
    1,
    2048,
    'maximum size of an uploaded or fetched document, and of all documents of a merge (MB)',
  ),
  uploadBudget: integer(
    500,
    1,
    1_048_576,
    'size of all documents under way together, in memory and temporary files (MB); at least 3 times maxUpload',
  ),
  queue: integer(null, 0, 10_000, 'conversions that may wait for a worker (default: 4 per worker)'),
  deadline: integer(120, 1, 86_400, 'time limit from request to response, including waiting (seconds)'),
  uploadTimeout: integer(120, 1, 86_400, 'time limit for receiving a request (seconds)'),
  uploadRate: integer(10, 0, 1_000_000, 'minimum upload rate (kB/s); 0 for no minimum'),
  grace: integer(30, 0, 3600, 'time for running requests to finish on shutdown (seconds)'),
  checkTimeout: integer(30, 1, 86_400, 'time limit for one verification (seconds)'),
  checkMemory: integer(1024, 128, 1_048_576, 'memory limit of one verification (MiB)'),
  trustUpdate: integer(0, 0, 8760, 'hours between two updates of the trusted lists by serve; 0 for none'),
  trustMirror: text(null, 'folder or URL of a mirror from which serve and docconv trust update read the trusted lists'),
  verifyNeedsKey: boolean(false, 'require an API key for POST /v1/verify'),
  signing: text(
    null,
    'JSON file with the key that POST /v1/sign signs with, and its time-stamping authority: options of docconv sign (default: documents are not signed)',
  ),
  signTimeout: integer(60, 1, 86_400, 'time limit for signing one document, within deadline (seconds)'),
  signRate: integer(60, 0, 1_000_000, 'signatures per minute and account; 0 for no limit'),
  gotenberg: choice(
    'off',
    ['off', 'key', 'open'],
    "serve Gotenberg's routes of documents as well; key: with an API key as password or bearer token, open: without",
  ),
  fetchUrls: boolean(true, 'let POST /v1/verify fetch documents from public URLs'),
  fetchTimeout: integer(120, 1, 86_400, 'time limit for fetching a document, within deadline (seconds)'),
  fetchIdle: integer(5, 1, 86_400, 'longest pause of a server that sends a document, within fetchTimeout (seconds)'),
  fetches: integer(16, 1, 10_000, 'documents that are fetched from URLs at once; others wait'),
  fetchesPerClient: integer(4, 1, 10_000, 'of these, for one client'),
  allowPrivateUrls: boolean(false, 'allow document URLs with private addresses (closed networks only)'),
  online: boolean(false, 'fetch missing certificates and revocation data (AIA, CRL, OCSP)'),
  convertRate: integer(600, 0, 1_000_000, 'conversions per minute and account; 0 for no limit'),
  verifyRate: integer(300, 0, 1_000_000, 'verifications per minute and client; 0 for no limit'),
  jobRate: integer(3000, 0, 1_000_000, 'requests for jobs (/v1/jobs) per minute and account; 0 for no limit'),
  codeRate: integer(30, 0, 1_000_000, 'attempts per minute and client to redeem a code; 0 for no limit'),
  codesPerAddress: integer(
    DEFAULT_CODE_LIMITS.codesPerAddressPerHour,
    1,
    1_000_000,
    'codes per hour and e-mail address',
  ),
  codesPerClient: integer(DEFAULT_CODE_LIMITS.codesPerClientPerHour, 1, 1_000_000, 'codes per hour and client'),
  codeGap: integer(
    DEFAULT_CODE_LIMITS.secondsBetweenCodes,
    0,
    3600,
    'seconds between two codes for one e-mail address; 0 for no limit',
  ),
  codesAtOnce: integer(DEFAULT_CODE_LIMITS.codesAtOnce, 1, 1_000_000, 'pending codes of all clients together'),
  registration: text(
    'open',
    'who may register: "open", "invited" (see docconv keys invite), or domains such as "example.org,*.example.org"',
  ),
  keyDays: integer(0, 0, MAX_KEY_DAYS, 'longest lifetime of new API keys, and the default (days); 0 for no limit'),
  trustProxy: text(null, 'trusted reverse proxies (X-Forwarded-For): comma-separated addresses, ranges or "unix"'),
  corsOrigins: text(null, 'allowed CORS origins, comma-separated'),
  metricsHost: text('127.0.0.1', 'address for /metrics, which is on a port of its own'),
  metricsPort: integer(null, 0, 65_535, 'port for /metrics; 0 picks a free one (default: metrics are not served)'),
  logLevel: choice('info', ['debug', 'info', 'warn', 'error', 'silent'], 'log level of the server'),

  jobKeep: integer(60, 1, 10_080, 'time for which ended jobs and their results are kept (minutes)'),
  jobsPerAccount: integer(1000, 1, 1_000_000, 'jobs of one account that have not ended'),
  jobsAtOnce: integer(10_000, 1, 10_000_000, 'jobs of all accounts that have not ended'),
  jobStorage: integer(
    null,
    1,
    1_073_741_824,
    'size of all documents and results of jobs (MB); at least 8 times maxUpload (default: 10000 in a store, otherwise 500)',
  ),

  // many machines
  store: text(
    null,
    'postgres:// URL of the database that several docconvs share (default: files of this machine)',
    true,
  ),
  storeDirect: text(
    null,
    'postgres:// URL of the same database where `store` is that of PgBouncer: for notifications and migrations',
    true,
  ),
  jobDocuments: text(
    null,
    's3://bucket/prefix: where documents and results of jobs are saved; credentials and endpoint in AWS_... (default: the store)',
  ),
  storeSecret: text(null, 'secret of the store, at least 32 characters, the same on every machine', true),

  // mail
  smtpHost: text(null, 'SMTP server that sends the codes; without one, mails are saved in the outbox folder'),
  smtpPort: integer(null, 1, 65_535, 'SMTP port (default: 465 for tls, otherwise 587)'),
  smtpSecurity: choice('starttls', ['tls', 'starttls', 'none'], 'encryption of the SMTP connection'),
  smtpUser: text(null, 'SMTP user name'),
  smtpPassword: text(null, 'SMTP password', true),
  smtpCa: text(null, 'PEM file of an additional CA certificate for SMTP'),
  mailFrom: text('docconv <no-reply@localhost>', 'sender address of mails'),
} as const;

/** Settings of earlier versions, and what to do instead. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  metrics:
    'Metrics are served on a port of their own: set metricsPort, and metricsHost if Prometheus runs on another machine.',
};

type Table = typeof SETTINGS;
export type SettingKey = keyof Table;
/** Includes null if the table has no default. */
type ValueOf<S extends Setting> = TypeOf<S> | Extract<S['preset'], null>;
type TypeOf<S> = S extends { choices: readonly (infer Choice)[] }
  ? Choice
  : S extends { type: 'text' }
    ? string
    : S extends { type: 'integer' }
      ? number
      : boolean;
export type Config = { readonly [Key in SettingKey]: ValueOf<Table[Key]> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** "DOCCONV_SMTP_HOST" for smtpHost. */
export function envName(key: string): string {
  return `DOCCONV_${key.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`;
}
