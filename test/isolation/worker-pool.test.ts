/** How a pool uses its workers, with workers that only count. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DocconvError } from '../../src/errors.js';
import { WorkerPool } from '../../src/isolation/index.js';
import { defer } from '../../src/system/deferred.js';

const ERRORS = {
  closed: () => DocconvError.received('CLOSED', 'closed'),
  queueFull: () => DocconvError.received('QUEUE_FULL', 'full'),
  timedOut: () => DocconvError.received('TIMEOUT', 'too late'),
};

/** The sizes of all calls, by worker, for 20 jobs that arrive at once. */
async function callsWith(maxJobs: number): Promise<number[][]> {
  const calls: number[][] = [];
  const pool = new WorkerPool<number, number>({
    start: async () => {
      const own: number[] = [];
      calls.push(own);
      return {
        batch: 16,
        usable: true,
        ready: Promise.resolve(),
        ended: new Promise(() => {}),
        run: async jobs => {
          own.push(jobs.length);
          return [...jobs];
        },
        memory: () => 0,
        stop: async () => {},
      };
    },
    errors: ERRORS,
    size: 1,
    queueLimit: 100,
    maxJobs,
    idleMs: 60_000,
    retryCrashes: false,
  });
  const jobs = Array.from({ length: 20 }, (_, i) => i);
  const outcomes = await Promise.all(jobs.map(job => pool.run(job, 10_000, new AbortController().signal)));
  await pool.close();
  expect(outcomes.map(({ result }) => result)).toEqual(jobs);
  return calls.filter(own => own.length > 0);
}

it('a worker gets a batch', async () => expect(await callsWith(100)).toEqual([[16, 4]]));

it('a worker for one document gets one, whatever batch it could convert', async () =>
  expect(await callsWith(1)).toEqual(Array(20).fill([1])));

it('a batch does not exceed what is left for a worker', async () =>
  expect(await callsWith(18)).toEqual([[16, 2], [2]]));

it('a job fails before what it left is removed, and the next one waits for the removal', async () => {
  const removed = defer<void>();
  let starts = 0;
  const pool = new WorkerPool<number, number>({
    start: async () => {
      starts++;
      let usable = true;
      const ended = new Promise<void>(() => {});
      const run = async ([job]: readonly number[]) => {
        usable = job !== 1;
        if (!usable) throw DocconvError.received('TIMEOUT', 'ended');
        return [job!];
      };
      return {
        batch: 1,
        get usable() {
          return usable;
        },
        ready: Promise.resolve(),
        ended,
        run,
        memory: () => 0,
        stop: () => removed.promise,
      };
    },
    errors: ERRORS,
    size: 1,
    queueLimit: 100,
    maxJobs: 100,
    idleMs: 60_000,
    retryCrashes: false,
  });
  const run = (job: number) => pool.run(job, 10_000, new AbortController().signal);
  await expect(run(1)).rejects.toThrow('ended');
  const next = run(2);
  await setImmediate();
  expect({ starts, ...pool.status() }).toMatchObject({ starts: 1, busy: 1, queued: 1 });
  removed.resolve();
  expect(await next).toMatchObject({ result: 2 });
  await pool.close();
});
