/** Offers jobs to the workers of all machines: BullMQ, whose queues are in the schema `bullmq` of the database. */
import { type BackendFactory, createPostgresBackend, Queue, type QueueOptions } from 'bullmq';
import type pg from 'pg';
import type { Postgres } from '../../../postgres/index.js';
import { type Announcement, type Dispatcher, isQuick, RETRY_MS, slowAtOnce } from '../dispatcher.js';
import { createFairPriorities } from '../fair-priorities.js';
import { withDatabaseTime } from './database-time.js';
import { SCHEMA } from './schema.js';
import { type BullmqWorker, startBullmqWorker } from './worker.js';

interface PostgresQueueSettings {
  postgres: Postgres;
  onError(error: Error): void;
  /** Milliseconds after which the job of a process that died is offered again; at most as much again is added. */
  lockMs?: number;
}

const LOCK_MS = 15_000;
/** The store decides how often a job is begun. */
const UNLIMITED = 1_000_000;
const QUEUES = { quick: 'docconv-quick', slow: 'docconv-slow' };
/** Two queues and two workers; each worker listens on one, and waits on one. */
const CONNECTIONS = 10;

export function createPostgresDispatcher({ postgres, onError, lockMs = LOCK_MS }: PostgresQueueSettings): Dispatcher {
  const pool = openPool(postgres, onError);
  const priorities = createFairPriorities(postgres);
  const backend = createPostgresBackend as never as BackendFactory;
  const options = { connection: withDatabaseTime(pool) as object, skipVersionCheck: false } as QueueOptions;
  const queues = new Map<string, Promise<Queue>>();
  const started: BullmqWorker[] = [];
  const queueOf = (job: Announcement): Promise<Queue> => {
    const name = isQuick(job) ? QUEUES.quick : QUEUES.slow;
    const known = queues.get(name);
    if (known) return known;
    const queue = new Queue(name, options, backend as never);
    queue.on('error', onError);
    const opened = queue.waitUntilReady().then(() => queue);
    queues.set(name, opened);
    opened.catch(() => {
      queues.delete(name); // BullMQ keeps the failure to connect
      queue.close().catch(onError);
    });
    return opened;
  };

  return {
    async announce(job) {
      const queue = await queueOf(job);
      const jobId = `job-${job.id}`; // a number alone is not permitted
      if (await queue.getJob(jobId)) return; // it has its priority already
      const priority = await priorities.next(job.account);
      const backoff = { type: 'fixed', delay: RETRY_MS };
      await queue.add('job', job.id, { jobId, priority, attempts: UNLIMITED, backoff, removeOnComplete: true });
    },
    work(atOnce, run, mayTake = () => true) {
      const runInTurn = async (id: string, priority: number) => {
        await priorities.begun(priority);
        await run(id);
      };
      const shared = { options, backend, lockMs, maxStalledCount: UNLIMITED, mayTake, run: runInTurn, onError };
      const workers = [
        startBullmqWorker({ ...shared, queue: QUEUES.quick, atOnce }),
        startBullmqWorker({ ...shared, queue: QUEUES.slow, atOnce: slowAtOnce(atOnce) }),
      ];
      started.push(...workers);
      return {
        async close() {
          await Promise.all(workers.map(worker => worker.close()));
        },
      };
    },
    sweep: priorities.sweep,
    async close() {
      await Promise.all(started.map(worker => worker.ended));
      await Promise.all([...queues.values()].map(opened => opened.then(queue => queue.close()).catch(onError)));
      await pool.end();
    },
  };
}

function openPool(postgres: Postgres, onError: (error: Error) => void): pg.Pool {
  const pool = postgres.openPool({
    options: `-c search_path=${SCHEMA}`, // the statements of BullMQ name no schema
    max: CONNECTIONS,
    application_name: 'docconv queue',
  });
  pool.on('error', onError);
  return pool;
}
