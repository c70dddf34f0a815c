/** Offers jobs to the workers of all machines: BullMQ, whose queues are in PostgreSQL or in Redis. */
import { type BackendFactory, type ConnectionOptions, Queue, type QueueOptions, Worker } from 'bullmq';
import { type Announcement, type Dispatcher, isQuick, RETRY_MS, slowAtOnce, type Workers } from './dispatcher.js';
import type { Turns } from './turns.js';

export interface BullmqSettings {
  connection: ConnectionOptions | object;
  /** Undefined: Redis. */
  backend?: BackendFactory | undefined;
  turns: Turns;
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
  turns,
  onError,
  lockMs = LOCK_MS,
}: BullmqSettings): Dispatcher {
  const options = { connection, skipVersionCheck: false } as QueueOptions;
  const open = (name: string) => {
    const queue = new Queue(name, options, backend as never);
    queue.on('error', onError);
    return queue;
  };
  const queues = { quick: open(QUEUES.quick), slow: open(QUEUES.slow) };
  const queueOf = (job: Announcement) => (isQuick(job) ? queues.quick : queues.slow);

  return {
    async announce(job) {
      const queue = queueOf(job);
      const jobId = `job-${job.id}`; // a number alone is not permitted
      if (await queue.getJob(jobId)) return; // a turn of its own would be a turn lost
      const priority = await turns.next(job.account);
      const backoff = { type: 'fixed', delay: RETRY_MS };
      await queue.add('job', job.id, { jobId, priority, attempts: UNLIMITED, backoff, removeOnComplete: true });
    },
    work(atOnce, run): Workers {
      const start = (name: string, concurrency: number) => {
        const worker = new Worker<string>(
          name,
          async ({ data: id, opts }) => {
            await turns.begun(opts.priority ?? 1);
            await run(id);
          },
          {
            ...options,
            concurrency,
            lockDuration: lockMs,
            stalledInterval: (lockMs * 2) / 3,
            maxStalledCount: UNLIMITED,
          } as never,
          backend as never,
        );
        worker.on('error', onError);
        return worker;
      };
      const workers = [start(QUEUES.quick, atOnce), start(QUEUES.slow, slowAtOnce(atOnce))];
      return {
        async close() {
          await Promise.all(workers.map(worker => worker.close()));
        },
      };
    },
    sweep: turns.sweep,
    async close() {
      await Promise.all([queues.quick.close(), queues.slow.close()]);
    },
  };
}
