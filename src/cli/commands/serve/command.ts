/** `docconv serve`: runs the HTTP service. */
import type { Command } from 'commander';
import { type Config, docconvHome, loadConfig, refuseRemovedSettings } from '../../../config/index.js';
import { toDocconvError } from '../../../errors.js';
import type { Server } from '../../../http/index.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { addTrustOption, type TrustOptions } from '../../input/trust.js';
import { exitInTime } from '../../shutdown.js';
import type { Store } from '../../store.js';
import { addServeFlags, givenSettings } from './flags.js';
import { openServerServices } from './server-services.js';

export function define(command: Command, context: Context): void {
  command.option('--config <file>', 'config file to use instead of the default one');
  addTrustOption(command);
  addServeFlags(command);
  command.action((options: TrustOptions & { config?: string }) => {
    const sources = { env: context.env, file: options.config };
    refuseRemovedSettings(sources);
    const config = loadConfig({ ...sources, flags: givenSettings(command) }).values;
    return serve(config, options, context);
  });
  examples(command, [
    ['docconv serve', 'listen on http://127.0.0.1:8080'],
    ['docconv serve --host 0.0.0.0 --public-url https://docs.example.org', 'run behind a reverse proxy'],
    ['docconv serve --socket /run/docconv.sock --verify-needs-key', 'listen on a Unix socket'],
    ['DOCCONV_SMTP_HOST=mail.example.org docconv serve', 'send verification codes by mail'],
  ]);
  command.addHelpText('after', '\nWrites a JSON log to stdout. Run docconv config list to see further settings.');
}

interface Addresses {
  url: string;
  metricsUrl: string | null;
}

async function serve(config: Config, trust: TrustOptions, context: Context): Promise<void> {
  const { terminal, signal } = context;
  const { buildServer, listen } = await import('../../../http/index.js'); // fastify takes 100 ms
  const parts = await openServerServices(config, trust, context);
  try {
    await parts.converter.requireIsolation();
    const server = await buildServer(parts, terminal.stdout);
    const { host, port, socket, metricsHost, metricsPort } = config;
    const address = socket === null ? { host, port } : { socket };
    const metrics = metricsPort === null ? null : { host: metricsHost, port: metricsPort };
    const listening = await listen(server, address, metrics);
    if (parts.trust?.note) terminal.err.write(`${terminal.color.err.yellow('Warning:')} ${parts.trust.note}\n`);
    printAddress(listening, config, parts.mailer.where, context);
    if (parts.store) await warnOfClock(parts.store, context);
    probeConversion(server, context);
    await aborted(signal);
    terminal.err.write('Waiting for running requests. Press Ctrl-C again to exit at once.\n');
    exitInTime(config.grace, context);
    context.finishedAfterSignal = await listening.stop(config.grace * 1000);
  } finally {
    await parts.converter.close();
    parts.mailer.close();
    await parts.keys.close();
    await parts.store?.close();
  }
}

function printAddress({ url, metricsUrl }: Addresses, config: Config, mailsGoTo: string, context: Context): void {
  const { terminal, env } = context;
  const { err, color } = terminal;
  const advice =
    config.smtpHost === null ? ': only users who can read that folder get a key. Set smtpHost to send mail.' : '';
  err.write(`${color.err.bold(`docconv listens on ${url}`)}\n`);
  if (url.startsWith('http')) err.write(`  page   ${url}/, API documentation: ${url}/docs\n`);
  if (metricsUrl !== null) err.write(`  metrics on ${metricsUrl}\n`);
  err.write(`  codes  ${mailsGoTo}${advice}\n`);
  err.write(`  keys   in ${config.store === null ? docconvHome(env).data : 'the store'}\n`);
}

async function warnOfClock(store: Store, { terminal }: Context): Promise<void> {
  const { warning } = await store.clockSkew();
  if (warning) terminal.err.write(`${terminal.color.err.yellow('Warning:')} ${warning}\n`);
}

/** Starts an engine before the first request needs it, and shows at once whether one works. */
function probeConversion(server: Server, { terminal, signal }: Context): void {
  server.readiness.probe().catch(thrown => {
    if (signal.aborted) return; // stopped before the conversion was finished
    const { message } = toDocconvError(thrown);
    terminal.err.write(`${terminal.color.err.yellow('The test conversion failed:')} ${message}\n`);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
