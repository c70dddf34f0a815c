/** The trusted lists of a running service: updates by a timer, and what is reported of them in metrics and /readyz. */
import type { App } from './app.js';
import { type Readiness, rememberedFor } from './health/readiness.js';
import type { Metrics } from './metrics/metrics.js';
import type { ServerServices, TrustedLists } from './services.js';

interface Reports {
  metrics: Metrics;
  readiness: Readiness;
}

/** How long a state is reported before it is read again. */
const FRESH_MS = 10_000;

/** Starts the timer, if there is one. */
export function createListUpdates(app: App, { lists }: ServerServices, { metrics, readiness }: Reports) {
  if (!lists) return { close: async () => {} };
  const state = rememberedFor(FRESH_MS, () => lists.state());
  metrics.watchLists(state);
  readiness.addDetail('trustedLists', () => {
    const { generation, lists: known, isDamaged, attention } = state();
    const count = (wanted: string) => known.filter(list => list.state === wanted).length;
    const isUsed = generation !== null || isDamaged || lists.everyMs !== null;
    return {
      status: isUsed && attention.length > 0 ? 'failing' : 'ok',
      generation,
      lists: known.length,
      expired: count('expired'),
      missing: count('missing'),
      attention: attention.length,
    };
  });
  return lists.everyMs === null
    ? { close: async () => {} }
    : startTimer(app, { ...lists, everyMs: lists.everyMs }, metrics);
}

/** The first update is at once where none was made within the interval. */
function startTimer(app: App, lists: TrustedLists & { readonly everyMs: number }, metrics: Metrics) {
  const stopped = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;

  const schedule = (milliseconds: number) => {
    // servers that were started together must not ask the states at the same time
    const delay = Math.min(milliseconds * (0.9 + 0.2 * Math.random()), MAX_DELAY_MS);
    timer = setTimeout(() => {
      running = update().finally(() => !stopped.signal.aborted && schedule(lists.everyMs));
    }, delay);
    timer.unref();
  };
  const update = async () => {
    try {
      const { isNew, problems } = await lists.update(stopped.signal);
      metrics.listUpdate('ok');
      for (const problem of problems) app.log.warn(problem, 'trusted list not accepted');
      app.log.info({ isNew }, 'trusted lists updated');
    } catch (err) {
      if (stopped.signal.aborted) return;
      metrics.listUpdate('failed');
      app.log.error({ err }, 'trusted lists could not be updated');
    }
  };
  const { lastUpdate } = lists.state();
  const age = lastUpdate === null ? lists.everyMs : Date.now() - Date.parse(lastUpdate.time);
  schedule(Math.max(0, lists.everyMs - Math.max(0, age))); // negative: the clock was set back
  return {
    async close() {
      stopped.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Of setTimeout(). */
const MAX_DELAY_MS = 2 ** 31 - 1;
