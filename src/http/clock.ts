/**
 * The clock of this machine, compared with that of the store from time to time. The time of the store decides whatever
 * this machine has; still, one whose clock is wrong does no work of the store, and is not ready.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { ClockSkew } from '../postgres/index.js';
import type { ServerServices } from './services.js';

export interface Clock {
  /** By the latest measurement; false before the first. */
  isRight(): boolean;
  /** Null: there is no store. Rejects with STORE_UNAVAILABLE. */
  measure(): Promise<ClockSkew | null>;
  close(): void;
}

const EVERY_MS = 5_000;
const CONSEQUENCE = 'Until it is right, this process takes no jobs, sends no webhooks and removes nothing.';

/** Resolves after the first measurement. */
export async function watchClock(
  { clockSkew }: Pick<ServerServices, 'clockSkew'>,
  log: FastifyBaseLogger,
): Promise<Clock> {
  if (clockSkew === null) return { isRight: () => true, measure: async () => null, close: () => {} };
  let wasRight: boolean | null = null;
  let [begun, applied] = [0, 0];
  const measure = async () => {
    const measurement = ++begun;
    const skew = await clockSkew();
    if (measurement < applied) return skew; // one that began later has ended: the clock may have been set between
    applied = measurement;
    const isRight = skew.warning === null;
    if (!isRight && wasRight !== false) log.warn({ secondsAhead: skew.seconds }, `${skew.warning} ${CONSEQUENCE}`);
    if (isRight && wasRight === false) log.info('The clock of this machine agrees with that of the database again.');
    wasRight = isRight;
    return skew;
  };
  const run = () => measure().catch(() => {}); // /readyz tells that the store does not answer
  await run();
  const timer = setInterval(run, EVERY_MS).unref();
  return { isRight: () => wasRight === true, measure, close: () => clearInterval(timer) };
}
