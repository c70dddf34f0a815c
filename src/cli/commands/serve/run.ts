/** Runs a server until SIGTERM or Ctrl-C. */
import { once } from 'node:events';
import type { Command } from 'commander';
import { type Config, docconvHome, loadConfig, refuseRemovedSettings } from '../../../config/index.js';
import { toDocconvError } from '../../../errors.js';
import type { ConversionProbe, Listening, Role, Server, ServerServices } from '../../../http/index.js';
import { limitsByKernel } from '../../../isolation/index.js';
import { type Deferred, defer } from '../../../system/deferred.js';
import type { Context, Terminal } from '../../context.js';
import { EXIT } from '../../exit.js';
import { addTrustOption, type TrustOptions } from '../../input/trust.js';
import type { Store } from '../../store.js';
import type { givenSettings } from './flags.js';
import { type LocalServices, openLocalServices, openServerServices } from './server-services.js';
import { type Addresses, createWaiting, openStoreOrWait, type Waiting } from './waiting.js';
import { warn } from './warn.js';

export interface ServerOptions extends TrustOptions {
  config?: string;
}

export function addServerOptions(command: Command): void {
  command.option('--config <file>', 'config file to use instead of the default one');
  addTrustOption(command);
}

/** Throws CONFIG_INVALID. */
export function loadServerConfig(
  { config }: ServerOptions,
  flags: ReturnType<typeof givenSettings>,
  { env }: Context,
): Config {
  const sources = { env, file: config };
  refuseRemovedSettings(sources);
  return loadConfig({ ...sources, flags }).values;
}

export async function runServer(config: Config, role: Role, trust: TrustOptions, context: Context): Promise<void> {
  context.goesOnWithoutOutput = true;
  const local = await openLocalServices(config, role, trust, context);
  const waiting = createWaiting(local.settings, addressesOf(config), context);
  const log = defer<Log>();
  try {
    if (role !== 'api') await local.converter.requireIsolation();
    startEngine(local, log.promise);
    const store = await openStoreOrWait(config, waiting, context.signal);
    if (store === null && context.signal.aborted) context.finishedAfterSignal = true;
    else await serve(store, { local, waiting, config, role, log }, context);
  } finally {
    await waiting.close();
    await local.converter.close();
    await local.signing?.close();
    local.mailer.close();
  }
}

type Log = Server['app']['log'];

interface Parts {
  local: LocalServices;
  waiting: Waiting;
  config: Config;
  role: Role;
  log: Deferred<Log>;
}

async function serve(
  store: Store | null,
  { local, waiting, config, role, log }: Parts,
  context: Context,
): Promise<void> {
  const { terminal, env, signal } = context;
  const { buildServer, listen } = await import('../../../http/index.js'); // fastify takes 100 ms
  const parts = await openServerServices(local, store, config, env);
  try {
    const server = await buildServer(parts, terminal.stdout);
    log.resolve(server.app.log);
    const { address, metrics } = await waiting.close();
    const listening = await listen(server, address, metrics);
    if (parts.trust?.note) warn(parts.trust.note, context);
    printAddress(listening, describe(listening, { ...parts, role, config, env }), terminal);
    if (store) warnOfClock(store, context).catch(() => {}); // /readyz tells that the store does not answer
    parts.blobs?.check().catch(thrown => warn(toDocconvError(thrown).message, context));
    probeConversion(parts.probe, context);
    if (!signal.aborted) await once(signal, 'abort');
    terminal.err.write('Waiting for running requests. Press Ctrl-C again to exit at once.\n');
    exitInTime(config.grace, context);
    context.finishedAfterSignal = await listening.stop(config.grace * 1000);
  } finally {
    await parts.keys.close();
    await store?.close();
  }
}

function addressesOf({ host, port, socket, metricsHost, metricsPort }: Config): Addresses {
  return {
    address: socket === null ? { host, port } : { socket },
    metrics: metricsPort === null ? null : { host: metricsHost, port: metricsPort },
  };
}

/** Beyond the setting `grace`; deploy/ has the sum as the limit of supervisors. */
const CLOSE_SECONDS = 10;

/** Ends the process when the shutdown takes longer: connections to a database that does not answer keep a process alive. */
function exitInTime(graceSeconds: number, { terminal }: Context): void {
  const seconds = graceSeconds + CLOSE_SECONDS;
  const exit = () => {
    terminal.err.write(
      `docconv: The shutdown is not complete after ${seconds} s: the database or a document does not answer. Exit without waiting for it. Jobs that were running begin again.\n`,
    );
    process.exit(EXIT.terminated);
  };
  setTimeout(exit, seconds * 1000).unref(); // the process may end before
}

type Urls = Pick<Listening, 'url' | 'metricsUrl'>;

function printAddress(addresses: Urls, lines: readonly string[], { err, color }: Terminal): void {
  err.write(`${color.err.bold(`docconv listens on ${addresses.url}`)}\n`);
  for (const line of lines) err.write(`  ${line}\n`);
}

interface Described extends Pick<ServerServices, 'converter' | 'mailer'> {
  role: Role;
  config: Config;
  env: NodeJS.ProcessEnv;
}

/** What is served, and where things go. */
function describe({ url, metricsUrl }: Urls, { role, converter, mailer, config, env }: Described): string[] {
  const metrics = metricsUrl === null ? [] : [`metrics on ${metricsUrl}`];
  const limits = role === 'api' || limitsByKernel() ? [] : [isMeasured ? NOT_LIMITED : NOT_MEASURED];
  if (role === 'work')
    return ['health /healthz and /readyz', ...metrics, `jobs   of the store, ${converter.workers} at once`, ...limits];
  const advice =
    config.smtpHost === null ? ': only users who can read that folder get a key. Set smtpHost to send mail.' : '';
  return [
    ...(url.startsWith('http') ? [`page   ${url}/, API documentation: ${url}/docs`] : []),
    ...metrics,
    ...(role === 'api' ? ['jobs   all documents wait for docconv work'] : []),
    `codes  ${mailer.where}${advice}`,
    `keys   in ${config.store === null ? docconvHome(env).data : 'the store'}`,
    ...limits,
  ];
}

const isMeasured = process.platform === 'linux';
const NOT_MEASURED = 'limits the memory of workers is neither measured nor limited on this system';
const NOT_LIMITED =
  'limits the memory of workers is measured, and the kernel does not limit it: docconv doctor says what does';

async function warnOfClock(store: Store, context: Context): Promise<void> {
  const { warning } = await store.clockSkew();
  if (warning) warn(warning, context);
}

/** While the modules of the service are loaded, which takes as long. The test conversion after the start reports a fault. */
function startEngine({ converter, probe }: LocalServices, log: Promise<Log>): void {
  converter.onEngineSkipped(async ({ message, detail }, used) =>
    (await log).warn({ engine: detail.engine, used, reason: message }, 'an engine does not start, another one is used'),
  );
  probe?.run().catch(() => {});
}

/** Shows at once whether an engine works. */
function probeConversion(probe: ConversionProbe | null, { terminal, signal }: Context): void {
  probe?.run().catch(thrown => {
    if (signal.aborted) return; // stopped before the conversion was finished
    const { message } = toDocconvError(thrown);
    terminal.err.write(`${terminal.color.err.yellow('The test conversion failed:')} ${message}\n`);
  });
}
