/** Offers the jobs of one process to its own workers: accounts take turns, and slow jobs leave a worker for quick ones. */
import { setMaxListeners } from 'node:events';
import { FairQueue } from '../../isolation/index.js';
import { pause } from '../../system/deferred.js';
import { type Announcement, type Dispatcher, isQuick, RETRY_MS, slowAtOnce, type Workers } from './dispatcher.js';

/** @param retryMs for tests */
export function createMemoryDispatcher(retryMs = RETRY_MS): Dispatcher {
  const announced = new Map<string, Announcement>();
  let offer: (job: Announcement) => void = () => {};

  return {
    async announce(job) {
      if (announced.has(job.id)) return;
      announced.set(job.id, job);
      offer(job);
    },
    work(atOnce, run): Workers {
      const closed = new AbortController();
      setMaxListeners(0, closed.signal); // each job that waits has one
      const lane = new FairQueue(atOnce, 0);
      const slowLane = new FairQueue(slowAtOnce(atOnce), 0);
      const running = new Set<Promise<void>>();

      const runInTurn = async (job: Announcement) => {
        const ends: ((() => void) | null)[] = [];
        try {
          if (!isQuick(job)) ends.push(await slowLane.acquire(job.account, closed.signal, true));
          ends.push(await lane.acquire(job.account, closed.signal, true));
          await run(job.id);
          announced.delete(job.id);
        } finally {
          for (const end of ends) end?.();
        }
      };
      const runUntilDone = async (job: Announcement) => {
        while (announced.has(job.id) && !closed.signal.aborted)
          await runInTurn(job).catch(() => pause(retryMs, closed.signal));
      };
      offer = job => {
        const work = runUntilDone(job).finally(() => running.delete(work));
        running.add(work);
      };
      for (const job of announced.values()) offer(job);
      return {
        async close() {
          closed.abort();
          offer = () => {};
          await Promise.all(running);
        },
      };
    },
    async sweep() {},
    async close() {
      announced.clear();
    },
  };
}
