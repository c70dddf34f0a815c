/** The jobs of a server: conversions and verifications for which no client has to wait. */
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pause } from '../system/deferred.js';
import { fittingName } from '../system/files/long-names.js';
import { fileNameIn } from '../system/formats/content-disposition.js';
import { Stopwatch } from '../system/stopwatch.js';
import { singleLine } from '../text.js';
import { unreadableAnswer } from './errors.js';
import type { Answer, Exchange } from './exchange.js';
import { pagesOf } from './pages.js';
import type { Call, RemoteDelivery } from './webhooks.js';

/** As the server describes it; there may be further members. */
export interface RemoteJob {
  id: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  kind: 'convert' | 'verify';
  /** How many jobs are queued before this one. */
  position?: number;
  /** False: the job is lost when the server ends. */
  durable: boolean;
  /** Begun; absent for servers of earlier versions, as the other optional members. */
  attempts?: number;
  /** Of the PDF, where they are known. */
  pages?: number;
  createdAt: string;
  startedAt?: string | null;
  endedAt: string | null;
  /** When the server removes the result; null before the job has ended. */
  expiresAt: string | null;
  /** Of a job that failed. */
  problem?: { code: string; detail: string };
  webhookDelivery?: RemoteDelivery | null;
}

interface Waiting extends Call {
  /** Called with each answer that says that the job has not ended. */
  onWaiting?: ((job: RemoteJob) => void) | undefined;
}

/** Short, so that the position in the queue is shown as it changes. */
const POLL_SECONDS = 10;
/** For servers that answer at once. */
const SHORTEST_POLL_MS = 1000;

const PATH = '/v1/jobs';
/** The address of a job: of its server, and its id. */
const ADDRESS = /^(.+)\/v1\/jobs\/([\w-]{1,128})$/;

export class RemoteJobs {
  constructor(
    private readonly server: string,
    private readonly exchange: Exchange,
  ) {}

  addressOf(id: string): string {
    return `${this.server}${PATH}/${id}`;
  }

  /** The newest first. @param status null: any */
  async *all(status: string | null, { signal }: Call = {}): AsyncGenerator<RemoteJob> {
    for await (const job of pagesOf(PATH, 'jobs', status, this.exchange, signal)) yield this.#described(job);
  }

  /** Some of the newest. Rejects with detail.status 404 if the server has no jobs: it is older. */
  async list(call: Call & { maxRetryMs?: number } = {}): Promise<RemoteJob[]> {
    const { jobs } = await this.exchange.ask<{ jobs?: unknown }>({ method: 'GET', path: PATH, ...call });
    if (Array.isArray(jobs)) return jobs.map(job => this.#described(job));
    throw unreadableAnswer(this.server);
  }

  /** `wait`: seconds that the server may wait for the end of the job. */
  async find(id: string, { wait = 0, signal }: Call & { wait?: number } = {}) {
    const headers = wait > 0 ? { prefer: `wait=${wait}` } : {};
    return this.#described(await this.exchange.ask({ method: 'GET', path: pathOf(id), headers, signal }));
  }

  /** Resolves to the job when it has ended, however it ended. */
  async ended(id: string, { signal, onWaiting }: Waiting = {}): Promise<RemoteJob> {
    for (;;) {
      const asked = new Stopwatch();
      const job = await this.find(id, { wait: POLL_SECONDS, signal });
      if (job.status !== 'queued' && job.status !== 'running') return job;
      onWaiting?.(job);
      const left = SHORTEST_POLL_MS - asked.clock();
      if (left > 0) await pause(left, signal); // the next request rejects
    }
  }

  /** The answer that a client would have got that waited: the document, or the error of the same operation here. */
  answer(id: string, signal?: AbortSignal): Promise<Answer> {
    return this.exchange.send({ method: 'GET', path: `${pathOf(id)}/result`, headers: { accept: '*/*' }, signal });
  }

  /** `name`: a file name, which the server suggests. Several images are one archive. */
  async result(id: string, signal?: AbortSignal): Promise<{ name: string; content: AsyncIterable<Uint8Array> }> {
    const { headers, body } = await this.answer(id, signal);
    return { name: suggestedName(String(headers['content-disposition'])) ?? id, content: body };
  }

  /** Cancels the job; one that has ended is removed with its result. */
  async cancel(id: string, signal?: AbortSignal): Promise<void> {
    const { body } = await this.exchange.send({ method: 'DELETE', path: pathOf(id), signal });
    await buffer(body);
  }

  /** The job that a server has accepted. */
  async accepted(answer: Answer): Promise<RemoteJob> {
    return this.#described(await answer.json());
  }

  #described(value: unknown): RemoteJob {
    const job = value as RemoteJob | null;
    if (typeof job?.id === 'string' && /^[\w-]{1,128}$/.test(job.id) && typeof job.status === 'string') return job;
    throw unreadableAnswer(this.server);
  }
}

/** Without folders, and no hidden file. */
function suggestedName(disposition: string): string | null {
  const safe = singleLine(basename((fileNameIn(disposition) ?? '').replaceAll('\\', '/')), MAX_NAME).replace(
    /^\.+/,
    '',
  );
  return safe === '' || safe === '-' ? null : fittingName(safe);
}

/** In characters, of what is read of a header. */
const MAX_NAME = 1000;

/** The job whose result, or failure, an answer is; null if a server has no jobs. */
export function idOfResult({ headers }: Pick<Answer, 'headers'>): Pick<RemoteJob, 'id' | 'durable'> | null {
  const [, id] = /\/v1\/jobs\/([\w-]{1,128})\/result$/.exec(String(headers['content-location'])) ?? [];
  return id === undefined ? null : { id, durable: false };
}

/** Null for an id. */
export function parseJobAddress(text: string): { server: string; id: string } | null {
  const [, server, id] = ADDRESS.exec(text) ?? [];
  return server === undefined ? null : { server, id: id! };
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
