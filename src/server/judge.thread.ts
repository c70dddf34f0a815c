/** A thread that judges one PDF after the other. What a document does to it, it does to nobody else. */
import { parentPort, workerData } from 'node:worker_threads';
import { check } from '../check/index.js';
import { type ErrorCode, type ErrorDetail, toDocconvError } from '../errors.js';
import { createFetcher, type FetcherSettings } from '../fetch/index.js';

/** What a thread is started with: plain data, for neither a store nor a fetcher can be handed over. */
export interface Bench {
  /** Certificates as DER. */
  readonly anchors: readonly Uint8Array[];
  /** Missing certificates and revocation data are fetched so; null: nothing is. */
  readonly online: Pick<FetcherSettings, 'allowPrivate'> | null;
}

export interface Question {
  readonly bytes: Uint8Array;
  readonly password?: string;
  readonly at?: Date;
}

/** The result is written as JSON here: that of 20,000 signatures would block whoever does it. */
export type Answer = { valid: boolean; json: Uint8Array } | { failure: Failure };

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail: ErrorDetail;
  /** For the log. */
  readonly cause: string | null;
}

const { anchors, online } = workerData as Bench;
const settings = { trust: { anchors: () => anchors }, ...(online && { fetcher: createFetcher(online) }) };

parentPort?.on('message', async (question: Question) => {
  const answer = await judge(question);
  parentPort?.postMessage(answer, 'json' in answer ? [answer.json.buffer as ArrayBuffer] : []);
});

async function judge({ bytes, ...options }: Question): Promise<Answer> {
  try {
    const result = await check(bytes, { ...settings, ...options });
    return { valid: result.valid, json: new TextEncoder().encode(JSON.stringify(result)) };
  } catch (thrown) {
    const { code, message, detail, cause } = toDocconvError(thrown);
    return {
      failure: { code, message, detail, cause: cause instanceof Error ? (cause.stack ?? cause.message) : null },
    };
  }
}
