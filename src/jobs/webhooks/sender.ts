/** Sends the events of ended jobs. Every process with the store does; each delivery has one process at a time. */
import type { Deliveries, TryOutcome } from './deliveries.js';
import { bodyOf, type Delivery, pauseAfter, reasonOf } from './delivery.js';
import { type PostAnswer, type PostSettings, post } from './post.js';

export interface SenderSettings extends PostSettings {
  deliveries: Deliveries;
  /** Base URL for the links in events; null: they have paths only. */
  publicUrl: string | null;
  /** Makes one try of a delivery that has a receiver. Rejects when the result cannot be read now. */
  postResult?: (delivery: Delivery, signal: AbortSignal) => Promise<ResultAnswer>;
  /** After the last try of a delivery that has a receiver, whose end is saved already. */
  removeResult?: (delivery: Delivery) => Promise<void>;
  /** While it is false, deliveries are left to other processes. */
  mayWork?: () => boolean;
  onTry(tried: Tried): void;
  onError(error: Error): void;
  /** Milliseconds between two searches for deliveries that are due. */
  everyMs?: number;
  /** Milliseconds between two searches for deliveries that have no outcome. */
  sweepMs?: number;
}

export interface ResultAnswer extends PostAnswer {
  /** Milliseconds until the next try; null: none follows. */
  readonly pause: number | null;
}

/** A try that was made, for log and metrics. */
export interface Tried {
  readonly delivery: Delivery;
  /** `retried`: another try follows; `gone`: the receiver wants no more (410); `failed`: given up after the last try. */
  readonly outcome: 'delivered' | 'retried' | 'gone' | 'failed';
  /** Why it was not delivered. */
  readonly reason: string | null;
}

export interface WebhookSender {
  /** Begins no other try; those under way are stopped after `graceMs`, and left to another process. */
  close(graceMs: number): Promise<void>;
}

const EVERY_MS = 1_000;
const SWEEP_MS = 600_000;
/**
 * Tries at once in this process. A slow receiver of one account leaves room for those of others, and accounts without a try
 * under way come first, so that the slow receivers of several accounts do so as well.
 */
const AT_ONCE = 16;
const AT_ONCE_PER_ACCOUNT = 4;
const GONE = 410;

export function startWebhookSender(settings: SenderSettings): WebhookSender {
  const { deliveries, everyMs = EVERY_MS, sweepMs = SWEEP_MS, mayWork = () => true, onError } = settings;
  const underWay = new Map<Delivery, Promise<void>>();
  const closing = new AbortController();
  let isClosed = false;
  let filling: Promise<void> | null = null;

  const fill = async () => {
    while (!isClosed && mayWork() && underWay.size < AT_ONCE) {
      const delivery = await claimNext(deliveries, [...underWay.keys()]);
      if (!delivery) return;
      const sent = attempt(delivery, settings, closing.signal).catch(onError);
      underWay.set(delivery, sent);
      void sent.then(() => {
        underWay.delete(delivery);
        wake();
      });
    }
  };
  const wake = () => {
    filling ??= fill()
      .catch(onError)
      .finally(() => {
        filling = null;
      });
  };
  const timers = [
    setInterval(wake, everyMs).unref(),
    setInterval(() => mayWork() && void sweep(settings).catch(onError), sweepMs).unref(),
  ];
  return {
    async close(graceMs) {
      isClosed = true;
      timers.forEach(clearInterval);
      await filling;
      const timer = setTimeout(() => closing.abort(), graceMs);
      await Promise.all(underWay.values());
      clearTimeout(timer);
    },
  };
}

async function claimNext(deliveries: Deliveries, underWay: readonly Delivery[]): Promise<Delivery | null> {
  const next = await deliveries.claim(accountsWith(1, underWay));
  return next || underWay.length === 0 ? next : deliveries.claim(accountsWith(AT_ONCE_PER_ACCOUNT, underWay));
}

/** Those that have at least so many tries under way. */
function accountsWith(least: number, underWay: readonly Delivery[]): string[] {
  const counts = new Map<string, number>();
  for (const { account } of underWay) counts.set(account, (counts.get(account) ?? 0) + 1);
  return [...counts].flatMap(([account, count]) => (count < least ? [] : account));
}

/** No later sweep finds them again. */
async function sweep({ deliveries, onTry, removeResult, onError }: SenderSettings): Promise<void> {
  for (const delivery of await deliveries.sweep()) {
    onTry({ delivery, outcome: 'failed', reason: 'no outcome' });
    if (delivery.receiver !== undefined) await removeResult?.(delivery).catch(onError);
  }
}

async function attempt(delivery: Delivery, settings: SenderSettings, signal: AbortSignal): Promise<void> {
  const { deliveries, onTry, removeResult } = settings;
  const answer = await tryOnce(delivery, settings, signal).catch(async thrown => {
    await deliveries.postpone(delivery);
    throw thrown;
  });
  if (signal.aborted && !answer.isDelivered) return deliveries.release(delivery);
  const { outcome, settled } = judge(answer);
  await deliveries.settle(delivery, settled, answer);
  onTry({ delivery, outcome, reason: reasonOf(answer) });
  if (outcome !== 'retried' && delivery.receiver !== undefined) await removeResult?.(delivery);
}

async function tryOnce(
  delivery: Delivery,
  { publicUrl, postResult, ...settings }: SenderSettings,
  signal: AbortSignal,
): Promise<ResultAnswer> {
  if (delivery.receiver !== undefined && postResult) return postResult(delivery, signal);
  const answer = await post({ ...delivery, body: bodyOf(delivery, publicUrl ?? '') }, settings, signal);
  return { ...answer, pause: pauseAfter(delivery.tries - delivery.uncounted, answer.retryAfter) };
}

function judge({ isDelivered, status, pause }: ResultAnswer): { outcome: Tried['outcome']; settled: TryOutcome } {
  if (isDelivered) return { outcome: 'delivered', settled: 'delivered' };
  if (status === GONE) return { outcome: 'gone', settled: 'given up' };
  if (pause === null) return { outcome: 'failed', settled: 'given up' };
  return { outcome: 'retried', settled: { retryInMs: pause } };
}
