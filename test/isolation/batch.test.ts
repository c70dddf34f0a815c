/** How many jobs a worker of a pool gets in one call, with workers that only count. */
import { expect, it } from 'vitest';
import { DocconvError } from '../../src/errors.js';
import { WorkerPool } from '../../src/isolation/index.js';

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
