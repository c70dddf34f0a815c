/** `docconv serve`: the service of the specification, on the engines, the keys and the trust of this machine. */
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../../config/index.js';
import { toDocconvError } from '../../../errors.js';
import type { Server } from '../../../http/index.js';
import { examples } from '../../command.js';
import type { Services } from '../../services.js';
import { addServeFlags, servedSettings } from './flags.js';

export function define(command: Command, services: Services): void {
  command.option('--config <file>', 'config file to read in place of the usual one');
  command.option(
    '-t, --trust <anchor>',
    "whom to trust: PEM or DER file, folder, or 'system' (repeatable)",
    collect,
    [],
  );
  addServeFlags(command);
  command.action((options: { config?: string; trust: string[] }) => {
    const config = loadConfig({ env: services.env, flags: servedSettings(command), file: options.config }).values;
    return serve(config, options.trust, services);
  });
  examples(command, [
    ['docconv serve', 'on http://127.0.0.1:8080, for this machine alone'],
    ['docconv serve --host 0.0.0.0 --public-url https://docs.example.org', 'behind a reverse proxy'],
    ['docconv serve --socket /run/docconv.sock --verify-needs-key', 'on a unix socket'],
    ['DOCCONV_SMTP_HOST=mail.example.org docconv serve', 'with the codes sent by mail'],
  ]);
  command.addHelpText(
    'after',
    '\nThe log goes to standard output, a JSON object a line. "docconv config" has more settings.',
  );
}

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

async function serve(config: Config, trusted: readonly string[], services: Services): Promise<void> {
  const { terminal, signal } = services;
  const [{ buildServer, listen }, { aboutMail, keysFolder, serveParts }] = await Promise.all([
    import('../../../http/index.js'),
    import('./parts.js'),
  ]);
  const parts = await serveParts(config, trusted, services);
  try {
    const server = await buildServer(parts, terminal.out);
    const { host, port, socket } = config;
    const listening = await listen(server, socket === null ? { host, port } : { socket });
    const places = { codes: aboutMail(config, parts.mailer.where), keys: `in ${keysFolder(services.env)}` };
    greet(listening.url, places, services);
    warmUp(server, services);
    await aborted(signal);
    terminal.err.write('Finishing what runs. Press Ctrl-C again to end at once.\n');
    await listening.stop(config.grace * 1000);
  } finally {
    await parts.converter.close();
    parts.mailer.close();
  }
}

function greet(url: string, places: { codes: string; keys: string }, { terminal }: Services): void {
  const { err, color } = terminal;
  const page = url.startsWith('http') ? ` Open it in a browser, or see ${url}/docs.` : '';
  err.write(`${color.err.bold(`docconv listens on ${url}`)}${page}\n`);
  err.write(`  codes  ${places.codes}\n`);
  err.write(`  keys   ${places.keys}\n`);
}

/** The first conversion is slow, so it is done before anybody waits for it; and a missing engine shows at once. */
function warmUp(server: Server, { terminal }: Services): void {
  server.readiness.probe().catch(thrown => {
    const { message } = toDocconvError(thrown);
    terminal.err.write(`${terminal.color.err.yellow('A trial conversion failed:')} ${message}\n`);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
