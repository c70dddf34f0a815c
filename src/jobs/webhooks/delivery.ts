/** The event that a job has ended, on its way to the URL that the client gave. */
import { randomBytes } from 'node:crypto';
import { DocconvError } from '../../errors.js';
import type { Job, JobState } from '../job.js';

export interface Delivery {
  /** The header webhook-id: the same for all tries, so that a receiver recognises one that it has already. */
  readonly id: string;
  readonly account: string;
  readonly url: string;
  readonly job: string;
  readonly state: JobState;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  /** Begun, with the present one. */
  readonly tries: number;
  /** When the present try was begun, by the store; milliseconds since 1970, 0 before the first. */
  readonly sentAt: number;
}

/** Null when the client wants no event. @param job that has ended */
export function deliveryOf({ id, account, webhook, state, endedAt }: Job): Delivery | null {
  if (webhook === null || endedAt === null) return null;
  return {
    id: `msg_${randomBytes(16).toString('base64url')}`,
    account,
    url: webhook,
    job: id,
    state,
    endedAt,
    tries: 0,
    sentAt: 0,
  };
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

const LIMITS: UndeliveredLimits = { perAccount: 1_000, inAll: 100_000 };

/** For a new job with a webhook: events of jobs that were accepted are never refused. @param own those of the account */
export function requireRoomForEvent(own: number, all: number, { perAccount, inAll } = LIMITS): void {
  if (own < perAccount && all < inAll) return;
  throw new DocconvError('QUEUE_FULL.webhooks', {}, { detail: { retryAfter: 60 } });
}
