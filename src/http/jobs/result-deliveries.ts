/** Webhooks that receive the result of a job itself. Other folders describe their receivers, and send in their own words. */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardedFetcher } from '../../fetch/index.js';
import {
  encryptionFor,
  type Job,
  type JobBackend,
  type NewJob,
  type ResultAnswer,
  type SenderSettings,
} from '../../jobs/index.js';
import { untilAborted } from '../../system/deferred.js';
import { resultOf } from './result.js';

export interface ResultReceiver {
  readonly url: string;
  /** For SendResult: may contain secrets. */
  readonly description: string;
}

export interface ResultToSend {
  readonly job: Job;
  /**
   * A new stream of the result, for each call. Rejects with the problem of a job that has none, which is an HttpProblem or that
   * of job.error, or because the result cannot be read now.
   */
  open(): Promise<Readable>;
}

/** One try. Rejects when the result cannot be read now. @param tries begun, with this one */
export type SendResult = (
  description: string,
  result: ResultToSend,
  tries: number,
  sender: { readonly fetcher: GuardedFetcher; readonly signal: AbortSignal },
) => Promise<ResultAnswer>;

interface ResultDeliveries {
  sealed(receiver: ResultReceiver): Required<Pick<NewJob, 'webhook' | 'receiver'>>;
  readonly sender: Required<Pick<SenderSettings, 'postResult' | 'removeResult'>>;
  /** Resolves when no result waits that the end of the process would lose. @param until at the latest, of performance.now() */
  sent(until: number): Promise<void>;
}

/** The job is removed when its result has arrived or was given up: results take the room of others. */
export function createResultDeliveries(
  backend: JobBackend,
  fetcher: GuardedFetcher | null,
  send: SendResult,
): ResultDeliveries {
  const { store, documents, secrets } = backend;
  const encryption = encryptionFor('receivers of results', secrets);
  const unsealed = (receiver: string): string | null => {
    try {
      return encryption.decrypt(Buffer.from(receiver, 'base64'));
    } catch {
      return null;
    }
  };
  return {
    sealed: ({ url, description }) => ({
      webhook: url,
      receiver: encryption.encrypt(description).toString('base64'),
    }),
    sender: {
      async postResult({ job: id, receiver, tries, uncounted }, signal) {
        const job = await store.find(id);
        if (!fetcher || !job || job.state === 'expired') return LOST;
        const description = unsealed(receiver!);
        if (description === null) return tries < LEFT_TO_OTHERS ? { ...LOST, pause: OTHERS_MS } : LOST;
        const open = () => opened(resultOf(job, backend));
        return send(description, { job, open }, tries - uncounted, { fetcher, signal });
      },
      async removeResult({ job: id }) {
        const job = await store.find(id);
        await store.remove(id);
        if (job?.result) await documents.remove([job.result.id]);
      },
    },
    async sent(until) {
      while (store.deliveries.results?.() && performance.now() < until) await sleep(LOOK_MS);
    },
  };
}

async function opened(result: Promise<{ readonly body: Readable }>): Promise<Readable> {
  try {
    return (await untilAborted(result, AbortSignal.timeout(OPEN_MS))).body;
  } catch (thrown) {
    result.then(({ body }) => body.destroy()).catch(() => {}); // it may come too late
    throw thrown;
  }
}

/** To wait longer for the store would leave the try less time than it may take: see LEASE_MS. */
const OPEN_MS = 8_000;
const LOOK_MS = 100;
/** Another server may have the key, while that is replaced. */
const LEFT_TO_OTHERS = 10;
const OTHERS_MS = 60_000;

/** There is nothing to send any more. */
const LOST: ResultAnswer = { isDelivered: false, status: null, error: 'FILE_NOT_FOUND', retryAfter: null, pause: null };
