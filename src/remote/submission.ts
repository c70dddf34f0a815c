/**
 * Has a server convert documents. The server answers with the result if that is quick, and else with a job, whose end the
 * client waits for. After a lost connection the client goes on with the same job, by its id or its Idempotency-Key.
 */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { DocconvError } from '../errors.js';
import { pause } from '../system/deferred.js';
import { Stopwatch } from '../system/stopwatch.js';
import { isInterruption, isUnreachable, ResponseError } from './errors.js';
import type { Answer, Exchange } from './exchange.js';
import type { Form } from './form.js';
import { idOfResult, type RemoteJob, type RemoteJobs } from './jobs.js';

export interface Work<Result> {
  path: string;
  form: Form;
  /** Of an answer with status 200. May be called again if it rejects because the connection was lost. */
  read(answer: Answer): Promise<Result>;
  /** Aborting it cancels the job. */
  signal?: AbortSignal | undefined;
  /** Receives how many jobs are queued before this one. */
  onQueued?: ((position: number) => void) | undefined;
}

export interface SubmissionTimes {
  /** Time for which the server may delay its answer to finish quick work. */
  waitSeconds: number;
  /** Time from a lost connection until the client gives up. */
  retryMs: number;
}

/**
 * With a longer wait, a client would learn the id of its job later, which it needs to cancel it and to show its position.
 */
const TIMES: SubmissionTimes = { waitSeconds: 2, retryMs: 5 * 60_000 };

const FAREWELL_MS = 5000;
const LONGEST_PAUSE_MS = 15_000;

export class Submission<Result> {
  readonly #idempotencyKey = randomUUID();
  #job: Pick<RemoteJob, 'id' | 'durable'> | null = null;
  /** Since the connection was lost; null while the job makes progress. */
  #lost: Stopwatch | null = null;
  /** Aborted at the end, to remove listeners. */
  readonly #over = new AbortController();

  constructor(
    private readonly exchange: Exchange,
    private readonly jobs: RemoteJobs,
    private readonly work: Work<Result>,
    private readonly times: SubmissionTimes = TIMES,
  ) {}

  async result(): Promise<Result> {
    return this.#persist(() => this.#attempt()).catch(async thrown => {
      if (this.work.signal?.aborted) throw await this.#cancelled(thrown);
      if (this.#job && typeof statusOf(thrown) === 'number') await this.#forget(this.#job.id);
      throw thrown;
    });
  }

  /** Resolves to the job, for which the client does not wait. Rejects with REMOTE_REFUSED if the server has no jobs. */
  accepted(): Promise<RemoteJob> {
    return this.#persist(async () => {
      const answer = await this.#post('respond-async');
      if (answer.statusCode === 202) return this.jobs.accepted(answer);
      await buffer(answer.body);
      const ended = idOfResult(answer); // of a former attempt
      if (ended) return this.jobs.find(ended.id, this.work);
      throw new DocconvError('REMOTE_REFUSED.no-jobs');
    });
  }

  async #persist<Value>(attempt: () => Promise<Value>): Promise<Value> {
    try {
      for (;;) {
        try {
          return await attempt();
        } catch (thrown) {
          if (this.work.signal?.aborted || !(await this.#canRetry(thrown))) throw thrown;
        }
      }
    } finally {
      this.#over.abort();
    }
  }

  async #attempt(): Promise<Result> {
    const answer = this.#job === null ? await this.#begin() : null;
    const result = await this.work.read(answer ?? (await this.#end(this.#job!.id)));
    if (this.#job !== null) await this.#forget(this.#job.id);
    return result;
  }

  /** Resolves to null when the server needs more time. */
  async #begin(): Promise<Answer | null> {
    const answer = await this.#post(`respond-async, wait=${this.times.waitSeconds}`).catch(thrown => {
      if (thrown instanceof ResponseError) this.#job = idOfResult(thrown); // it failed already
      throw thrown;
    });
    const isLater = answer.statusCode === 202;
    this.#job = isLater ? await this.jobs.accepted(answer) : idOfResult(answer);
    if (this.work.signal?.aborted) throw new DocconvError('CANCELLED.plain');
    return isLater ? null : answer;
  }

  async #end(id: string): Promise<Answer> {
    const { signal } = this.work;
    await this.jobs.ended(id, { signal, onWaiting: job => this.#waits(job) });
    return this.jobs.answer(id, signal);
  }

  #waits({ status, position }: RemoteJob): void {
    this.#lost = null;
    if (status === 'queued' && typeof position === 'number') this.work.onQueued?.(position);
  }

  /** When the documents are with the server, aborting waits for the answer: it names the job to be cancelled. */
  async #post(prefer: string): Promise<Answer> {
    const { path, form, signal } = this.work;
    const posting = new AbortController();
    let isUnderway = false;
    const abort = () => {
      if (isUnderway) setTimeout(() => posting.abort(), FAREWELL_MS).unref();
      else posting.abort();
    };
    async function* body() {
      isUnderway = false;
      yield* form.body();
      isUnderway = true;
    }
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { signal: this.#over.signal });
    const headers = { ...form.headers, accept: '*/*', prefer, 'idempotency-key': this.#idempotencyKey };
    const call = { method: 'POST', path, headers, body, signal: posting.signal } as const;
    return this.exchange.send(call).finally(() => {
      isUnderway = false;
    });
  }

  /** Resolves when the server can be reached again, or when another attempt cannot help. */
  async #canRetry(thrown: unknown): Promise<boolean> {
    this.#lost ??= new Stopwatch();
    if (this.#leftMs(this.#lost) < 0) return false;
    if (this.#isLostJob(thrown)) {
      this.#job = null;
      return true;
    }
    const isLost = isInterruption(thrown) || (this.#job !== null && isUnreachable(thrown));
    return isLost && this.#reachesJobs(this.#lost);
  }

  /** Whether the server ended with the job in its memory. */
  #isLostJob(thrown: unknown): boolean {
    return this.#job?.durable === false && statusOf(thrown) === 404;
  }

  /** False for an older server, which would do the work twice. */
  async #reachesJobs(lost: Stopwatch): Promise<boolean> {
    const { signal } = this.work;
    for (let wait = 500; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      await pause(wait * (1 + Math.random() / 2), signal); // list() rejects then
      try {
        await this.jobs.list({ signal, maxRetryMs: Math.max(0, this.#leftMs(lost)) });
        return true;
      } catch (thrown) {
        if (!isUnreachable(thrown) || this.#leftMs(lost) < 0) return false;
      }
    }
  }

  #leftMs(lost: Stopwatch): number {
    return this.times.retryMs - lost.clock();
  }

  /** The error of the client, after the job was cancelled. */
  async #cancelled(cause: unknown): Promise<unknown> {
    if (this.#job === null) return cause;
    const { id } = this.#job;
    const isCancelled = await this.#forget(id);
    const options = { cause, detail: { job: id } };
    if (isCancelled) return new DocconvError('CANCELLED.with-job', {}, options);
    return new DocconvError('CANCELLED.without-job', { job: this.jobs.addressOf(id) }, options);
  }

  /** Otherwise the server would keep the result for other requests of this client. False if that failed. */
  #forget(id: string): Promise<boolean> {
    return this.jobs.cancel(id, AbortSignal.timeout(FAREWELL_MS)).then(
      () => true,
      thrown => statusOf(thrown) === 404 || statusOf(thrown) === 410, // removed or expired
    );
  }
}

function statusOf(thrown: unknown): unknown {
  return thrown instanceof DocconvError ? thrown.detail.status : undefined;
}
