/** The worker's side of the protocol: starts the domain's handler, answers requests one by one. */
import { writeSync } from 'node:fs';
import { DocconvError } from '../errors.js';
import { type FromWorker, failureOf, type Hello, PROTOCOL_VERSION, type ToWorker } from './protocol.js';
import { type OutgoingBlob, type Received, receive, send } from './worker-channel.js';

export { failureOf } from './protocol.js';
export type { OutgoingBlob } from './worker-channel.js';

export interface WorkerAnswer<Result> {
  /** JSON. */
  result: Result;
  blobs?: readonly OutgoingBlob[];
  /** Called when the answer was sent, for example to delete the files in `blobs`. */
  sent?(): void;
}

/**
 * `blobs` came with the request. `ready` resolves when the start is complete, and docconv knows it; a request that does not
 * need it is answered before. Throws a DocconvError when the request failed; any other error means that the worker is no
 * longer usable.
 */
export type RequestHandler<Body, Result> = (
  body: Body,
  blobs: Buffer[],
  ready: Promise<unknown>,
) => Promise<WorkerAnswer<Result>>;

export interface Started<Body, Result> {
  handle: RequestHandler<Body, Result>;
  /** The rest of the start, in which requests can be handled. Rejects when the worker is unusable. */
  ready?: Promise<unknown>;
}

/** Loads what the handler needs; called once. `blobs` came with the configuration. */
export type StartHandler<Config, Body, Result> = (
  config: Config,
  blobs: readonly Buffer[],
) => Promise<Started<Body, Result>>;

const STDERR = 2;

let isRetired = false;

/** Tells docconv, while a request is handled and the start is complete, that this process must not handle another one. */
export function retire(): void {
  if (!isRetired) reply({ type: 'last' });
  isRetired = true;
}

/** Tells docconv, once and before the start is complete, that it begins only now: requests before took their own time. */
export function tellInspected(): void {
  reply({ type: 'inspected' });
}

/** Thrown by a handler that has not begun the request: it needs a process that has done nothing else. */
export class NeedsNewProcess extends Error {}

/** Runs this process as a worker until its parent ends. */
export function runWorker<Config, Body, Result>(start: StartHandler<Config, Body, Result>): void {
  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    report(message);
    reply({ type: 'unusable', message });
    killSelf();
  };
  // Node would wait for the read of the pipe, which ends with docconv
  process.on('uncaughtException', fail).on('exit', killSelf);
  void serve(start, fail).catch(fail);
}

async function serve<Config, Body, Result>(
  start: StartHandler<Config, Body, Result>,
  fail: (error: unknown) => void,
): Promise<never> {
  let started: Required<Started<Body, Result>> | null = null;
  for (let message = await nextMessage(); ; ) {
    const next = nextMessage(); // while the request is handled, this notices that the parent has ended
    const content = message.header as unknown as ToWorker<Config, Body>;
    if (content.type === 'hello') {
      const { handle, ready } = await startHandler(content, message.blobs, start);
      if (ready) reply({ type: 'accepting' });
      started = { handle, ready: Promise.resolve(ready).then(() => reply({ type: 'ready' })) };
      started.ready.catch(fail); // before any handler gets the error, which could answer with it
    } else if (started) {
      await answer(started, content.body, message.blobs);
    }
    message = await next;
  }
}

async function answer<Body, Result>(
  { handle, ready }: Required<Started<Body, Result>>,
  body: Body,
  received: Buffer[],
): Promise<void> {
  try {
    const { result, blobs, sent } = await handle(body, received, ready);
    reply({ type: 'response', result }, blobs);
    sent?.();
  } catch (error) {
    if (error instanceof NeedsNewProcess) return reply({ type: 'unsuitable' });
    if (!(error instanceof DocconvError)) throw error;
    reply({ type: 'failure', failure: failureOf(error) });
  }
}

async function nextMessage(): Promise<Received> {
  return (await receive()) ?? killSelf();
}

const reply = (message: FromWorker, blobs?: readonly OutgoingBlob[]) => send(message, blobs);

async function startHandler<Config, Body, Result>(
  { version, config }: Hello<Config>,
  blobs: readonly Buffer[],
  start: StartHandler<Config, Body, Result>,
): Promise<Started<Body, Result>> {
  if (version !== PROTOCOL_VERSION)
    throw new Error(`protocol version ${version} expected, this worker has ${PROTOCOL_VERSION}: reinstall docconv`);
  return start(config, blobs);
}

/** On stderr: docconv may find the pipe broken while it sends a request, before it has read the reply. */
function report(message: string): void {
  try {
    writeSync(STDERR, `${message}\n`);
  } catch {} // full, or closed
}

/** LibreOffice can crash or hang in its exit handlers, natively as in WASM; SIGKILL runs none of them. */
function killSelf(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('killed');
}
