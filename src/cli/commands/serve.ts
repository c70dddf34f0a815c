/** `docconv serve`: the service of the specification, on the engines, the keys and the trust of this machine. */
import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config.js';
import type { Converter } from '../../convert/index.js';
import { type Listening, listen, type ServerSettings, type ServerServices, buildServer, type Server } from '../../server/index.js';
import { localKeys, localMailer } from '../accounts.js';
import { examples } from '../command.js';
import { addServeFlags, servedSettings } from '../serve-flags.js';
import { converterSettings, type Services } from '../services.js';
import { trustStore } from '../trust-store.js';

const MEGABYTE = 1e6;

export function define(command: Command, services: Services): void {
  command
    .option('--config <file>', 'config file to read in place of the usual one')
    .option('-t, --trust <anchor>', 'whom to trust: a PEM or DER file, a folder of them, or system (repeatable)', collect, []);
  addServeFlags(command);
  command.action((options: { config?: string; trust: string[] }) => {
    const config = loadConfig({ env: services.env, flags: servedSettings(command), file: options.config }).values;
    return serve(config, options.trust, services);
  });
  examples(command, [
    ['docconv serve', 'on http://127.0.0.1:8080, for this machine alone'],
    ['docconv serve --host 0.0.0.0 --public-url https://docs.example.org', 'behind a reverse proxy'],
    ['docconv serve --socket /run/docconv.sock --verify-needs-key', 'on a unix socket'],
    ['DOCCONV_SMTP_HOST=mail.example.org docconv serve', 'with codes sent by mail'],
  ]);
}

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

async function serve(config: Config, trusted: readonly string[], services: Services): Promise<void> {
  const { mailer, converter, ...others } = await openParts(config, trusted, services);
  try {
    const server = await buildServer({ mailer, converter, ...others }, services.terminal.out);
    const { host, port, socket } = config;
    const listening = await listen(server, socket === null ? { host, port } : { socket });
    greet(listening, config, mailer.where, services);
    warm(server, services);
    await aborted(services.signal);
    services.terminal.err.write('Finishing what runs; press Ctrl-C again to end at once.\n');
    await listening.stop(config.grace * 1000);
  } finally {
    await converter.close();
    mailer.close();
  }
}

async function openParts(config: Config, trusted: readonly string[], services: Services): Promise<ServerServices & { converter: Converter }> {
  const { createConverter } = await import('../../convert/index.js');
  const { createFetcher } = await import('../../fetch/index.js');
  const { env } = services;
  const workers = createdWorkers(config);
  const converter = createConverter({ ...converterSettings(config, env), queueLimit: queueOf(config, workers), maxBytes: config.maxUpload * MEGABYTE });
  return {
    converter,
    keys: await localKeys(config, env),
    mailer: await localMailer(config, env),
    fetcher: config.fetchUrls ? createFetcher({ allowPrivate: config.allowPrivateUrls }) : null,
    trust: trusted.length > 0 ? await trustStore(trusted, services) : null,
    settings: settingsOf(config, converter.workers),
  };
}
