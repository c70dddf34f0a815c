/** Offers jobs to the workers of all machines: BullMQ, whose queues are in the schema `bullmq` of the database. */
import { type BackendFactory, createPostgresBackend, type QueueOptions } from 'bullmq';
import type { Postgres } from '../../../postgres/index.js';
import { type Dispatcher, slowAtOnce } from '../dispatcher.js';
import { createFairPriorities } from '../fair-priorities.js';
import { createAnnouncer, QUEUES, UNLIMITED } from './announcer.js';
import { connectionsOf } from './connections.js';
import { type BullmqWorker, startBullmqWorker } from './worker.js';

interface PostgresQueueSettings {
  postgres: Postgres;
  onError(error: Error): void;
  /** Milliseconds after which the job of a process that died is offered again; at most as much again is added. */
  lockMs?: number;
}

const LOCK_MS = 15_000;

export function createPostgresDispatcher({ postgres, onError, lockMs = LOCK_MS }: PostgresQueueSettings): Dispatcher {
  const priorities = createFairPriorities(postgres);
  const options = { connection: connectionsOf(postgres), skipVersionCheck: false } as QueueOptions;
  const announcer = createAnnouncer({ postgres, priorities, options, onError });

  const started: BullmqWorker[] = [];
  return {
    announce: announcer.announce,
    work(atOnce, run, mayTake = () => true) {
      const runInTurn = async (id: string, priority: number) => {
        await Promise.all([run(id), priorities.begun(priority).catch(onError)]);
      };
      const backend = createPostgresBackend as never as BackendFactory;
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
      await announcer.close();
    },
  };
}
