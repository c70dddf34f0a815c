/** The jobs of a server: accepts them, and runs those that it gets. */
import type { FastifyRequest } from 'fastify';
import { type Job, type JobKind, type JobParts, openLocalJobs, startRunner, startUpkeep } from '../../jobs/index.js';
import type { App } from '../app.js';
import type { ByteBudget } from '../limits/byte-budget.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ServerServices } from '../services.js';
import type { UploadFolder } from '../upload/folder.js';
import type { Work } from '../work/work.js';
import { createJobAnswers, type JobAnswers } from './answers.js';
import { createExecution } from './execution.js';
import { announce, requireNoWebhook, type Submitted, submit } from './submission.js';
import { startWebhooks } from './webhooks.js';

/** For webhooks under way when the server stops; with a store, others are sent by another server. */
const WEBHOOK_GRACE_MS = 2_000;

export interface Jobs extends JobAnswers {
  /** Resolves when the job is saved. See submit(). */
  add(request: FastifyRequest, submitted: Submitted): Promise<Job>;
  /** Takes no further jobs, and ends the waiting for them; resolves when the running ones have ended or were released. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  works: Readonly<Record<JobKind, Work>>;
  budget: ByteBudget;
  folder: UploadFolder;
  metrics: Metrics;
  /** Of a conversion. */
  meanSeconds(): number;
}

export function createJobs(
  app: App,
  services: ServerServices,
  { works, budget, folder, metrics, meanSeconds }: Parts,
): Jobs {
  const { settings, converter } = services;
  const onError = (error: Error) => app.log.warn({ err: error }, 'job');
  const parts = services.jobs?.(onError) ?? localJobs(services, folder);
  const { store, documents, dispatcher } = parts;
  const atOnce = converter.workers;
  const execute = createExecution({ works, budget, folder, metrics });
  const runner = startRunner({ ...parts, atOnce, execute, newPath: folder.newPath, onError });
  const endUpkeep = startUpkeep({ ...parts, onError });
  const endWebhooks = startWebhooks(app, services, parts, metrics);
  metrics.watchJobs(async () => {
    const [counts, bytes] = await Promise.all([store.counts(), documents.bytes()]);
    return { ...counts, bytes, queueSeconds: (counts.queued * meanSeconds()) / atOnce };
  });
  const stopping = new AbortController();
  let drained: Promise<void> | null = null;
  const drain = (graceMs: number): Promise<void> => {
    stopping.abort();
    drained ??= runner.close(graceMs);
    return drained;
  };
  return {
    ...createJobAnswers(parts, settings, stopping.signal),
    async add(request, submitted) {
      if (!endWebhooks) requireNoWebhook(submitted.parameters, 'this server sends none.');
      const job = await submit(request, submitted, parts, settings);
      if (job.state === 'queued') await announce(job, parts).catch(onError);
      return job;
    },
    drain,
    async close() {
      endUpkeep();
      await drain(0);
      await endWebhooks?.(WEBHOOK_GRACE_MS);
      await dispatcher.close();
      await store.close();
    },
  };
}

function localJobs({ settings: { jobs } }: ServerServices, folder: UploadFolder): JobParts {
  return openLocalJobs({ folder: folder.path, keepMs: jobs.keepMs, maxBytes: jobs.maxBytes });
}
