/** docconv's side of the protocol: a sandboxed worker process that is started, supervised and killed. */
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { type Deferred, defer } from '../system/deferred.js';
import { type Channel, channelOf, errorOf, type FromWorker, PROTOCOL_VERSION, type ToWorker } from './protocol.js';
import { type Sandboxed, type SandboxPolicy, startSandboxed } from './sandbox/index.js';
import { NO_USAGE, type Usage, type UsageLimits, usageOf, watchUsage } from './usage.js';
import type { Workspace } from './workspace.js';

export interface WorkerSettings<Config> {
  /** Absolute path of the file that Node runs in the worker, which calls runWorker(). */
  entry: string;
  /** MiB of V8's heap; by default that of Node. */
  heapLimit?: number;
  sandbox: SandboxPolicy;
  /** The whole environment; nothing of this process's is inherited. */
  environment: NodeJS.ProcessEnv;
  /** 'pipe' where requests have an `input`. */
  stdin: 'pipe' | 'ignore';
  config: Config;
  workspace: Workspace;
}

export interface RequestOptions {
  /** Aborting kills the worker: a call into an engine cannot be interrupted otherwise. */
  signal: AbortSignal;
  /** Written to the worker's standard input. */
  input?: Uint8Array;
  limits?: UsageLimits;
}

/** 'unusable': the worker reported that it cannot start. */
export type WorkerErrorReason = 'crashed' | 'unusable' | 'start-timeout' | 'memory' | 'cpu' | 'stalled' | 'stopped';

/** Why a worker process ended. Each domain maps it to errors of its own. */
export class WorkerError extends Error {
  constructor(
    readonly reason: WorkerErrorReason,
    message: string,
    /** For 'memory' (bytes) and 'cpu' (seconds). */
    readonly usage: { actual: number; max: number } = { actual: 0, max: 0 },
  ) {
    super(message);
  }
}

const START_TIMEOUT_MS = 60_000;
/** Bytes of the worker's stderr that are kept for error messages. V8's report of a full heap has up to 12 kB. */
const STDERR_TAIL = 16_384;

export class WorkerProcess<Body, Result> {
  /** Resolves when the process has ended and its group was killed. */
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #channel: Channel<ToWorker<unknown, Body>, FromWorker<Result>>;
  #answer: Deferred<FromWorker<Result>> | null = null;
  #stderr = '';
  /** Why the worker cannot be used any more. */
  #failure: unknown = null;

  /** Resolves when the worker is ready. Rejects with a WorkerError or the signal's reason. */
  static async start<Config, Body, Result>(
    settings: WorkerSettings<Config>,
    signal: AbortSignal,
  ): Promise<WorkerProcess<Body, Result>> {
    const sandboxed = await startNode(settings);
    const worker = new WorkerProcess<Body, Result>(sandboxed);
    const timeout = () =>
      worker.#fail(new WorkerError('start-timeout', `not ready after ${START_TIMEOUT_MS / 1000} s`));
    const timer = setTimeout(timeout, START_TIMEOUT_MS);
    try {
      const { confinement } = sandboxed;
      await worker.#send({ type: 'hello', version: PROTOCOL_VERSION, confinement, config: settings.config }, signal);
      return worker;
    } finally {
      clearTimeout(timer);
    }
  }

  private constructor(sandboxed: Sandboxed) {
    this.#process = sandboxed.child;
    this.#channel = channelOf(this.#process);
    this.#channel.onMessage(message => this.#answer?.resolve(message));
    this.#process.on('error', error => this.#fail(new WorkerError('crashed', error.message)));
    this.#process.stdin?.on('error', () => {}); // the process has ended, which 'close' reports
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('latin1')).slice(-STDERR_TAIL);
    });
    this.#process.once('exit', () => killGroup(this.#process)); // a child of its own would keep stderr open
    this.ended = new Promise(resolve => {
      this.#process.once('close', (code, killer) => {
        const how = `the worker ended with ${killer ?? `code ${code}`}: ${this.#stderr.trim() || 'no message'}`;
        this.#fail(new WorkerError('crashed', how));
        resolve(sandboxed.dispose());
      });
    });
  }

  get usable(): boolean {
    return this.#failure === null;
  }

  /** Zero where it is unknown. */
  usage(): Usage {
    return this.#process.pid ? usageOf(this.#process.pid) : NO_USAGE;
  }

  /**
   * Sends one request; there is never more than one at a time. Rejects with the DocconvError of a failed request, or,
   * when the process is gone, with a WorkerError or the signal's reason.
   */
  async request(body: Body, { signal, input, limits }: RequestOptions): Promise<Result> {
    const stopWatching = limits && this.#watch(limits);
    try {
      const answer = await this.#send({ type: 'request', body }, signal, input);
      if (answer.type === 'failure') throw errorOf(answer);
      return (answer as { result: Result }).result;
    } finally {
      stopWatching?.();
    }
  }

  /** Kills the process and all that it started; resolves when they have ended. */
  async stop(): Promise<void> {
    this.#fail(new WorkerError('stopped', 'the worker was stopped'));
    await this.ended;
  }

  /** The answer to a message. When the worker fails instead, this rejects after the process has ended. */
  async #send(message: ToWorker<unknown, Body>, signal: AbortSignal, input?: Uint8Array): Promise<FromWorker<Result>> {
    const answer = defer<FromWorker<Result>>();
    this.#answer = answer;
    const abort = () => this.#fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      if (this.#failure !== null) answer.reject(this.#failure);
      else this.#channel.send(message, error => error && this.#fail(new WorkerError('crashed', error.message)));
      if (input) this.#process.stdin?.write(input);
      const received = await answer.promise;
      if (received.type === 'unusable') {
        const reason = message.type === 'hello' ? 'unusable' : 'crashed';
        this.#fail(new WorkerError(reason, received.message));
      }
      if (this.#failure !== null) throw this.#failure;
      return received;
    } catch (error) {
      await this.ended;
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#answer = null;
    }
  }

  #watch(limits: UsageLimits): () => void {
    return watchUsage(
      () => this.usage(),
      limits,
      ({ reason, message, ...usage }) => this.#fail(new WorkerError(reason, message, usage)),
    );
  }

  /** Kills the process group. The first error is the one that is reported. */
  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#answer?.reject(this.#failure);
    killGroup(this.#process);
  }
}

function startNode(settings: WorkerSettings<unknown>): Promise<Sandboxed> {
  const { entry, heapLimit, sandbox, environment, stdin, workspace } = settings;
  const args = [...(heapLimit ? [`--max-old-space-size=${heapLimit}`] : []), entry];
  const stdio: StdioOptions = [stdin, 'ignore', 'pipe', 'ipc'];
  return startSandboxed(process.execPath, args, sandbox, { environment, workspace, stdio });
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
