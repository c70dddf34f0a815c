/** The worker's side of the protocol: confines the process, starts the domain's handler, answers requests one by one. */
import { DocconvError } from '../errors.js';
import { channelOf, type FromWorker, failureOf, type Hello, PROTOCOL_VERSION, type ToWorker } from './protocol.js';
import { confine } from './sandbox/index.js';

/** Throws a DocconvError when the request failed; any other error means that the worker is no longer usable. */
export type RequestHandler<Body, Result> = (body: Body) => Promise<Result>;

/** Runs this process as a worker until its parent ends. `start` is called once and may load what the handler needs. */
export function runWorker<Config, Body, Result>(
  start: (config: Config) => Promise<RequestHandler<Body, Result>>,
): void {
  const channel = channelOf<FromWorker<Result>, ToWorker<Config, Body>>(process);
  let handle: RequestHandler<Body, Result> | null = null;
  channel.onClose(killSelf);
  channel.onMessage(async message => {
    try {
      if (message.type === 'hello') {
        handle = await startConfined(message, start);
        channel.send({ type: 'ready' });
      } else if (handle) {
        channel.send({ type: 'response', result: await handle(message.body) });
      }
    } catch (error) {
      if (handle && error instanceof DocconvError) return channel.send(failureOf(error));
      channel.send({ type: 'unusable', message: error instanceof Error ? error.message : String(error) }, killSelf);
    }
  });
}

async function startConfined<Config, Handler>(
  { version, confinement, config }: Hello<Config>,
  start: (config: Config) => Promise<Handler>,
): Promise<Handler> {
  if (version !== PROTOCOL_VERSION) {
    throw new Error(`protocol version ${version} expected, this worker has ${PROTOCOL_VERSION}: reinstall docconv`);
  }
  if (confinement) await confine(confinement);
  return start(config);
}

/** LibreOffice can crash or hang in its exit handlers, natively as in WASM; SIGKILL runs none of them. */
function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}
