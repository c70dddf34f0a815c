/** docconv's side of the protocol: a sandboxed worker process that is started, supervised and killed. */
import type { ChildProcess } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { DocconvError, type ErrorCode } from '../errors.js';
import { defer } from '../system/deferred.js';
import { type Accept, Channel } from './channel.js';
import { acceptAnswer, acceptReady, type Hello, PROTOCOL_VERSION, type ToWorker } from './protocol.js';
import {
  capabilitiesFor,
  expectedCapabilitiesFor,
  type SandboxCapabilities,
  type Sandboxed,
  type SandboxPolicy,
  startSandboxed,
} from './sandbox/index.js';
import { ProtocolError } from './schema.js';
import type { Usage } from './usage.js';
import { type UsageLimits, UsageWatch } from './usage-watch.js';
import type { Workspace } from './workspace.js';

export interface WorkerSettings<Config> {
  /** Absolute path of the file that Node runs in the worker, which calls runWorker(). */
  entry: string;
  /** MiB of V8's heap; by default that of Node. */
  heapLimit?: number;
  sandbox: SandboxPolicy;
  /** The whole environment; nothing of this process's is inherited. */
  environment: NodeJS.ProcessEnv;
  config: Config;
  /** Sent with the configuration. */
  blobs?: readonly Uint8Array[];
  /** Codes of the errors that this worker may report. */
  failures: ReadonlySet<ErrorCode>;
  workspace: Workspace;
}

export interface Request<Body, Result> {
  body: Body;
  blobs: readonly Uint8Array[];
  /** Validates the result, which is not trusted, and says where its blobs go. */
  accept: Accept<Result>;
  /** Aborting kills the worker: a call into an engine cannot be interrupted otherwise. */
  signal: AbortSignal;
  limits?: UsageLimits;
}

/**
 * 'unread': the worker ended before it read the whole request, which it has not begun; 'unusable': it reported that it
 * cannot start; 'malformed': it violated the protocol.
 */
export type WorkerErrorReason =
  | 'crashed'
  | 'unread'
  | 'unusable'
  | 'malformed'
  | 'start-timeout'
  | 'memory'
  | 'cpu'
  | 'processes'
  | 'disk'
  | 'stalled'
  | 'stopped';

/** Why a worker process ended. Each domain maps it to errors of its own. */
export class WorkerError extends Error {
  constructor(
    readonly reason: WorkerErrorReason,
    message: string,
    /** For 'memory' and 'disk' (bytes), 'cpu' (seconds) and 'processes'. */
    readonly usage: { actual: number; max: number } = { actual: 0, max: 0 },
  ) {
    super(message);
  }
}

/** The error for users of a 'malformed' worker. */
export function compromised(cause: WorkerError): DocconvError {
  const message =
    'The process that read this document violated the protocol with docconv, as if the document had taken control of it, and was ended. Do not open the document before its origin is clear.';
  return new DocconvError('WORKER_COMPROMISED', message, { cause });
}

const START_TIMEOUT_MS = 60_000;
/** Bytes of the worker's stderr that are kept for error messages. V8's report of a full heap has up to 12 kB. */
const STDERR_TAIL = 16_384;
/** Bytes that a worker may write to stderr in all. */
const MAX_STDERR = 16 * 1024 ** 2;
/** Milliseconds between the end of a process and that of its pipes, which a process outside of its group may keep open. */
const LINGER_MS = 500;

export class WorkerProcess<Body> {
  /** Resolves when the process has ended, its group was killed and its private folder was removed. */
  readonly ended: Promise<void>;
  /** Zero where it is unknown. */
  readonly usage: () => Usage;
  readonly #process: ChildProcess;
  readonly #channel: Channel;
  readonly #failures: ReadonlySet<ErrorCode>;
  readonly #watch: UsageWatch;
  #rejectAnswer: ((reason: unknown) => void) | null = null;
  #stderr = '';
  /** Why the worker cannot be used any more. */
  #failure: unknown = null;

  /**
   * Resolves when the worker is ready. Rejects with a WorkerError or the signal's reason. What the system offers for the
   * sandbox is probed only when the start in the expected one fails: the worker has not received any document yet.
   */
  static async start<Config, Body>(
    settings: WorkerSettings<Config>,
    signal: AbortSignal,
  ): Promise<WorkerProcess<Body>> {
    const { sandbox, workspace } = settings;
    const expected = expectedCapabilitiesFor(sandbox, workspace.parent);
    try {
      return await WorkerProcess.#startWith<Config, Body>(expected, settings, signal);
    } catch (error) {
      if (!(error instanceof WorkerError) || error.reason === 'unusable') throw error;
      const means = capabilitiesFor(sandbox, workspace.parent);
      if (isDeepStrictEqual(means, expected)) throw error;
      return WorkerProcess.#startWith(means, settings, signal);
    }
  }

  static async #startWith<Config, Body>(
    means: SandboxCapabilities,
    settings: WorkerSettings<Config>,
    signal: AbortSignal,
  ): Promise<WorkerProcess<Body>> {
    const sandboxed = await startNode(settings, means);
    const worker = new WorkerProcess<Body>(sandboxed, settings.failures);
    const timeout = () =>
      worker.#fail(new WorkerError('start-timeout', `not ready after ${START_TIMEOUT_MS / 1000} s`));
    const timer = setTimeout(timeout, START_TIMEOUT_MS);
    try {
      const hello: Hello<Config> = { type: 'hello', version: PROTOCOL_VERSION, config: settings.config };
      const answer = await worker.#exchange(hello, settings.blobs, acceptReady, signal);
      if (answer.type === 'unusable') throw await worker.#end(new WorkerError('unusable', answer.message));
      return worker;
    } finally {
      clearTimeout(timer);
    }
  }

  private constructor({ child, usage, exceededMemory, dispose }: Sandboxed, failures: ReadonlySet<ErrorCode>) {
    this.#process = child;
    this.usage = usage;
    this.#failures = failures;
    this.#channel = new Channel(child.stdio[PIPE] as Duplex, {
      violation: error => this.#fail(malformed(error)),
      closed: () => lingering.push(setTimeout(() => this.#fail(malformed(new Error('closed its pipe'))), LINGER_MS)),
    });
    const lingering: NodeJS.Timeout[] = [];
    child.on('error', error => this.#fail(new WorkerError('crashed', error.message)));
    this.#readStderr(child.stderr);
    this.#watch = new UsageWatch(usage, ({ reason, message, ...amount }) =>
      this.#fail(new WorkerError(reason, message, amount)),
    );
    child.once('exit', () => {
      killGroup(child); // a child of its own would keep the pipes open
      lingering.push(setTimeout(() => this.#closePipes(), LINGER_MS));
    });
    this.ended = new Promise(resolve => {
      child.once('close', (code, killer) => {
        for (const timer of lingering) clearTimeout(timer);
        this.#watch.stop();
        const max = exceededMemory();
        if (max > 0) this.#fail(new WorkerError('memory', 'memory limit', { actual: max, max }));
        const how = `the worker ended with ${killer ?? `code ${code}`}: ${this.#stderr.trim() || 'no message'}`;
        this.#fail(new WorkerError(this.#channel.unread ? 'unread' : 'crashed', how));
        resolve(dispose());
      });
    });
  }

  get usable(): boolean {
    return this.#failure === null;
  }

  /**
   * Sends one request; there is never more than one at a time. Rejects with the DocconvError of a failed request, or,
   * when the process is gone, with a WorkerError or the signal's reason.
   */
  async request<Result>({ body, blobs, accept, signal, limits }: Request<Body, Result>): Promise<Result> {
    const stopWatching = this.#watch.begin(limits);
    try {
      const accepted = acceptAnswer(this.#failures, accept);
      const answer = await this.#exchange({ type: 'request', body }, blobs, accepted, signal);
      if (answer.type === 'response') return answer.result;
      if (answer.type === 'failure') throw answer.error;
      throw await this.#end(new WorkerError('crashed', answer.type === 'unusable' ? answer.message : answer.type));
    } finally {
      stopWatching();
    }
  }

  /** Kills the process and all that it started; resolves when they have ended. */
  async stop(): Promise<void> {
    await this.#end(new WorkerError('stopped', 'the worker was stopped'));
  }

  /** The answer to a message. When the worker fails instead, this rejects after the process has ended. */
  async #exchange<Message>(
    message: ToWorker<unknown, Body>,
    blobs: readonly Uint8Array[] = [],
    accept: Accept<Message>,
    signal: AbortSignal,
  ): Promise<Message> {
    const answer = defer<Message>();
    this.#rejectAnswer = answer.reject;
    const abort = () => this.#fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      if (this.#failure !== null) answer.reject(this.#failure);
      else this.#channel.send(message, blobs);
      const receive = async () => {
        const received = await this.#channel.receive(accept);
        if (received !== null) answer.resolve(received); // else the end of the process rejects it
      };
      receive().catch(error => this.#fail(error instanceof ProtocolError ? malformed(error) : error));
      const received = await answer.promise;
      if (this.#failure !== null) throw this.#failure;
      return received;
    } catch (error) {
      if (this.#failure !== null) await this.ended;
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#rejectAnswer = null;
    }
  }

  #readStderr(stream: Readable | null): void {
    let total = 0;
    stream?.on('data', (chunk: Buffer) => {
      total += chunk.length;
      this.#stderr = (this.#stderr + chunk.toString('latin1')).slice(-STDERR_TAIL);
      if (total > MAX_STDERR) this.#fail(malformed(new Error('too much on stderr')));
    });
  }

  /** Kills the process; resolves to the first error when it has ended. */
  async #end(error: WorkerError): Promise<unknown> {
    this.#fail(error);
    await this.ended;
    return this.#failure;
  }

  /** Kills the process group. The first error is the one that is reported. */
  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#rejectAnswer?.(this.#failure);
    this.#channel.destroy();
    killGroup(this.#process);
  }

  #closePipes(): void {
    for (const stream of this.#process.stdio) stream?.destroy();
  }
}

/** The descriptor of the pipe in the worker (frame.ts). */
const PIPE = 3;

function malformed({ message }: Error): WorkerError {
  return new WorkerError('malformed', `the worker violated the protocol: ${message}`);
}

function startNode(settings: WorkerSettings<unknown>, means: SandboxCapabilities): Promise<Sandboxed> {
  const { entry, heapLimit, sandbox, environment, workspace } = settings;
  const args = [...(heapLimit ? [`--max-old-space-size=${heapLimit}`] : []), entry];
  return startSandboxed(process.execPath, args, sandbox, { environment, workspace, means });
}

/** Kills a process that was started with `detached`, and all that it started. */
function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (!pid) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // the group has ended, or the system has no process groups
  }
}
