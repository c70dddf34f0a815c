/** Sends the result of a request to its webhook: first while its job runs, then, where that fails, beside the jobs. */
import { createReadStream } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { DocconvError, type ErrorCode } from '../../errors.js';
import type { GuardedFetcher } from '../../fetch/index.js';
import type { Metrics } from '../metrics/metrics.js';
import { problemOf } from '../problem.js';
import type { UploadFolder } from '../upload/folder.js';
import type { Answer } from '../work/work.js';
import { type Result, sendError, sendResult, type WebhookRequest } from './webhook.js';

interface Parts {
  folder: UploadFolder;
  metrics: Metrics;
}

type Deliver = (
  webhook: WebhookRequest,
  output: string,
  signal: AbortSignal,
  work: () => Promise<Answer>,
) => Promise<Answer>;

/** A receiver that is slower does not hold the place of a job. */
const IN_JOB_MS = 5_000;
/** Deliveries beside the jobs; further ones are made in their jobs. Each has a file on the disk. */
const MAX_BESIDE = 32;

/** This server is in trouble, or stops: the job is done again. */
const REPEATED: ReadonlySet<ErrorCode> = new Set([
  'QUEUE_FULL',
  'OVERLOADED',
  'DISK_FULL',
  'NO_ENGINE',
  'STORE_UNAVAILABLE',
  'CLOSED',
]);

export function createDelivery(fetcher: GuardedFetcher | null, { folder, metrics }: Parts): Deliver {
  let beside = 0;
  return async (webhook, output, signal, work) => {
    if (!fetcher) throw new DocconvError('URL_FORBIDDEN.fetching-disabled');
    const path = folder.newPath();
    let send: (within: AbortSignal) => Promise<void>;
    const tell = (thrown: unknown, within: AbortSignal) => sendError(webhook, thrown, { fetcher, signal: within });
    try {
      const { body, size, headers } = await work();
      const { 'content-type': contentType, 'content-disposition': disposition } = headers as Record<string, string>;
      if (!Buffer.isBuffer(body)) body.destroy();
      await rename(output, path);
      const open = () => createReadStream(path);
      const result: Result = { open, size, contentType: contentType!, disposition: disposition! };
      send = within =>
        sendResult(webhook, result, { fetcher, signal: within }).catch(thrown => {
          within.throwIfAborted();
          return tell(thrown, within);
        });
    } catch (thrown) {
      signal.throwIfAborted(); // the job is done again
      if (thrown instanceof DocconvError && REPEATED.has(thrown.code)) throw thrown;
      metrics.conversion(problemOf(thrown).kind.code, 'none', 0);
      send = within => tell(thrown, within);
    }
    await sendOrContinue(send);
    return { body: Buffer.alloc(0), size: 0, name: 'sent', headers: { 'content-type': 'text/plain' } };

    /** The client is told; a job that failed would be done again. */
    async function sendOrContinue(sendAll: typeof send): Promise<void> {
      const ending = new AbortController();
      const stop = () => ending.abort(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      const delivered = sendAll(ending.signal)
        .catch(() => {}) // nobody is left to tell
        .finally(() => unlink(path).catch(() => {})); // an error has no file
      if (beside >= MAX_BESIDE) await delivered;
      else {
        beside += 1;
        void delivered.finally(() => {
          beside -= 1;
        });
        await Promise.race([delivered, pause(IN_JOB_MS)]);
      }
      signal.removeEventListener('abort', stop);
      signal.throwIfAborted();
    }
  };
}

const pause = (milliseconds: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, milliseconds).unref();
  });
