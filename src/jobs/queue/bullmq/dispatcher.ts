/** Offers jobs to the workers of all machines: BullMQ, whose queues are in PostgreSQL or in Redis. */
import { type BackendFactory, type ConnectionOptions, Queue, type QueueOptions } from 'bullmq';
import { type Announcement, type Dispatcher, isQuick, RETRY_MS, slowAtOnce } from '../dispatcher.js';
import type { FairPriorities } from '../fair-priorities.js';
import { startBullmqWorker } from './worker.js';

export interface BullmqSettings {
  connection: ConnectionOptions | object;
  /** Undefined: Redis. */
  backend?: BackendFactory | undefined;
  priorities: FairPriorities;
  onError(error: Error): void;
  /** Milliseconds after which the job of a process that died is offered again; at most as much again is added. */
  lockMs?: number;
}

const LOCK_MS = 15_000;
/** The store decides how often a job is begun. */
const UNLIMITED = 1_000_000;
const QUEUES = { quick: 'docconv-quick', slow: 'docconv-slow' };

export function createBullmqDispatcher({
  connection,
  backend,
  priorities,
  onError,
  lockMs = LOCK_MS,
}: BullmqSettings): Dispatcher {
  const options = { connection, skipVersionCheck: false } as QueueOptions;
  const queues = new Map<string, Promise<Queue>>();
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
      return {
        async close() {
          await Promise.all(workers.map(worker => worker.close()));
        },
      };
    },
    sweep: priorities.sweep,
    async close() {
      await Promise.all([...queues.values()].map(opened => opened.then(queue => queue.close()).catch(onError)));
    },
  };
}
