/** The side of the signing process: work that asks docconv, question by question. */
import { DocconvError } from '../../errors.js';
import type { FetchAnswer, Fetcher, FetchRequest } from '../../fetch/index.js';
import { type Deferred, defer } from '../../system/deferred.js';
import type { SigningEvent, SigningStep } from './events.js';

export interface Outgoing {
  readonly result: SigningEvent;
  readonly blobs: readonly Uint8Array[];
}

/** A question that waits for its answer. */
type Waiting = Deferred<Uint8Array>;

export class Dialogue {
  #turn = defer<Outgoing>();
  #waiting: Waiting | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** The next question, or the result. */
  get next(): Promise<Outgoing> {
    return this.#turn.promise;
  }

  run(work: Promise<Outgoing>): void {
    this.#turn.promise.catch(() => {}); // it is awaited by the next request only
    work.then(
      result => this.#turn.resolve(result),
      error => this.#turn.reject(error),
    );
  }

  /** One question after the other. */
  ask(question: SigningEvent, blob: Uint8Array): Promise<Uint8Array> {
    const answer = this.#last.then(() => {
      this.#waiting = defer();
      this.#turn.resolve({ result: question, blobs: [blob] });
      return this.#waiting.promise;
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  answer(step: Exclude<SigningStep, { step: 'begin' }>, blob: Uint8Array | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#turn = defer();
    this.#turn.promise.catch(() => {});
    if (step.step === 'answer') waiting?.resolve(blob ?? new Uint8Array());
    else waiting?.reject(DocconvError.received(step.code, step.message));
  }
}

/** Asks docconv to fetch. */
export function fetcherThrough(ask: (request: FetchRequest) => Promise<Uint8Array>): Fetcher {
  const unused = async () => {
    throw new Error('not used for signing');
  };
  return { fetch: async request => answerOf(request, await ask(request)), download: unused, send: unused };
}

const answerOf = ({ url }: FetchRequest, body: Uint8Array): FetchAnswer => ({
  url,
  status: 200,
  etag: null,
  contentType: null,
  contentDisposition: null,
  body,
});
