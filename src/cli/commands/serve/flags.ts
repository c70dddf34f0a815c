/** The flags of `docconv serve` and `docconv work`. Each sets one setting and shows its help. */
import { type Command, Option } from 'commander';
import { SETTINGS, type SettingKey } from '../../../config/index.js';

/** Rarely used settings have no flag: use the environment or the config file. */
const FLAGS: readonly (readonly [flag: string, key: SettingKey])[] = [
  ['--host <address>', 'host'],
  ['-p, --port <number>', 'port'],
  ['--socket <path>', 'socket'],
  ['--public-url <url>', 'publicUrl'],
  ['--store <url>', 'store'],
  ['--engine <name>', 'engine'],
  ['-j, --workers <number>', 'workers'],
  ['--queue <number>', 'queue'],
  ['--timeout <seconds>', 'timeout'],
  ['--max-upload <megabytes>', 'maxUpload'],
  ['--isolation <mode>', 'isolation'],
  ['--verify-needs-key', 'verifyNeedsKey'],
  ['--gotenberg <access>', 'gotenberg'],
  ['--no-url', 'fetchUrls'],
  ['--allow-private-urls', 'allowPrivateUrls'],
  ['--online', 'online'],
  ['--strict-trust', 'strictTrust'],
  ['--convert-rate <number>', 'convertRate'],
  ['--verify-rate <number>', 'verifyRate'],
  ['--trust-proxy <addresses>', 'trustProxy'],
  ['--cors-origins <origins>', 'corsOrigins'],
  ['--metrics-host <address>', 'metricsHost'],
  ['--metrics-port <number>', 'metricsPort'],
  ['--log-level <level>', 'logLevel'],
  ['--grace <seconds>', 'grace'],
];

/** What a server without routes for clients does not use. */
const FOR_CLIENTS: ReadonlySet<SettingKey> = new Set([
  'queue',
  'verifyNeedsKey',
  'gotenberg',
  'convertRate',
  'verifyRate',
  'trustProxy',
  'corsOrigins',
]);

export function addServerFlags(command: Command, hasClients: boolean): void {
  for (const [flag, key] of FLAGS) {
    if (!hasClients && FOR_CLIENTS.has(key)) continue;
    const { help, preset } = SETTINGS[key];
    const isSwitch = typeof preset === 'boolean';
    const negated = flag.startsWith('--no-') ? 'do not ' : '';
    command.option(flag, isSwitch || preset === null ? `${negated}${help}` : `${help} (default: ${preset})`);
  }
}

/** Only flags that were given: commander sets the default of a `--no-...` flag to true. */
export function givenSettings(command: Command): Partial<Record<SettingKey, unknown>> {
  const given = FLAGS.flatMap(([flag, key]) => {
    const name = new Option(flag).attributeName(); // 'url' for '--no-url'
    return command.getOptionValueSource(name) === 'cli' ? [[key, command.getOptionValue(name)]] : [];
  });
  return Object.fromEntries(given);
}
