/** The event that a job has ended, on its way to the URL that the client gave. */
import { randomBytes } from 'node:crypto';
import { DocconvError, type ErrorCode } from '../../errors.js';
import type { Job, JobState } from '../job.js';
import type { PostAnswer } from './post.js';

export interface Delivery {
  /** The header webhook-id: the same for all tries, so that a receiver recognises one that it has already. */
  readonly id: string;
  readonly account: string;
  readonly url: string;
  readonly job: string;
  readonly state: JobState;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  /** See NewJob. */
  readonly receiver?: string;
  /** Begun, with the present one. */
  readonly tries: number;
  /** Tries that the pauses do not count: those before the account had it sent again, and those without an outcome. */
  readonly uncounted: number;
  /** When the present try was begun, by the store; milliseconds since 1970, 0 before the first. */
  readonly sentAt: number;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Null: there was none, or it has not ended. Times are milliseconds since 1970. */
export interface LastTry {
  readonly triedAt: number | null;
  /** The status of the answer. */
  readonly answered: number | null;
  /** Why there was no answer. */
  readonly error: ErrorCode | null;
}

export const NOT_TRIED: LastTry = { triedAt: null, answered: null, error: null };

/** A delivery as its account sees it. */
export interface DeliveryState extends Omit<Delivery, 'sentAt'>, LastTry {
  readonly status: DeliveryStatus;
  /** While a try is made: when another process would repeat it. Null: no other follows. */
  readonly nextTryAt: number | null;
  readonly deliveredAt: number | null;
}

/** Of a failure, for the operator. */
export function reasonOf({ isDelivered, status, error }: Omit<PostAnswer, 'retryAfter'>): string | null {
  if (isDelivered) return null;
  return status === null ? error : `status ${status}`;
}

/** Null when the client wants no event. @param job that has ended */
export function deliveryOf({ id, account, webhook, receiver, state, endedAt }: Job): Delivery | null {
  if (webhook === null || endedAt === null) return null;
  return {
    id: newDeliveryId(),
    account,
    url: webhook,
    job: id,
    state,
    endedAt,
    ...(receiver !== undefined && { receiver }),
    tries: 0,
    uncounted: 0,
    sentAt: 0,
  };
}

/** The JSON of an event to try a receiver with. @param now milliseconds since 1970 */
export function testBody(now: number): string {
  return JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data: {} });
}

export function newDeliveryId(): string {
  return `msg_${randomBytes(16).toString('base64url')}`;
}

/** The JSON of the event. @param base URL of the service; '' when it is not known: links begin with the path then */
export function bodyOf({ job, state, endedAt }: Delivery, base: string): string {
  const self = `${base}/v1/jobs/${job}`;
  const links = { self, ...(state === 'succeeded' && { result: `${self}/result` }) };
  const timestamp = new Date(endedAt).toISOString();
  return JSON.stringify({ type: `job.${state}`, timestamp, data: { id: job, status: state, links } });
}

/** Seconds before each try, of the example of Standard Webhooks 1.0: together three days. */
const PAUSES = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** Tries of events that failed together are spread over this part of the pause. */
const JITTER = 0.2;

/** Milliseconds until the next try; null when there is none. @param retryAfter seconds that the receiver asked for */
export function pauseAfter(tries: number, retryAfter: number | null): number | null {
  const pause = PAUSES[tries];
  if (pause === undefined) return null;
  const asked = Math.min(retryAfter ?? 0, PAUSES.at(-1)!);
  return Math.round(Math.max(pause, asked) * 1000 * (1 + JITTER * Math.random()));
}

/** Events that are not delivered yet. */
export interface UndeliveredLimits {
  readonly perAccount: number;
  readonly inAll: number;
}

export const UNDELIVERED: UndeliveredLimits = { perAccount: 1_000, inAll: 100_000 };

/** For a new job with a webhook: events of jobs that were accepted are never refused. */
export function webhooksAreFull(): DocconvError {
  return new DocconvError('QUEUE_FULL.webhooks', {}, { detail: { retryAfter: 60 } });
}
