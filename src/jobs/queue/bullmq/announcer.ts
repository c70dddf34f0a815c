/** Adds jobs to the queues of BullMQ: those that arrive together with the same statements. */
import { type BackendFactory, createPostgresBackend, Queue, type QueueOptions } from 'bullmq';
import type { Postgres } from '../../../postgres/index.js';
import { type Announcement, type Dispatcher, isQuick, RETRY_MS } from '../dispatcher.js';
import type { FairPriorities } from '../fair-priorities.js';
import { createBatches } from './batches.js';
import { SCHEMA } from './schema.js';

interface AnnouncerSettings {
  postgres: Postgres;
  priorities: FairPriorities;
  options: QueueOptions;
  onError(error: Error): void;
}

export const QUEUES = { quick: 'docconv-quick', slow: 'docconv-slow' };
/** The store decides how often a job is begun. */
export const UNLIMITED = 1_000_000;

export function createAnnouncer({
  postgres,
  priorities,
  options,
  onError,
}: AnnouncerSettings): Pick<Dispatcher, 'announce' | 'close'> {
  const queues = new Map<string, Promise<Queue>>();
  const queueOf = (name: string): Promise<Queue> => {
    const known = queues.get(name);
    if (known) return known;
    const queue = new Queue(name, options, addingRowByRow as never);
    queue.on('error', onError);
    const opened = queue.waitUntilReady().then(() => queue);
    queues.set(name, opened);
    opened.catch(() => {
      queues.delete(name); // BullMQ keeps the failure to connect
      queue.close().catch(onError);
    });
    return opened;
  };
  const announceAll = async (jobs: readonly Announcement[]): Promise<void> => {
    const missing = await notYetAdded(jobs, postgres);
    const given = await priorities.next(missing.map(({ account }) => account));
    const added = missing.map((job, i) => ({ queue: queueNameOf(job), ...bullmqJobOf(job, given[i]!) }));
    for (const name of new Set(added.map(({ queue }) => queue)))
      await (await queueOf(name)).addBulk(added.filter(({ queue }) => queue === name));
  };
  return {
    announce: createBatches(announceAll),
    async close() {
      await Promise.all([...queues.values()].map(opened => opened.then(queue => queue.close()).catch(onError)));
    },
  };
}

/** The others wait or run, and have their priority. */
async function notYetAdded(jobs: readonly Announcement[], { prepared }: Postgres): Promise<readonly Announcement[]> {
  const perhapsKnown = jobs.filter(({ isNew }) => !isNew);
  if (perhapsKnown.length === 0) return jobs;
  const sql = `SELECT id FROM ${SCHEMA}.job WHERE queue = ANY($1) AND id = ANY($2)`;
  const rows = await prepared<{ id: string }>(sql, [Object.values(QUEUES), perhapsKnown.map(jobIdOf)]);
  const known = new Set(rows.map(({ id }) => id));
  return jobs.filter(job => !known.has(jobIdOf(job)));
}

const queueNameOf = (job: Announcement): string => (isQuick(job) ? QUEUES.quick : QUEUES.slow);
const jobIdOf = ({ id }: Announcement): string => `job-${id}`; // a number alone is not permitted

function bullmqJobOf(job: Announcement, priority: number) {
  const backoff = { type: 'fixed', delay: RETRY_MS };
  const opts = { jobId: jobIdOf(job), priority, attempts: UNLIMITED, backoff, removeOnComplete: true };
  return { name: 'job', data: job.id, opts };
}

/** BullMQ creates two temporary tables to add several jobs, which costs as much as ten jobs. */
const addingRowByRow: BackendFactory = (...settings) => {
  const backend = (createPostgresBackend as never as BackendFactory)(...settings);
  backend.addJobs = async entries => {
    const place = { prefix: '', queueName: backend.qualifiedName };
    const added = await backend.addFlow(
      entries.map(({ job, jobId, parentKeyOpts = {} }) => ({ ...place, jobData: job, jobId, parentKeyOpts })),
    );
    const failure = added.find(([error]) => error)?.[0];
    if (failure) throw failure;
    return added.map(([, id]) => String(id));
  };
  return backend;
};
