/** docconv's side of the protocol: a sandboxed worker process that is started, supervised and killed. */
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '../errors.js';
import { defer, pause } from '../system/deferred.js';
import { type Accept, Channel, type SentBlob } from './channel.js';
import { ANSWERS, REQUESTS } from './frame.js';
import {
  type Answer,
  acceptAnswer,
  acceptStart,
  EarlyRequest,
  type Hello,
  PROTOCOL_VERSION,
  type ToWorker,
} from './protocol.js';
import {
  capabilitiesFor,
  expectedCapabilitiesFor,
  explainStart,
  killGroup,
  type SandboxCapabilities,
  type Sandboxed,
} from './sandbox/index.js';
import { ProtocolError, readLines } from './schema.js';
import { duringStart, type UsageLimits, UsageWatch } from './usage/usage-watch.js';
import { malformed, startTimedOut, WorkerError } from './worker-error.js';
import { type Request, startNode, type WorkerSettings } from './worker-settings.js';

const START_TIMEOUT_MS = 60_000;
/** Bytes of the worker's stderr that are kept for error messages. V8's report of a full heap has up to 12 kB. */
const STDERR_TAIL = 16_384;
/** Bytes that a worker may write to stderr in all. */
const MAX_STDERR = 16 * 1024 ** 2;
/** Milliseconds between the end of a process and that of its pipes, which a process outside of its group may keep open. */
const LINGER_MS = 500;
/** Milliseconds in which a worker without a pipe ends; the kernel needs some of them where it used much memory. */
const CLOSED_MS = 5_000;

export class WorkerProcess<Body> {
  /** Resolves when the process has ended, its group was killed and its private folder was removed. */
  readonly ended: Promise<void>;
  /** Resolves when the process has ended: requests need not wait for the removal of what a document has left. */
  readonly #exited: Promise<void>;
  readonly #process: ChildProcess;
  readonly #channel: Channel;
  readonly #failures: ReadonlySet<ErrorCode>;
  readonly #watch: UsageWatch;
  #ready: Promise<unknown> = Promise.resolve();
  #isReady = false;
  readonly #early = new EarlyRequest();
  /** Resolves, before `ready`, when the worker says that it starts from now on. */
  readonly inspected: Promise<void> = this.#early.inspected;
  #endLimits = () => {};
  /** Resolved with the worker's message that it takes no further request. */
  readonly #last = defer<void>();
  #isLast = false;
  #stderr = '';
  /** Why the worker cannot be used any more. */
  #failure: unknown = null;

  /**
   * Resolves when the worker accepts a request. Rejects with a WorkerError, whose message says what keeps it from starting,
   * or the signal's reason. What the system offers for the sandbox is probed only when the start in the expected one fails:
   * the worker has not received any document yet.
   */
  static async start<Config, Body>(
    settings: WorkerSettings<Config>,
    signal: AbortSignal,
  ): Promise<WorkerProcess<Body>> {
    const { sandbox, workspace } = settings;
    let capabilities = expectedCapabilitiesFor(sandbox, workspace.parent);
    const explain = async (error: unknown) => {
      throw await explainStart(error, capabilities, settings, (tried, startMs) =>
        WorkerProcess.#starts(tried, { ...settings, startMs }, signal),
      );
    };
    const startAgain = (error: unknown) => {
      if (!(error instanceof WorkerError) || error.reason === 'unusable') throw error;
      const expected = capabilities;
      capabilities = capabilitiesFor(sandbox, workspace.parent);
      if (isDeepStrictEqual(capabilities, expected)) throw error;
      return WorkerProcess.#startWith<Config, Body>(capabilities, settings, signal);
    };
    const first = WorkerProcess.#startWith<Config, Body>(capabilities, settings, signal);
    const worker = await first.catch(startAgain).catch(explain);
    worker.#ready = worker.#ready.catch(explain);
    worker.#ready.catch(() => {}); // not everyone who starts a worker waits for it
    return worker;
  }

  /** Whether a worker without any document starts with these capabilities. */
  static async #starts(capabilities: SandboxCapabilities, settings: WorkerSettings<unknown>, signal: AbortSignal) {
    try {
      const worker = await WorkerProcess.#startWith(capabilities, settings, signal);
      signal.addEventListener('abort', () => void worker.stop(), { once: true });
      return await worker.#ready.then(() => true).finally(() => worker.stop());
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }

  static async #startWith<Config, Body>(
    capabilities: SandboxCapabilities,
    settings: WorkerSettings<Config>,
    signal: AbortSignal,
  ): Promise<WorkerProcess<Body>> {
    const sandboxed = await startNode(settings, capabilities);
    const worker = new WorkerProcess<Body>(sandboxed, settings.failures);
    const { startMs = START_TIMEOUT_MS } = settings;
    const timer = setTimeout(() => worker.#fail(startTimedOut(startMs)), startMs);
    const hello: Hello<Config> = { type: 'hello', version: PROTOCOL_VERSION, config: settings.config };
    const first = worker.#exchange(hello, settings.blobs, signal, () => worker.#receiveStart(acceptStart));
    worker.#ready = first.then(({ type }) => (type === 'ready' ? null : worker.#completeStart()));
    const isReady = worker.#ready.then(() => {
      worker.#isReady = true;
      if (!worker.#early.isPending) worker.#endLimits();
    });
    isReady.catch(() => {}).finally(() => clearTimeout(timer));
    // stop() also removes its files: the workspace may be closed after this error
    await first.catch(error => worker.stop().then(() => Promise.reject(error)));
    return worker;
  }

  private constructor(
    { child, usage, exceededMemory, dispose, ...counts }: Sandboxed,
    failures: ReadonlySet<ErrorCode>,
  ) {
    this.#process = child;
    this.#failures = failures;
    this.#channel = new Channel(child.stdio[ANSWERS] as Readable, child.stdio[REQUESTS] as Writable, {
      violation: error => this.#fail(malformed(error)),
      closed: () => later(CLOSED_MS, () => this.#fail(malformed(new Error('closed its pipe')))),
    });
    const ended = new AbortController();
    // Node may tell of the end of a pipe after that of the process: a timer would then keep this process alive
    const later = (ms: number, act: () => void) => pause(ms, ended.signal).then(() => ended.signal.aborted || act());
    child.on('error', error => this.#fail(new WorkerError('crashed', error.message)));
    this.#readStderr(child.stderr);
    this.#watch = new UsageWatch(
      usage,
      ({ reason, message, ...amount }) => this.#fail(new WorkerError(reason, message, amount)),
      counts,
    );
    child.once('exit', () => {
      killGroup(child); // a child of its own would keep the pipes open
      later(LINGER_MS, () => child.stdio.forEach(stream => void stream?.destroy()));
    });
    this.#exited = new Promise(resolve => {
      child.once('close', (code, killer) => {
        ended.abort();
        this.#watch.stop();
        const max = exceededMemory();
        if (max > 0) this.#fail(new WorkerError('memory', 'memory limit', { actual: max, max }));
        const how = `the worker ended with ${killer ?? `code ${code}`}: ${readLines(this.#stderr.trim(), STDERR_TAIL) || 'no message'}`;
        this.#fail(new WorkerError(this.#channel.unread ? 'unread' : 'crashed', how));
        resolve();
      });
    });
    this.ended = this.#exited.then(dispose);
  }

  /** Resolves when the worker's start is complete, before which it takes requests. Rejects with a WorkerError. */
  get ready(): Promise<unknown> {
    return this.#ready;
  }

  /** Resolves, while a request runs, when the worker says that it takes no further one. */
  get last(): Promise<void> {
    return this.#last.promise;
  }

  get usable(): boolean {
    return this.#failure === null && !this.#isLast;
  }

  /** Bytes when the last request began or ended; zero where it is unknown. */
  get memory(): number {
    return this.#watch.memory;
  }

  /**
   * Sends one request; there is never more than one at a time. Rejects with the DocconvError of a failed request, or,
   * when the process is gone, with a WorkerError or the signal's reason.
   */
  async request<Result>({ body, blobs, accept, signal, limits }: Request<Body, Result>): Promise<Result> {
    this.#endLimits = this.#watch.begin(limits && (this.#isReady ? limits : duringStart(limits)));
    try {
      const accepted = acceptAnswer(this.#failures, accept);
      const answer = await this.#exchange({ type: 'request', body }, blobs, signal, async () => {
        const early = this.#isReady ? null : await this.#answerDuringStart(accepted, limits);
        return early ?? this.#receiveAnswer(accepted);
      });
      if (answer.type === 'response') return answer.result;
      if (answer.type === 'failure') throw answer.error;
      if (answer.type === 'unsuitable')
        throw await this.#end(new WorkerError('unsuitable', 'the job needs a new process'));
      if (answer.type === 'unusable') throw await this.#end(new WorkerError('crashed', answer.message));
      throw await this.#end(malformed(new Error(`"${answer.type}" instead of an answer`)));
    } finally {
      if (this.#isReady) this.#endLimits(); // the rest of a start may take what it needs
    }
  }

  /** Null when the start was complete before: from then on the limits of the request are complete. */
  async #answerDuringStart<Result>(
    accept: Accept<Answer<Result>>,
    limits?: UsageLimits,
  ): Promise<Answer<Result> | null> {
    const answer = await Promise.race([this.#early.begin(accept), this.ready.then(() => null)]);
    this.#early.end(answer);
    if (answer === null) this.#endLimits = this.#watch.begin(limits);
    return answer;
  }

  /** Kills the process and all that it started; resolves when they have ended and what they left is removed. */
  stop(): Promise<void> {
    this.#fail(new WorkerError('stopped', 'the worker was stopped'));
    return this.ended;
  }

  /** Sends a message and awaits what follows; aborting kills the process meanwhile. */
  async #exchange<Message>(
    message: ToWorker<unknown, Body>,
    blobs: readonly SentBlob[] = [],
    signal: AbortSignal,
    answer: () => Promise<Message>,
  ): Promise<Message> {
    const abort = () => this.#fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      if (this.#failure === null) this.#channel.send(message, blobs).catch(error => this.#fail(error));
      return await answer();
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async #completeStart(): Promise<void> {
    for (;;) {
      const answer = await this.#receiveStart(this.#early.accept);
      if (answer.type === 'ready') return;
      this.#early.take(answer);
    }
  }

  async #receiveStart(accept: Accept<Answer<unknown>>): Promise<Answer<unknown>> {
    // 'ready' follows, and then the answer to what was asked; a busy docconv reads them when they have come already
    const answer = await this.#receive(accept, ({ type }) => type !== 'ready' || this.#early.isPending);
    if (answer.type !== 'unusable') return answer;
    throw await this.#end(new WorkerError('unusable', answer.message));
  }

  async #receiveAnswer<Result>(accept: Accept<Answer<Result>>): Promise<Answer<Result>> {
    const answer = await this.#receive(accept, ({ type }) => type === 'last');
    if (answer.type !== 'last') return answer;
    this.#isLast = true;
    this.#last.resolve();
    return this.#receive(accept);
  }

  /** The next message. When the worker fails instead, this rejects after the process has ended. */
  async #receive<Message>(accept: Accept<Message>, isFollowed?: (message: Message) => boolean): Promise<Message> {
    const received = this.#channel.receive(accept, isFollowed).catch(error => {
      this.#fail(error instanceof ProtocolError ? malformed(error) : error);
      return null;
    });
    const message = await Promise.race([received, this.#exited.then(() => null)]);
    if (message !== null && this.#failure === null) return message;
    await this.#exited;
    throw this.#failure;
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
    await this.#exited;
    return this.#failure;
  }

  /** Kills the process group. The first error is the one that is reported. */
  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#channel.destroy();
    killGroup(this.#process);
  }
}
