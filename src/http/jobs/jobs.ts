/** The jobs of a server: accepts them, and runs those that it gets. */
import type { FastifyRequest } from 'fastify';
import {
  type Job,
  type JobBackend,
  newJobId,
  openLocalJobs,
  type RunnerSettings,
  startReports,
  startRunner,
  startUpkeep,
} from '../../jobs/index.js';
import type { App } from '../app.js';
import type { Clock } from '../clock.js';
import { type CheckState, type Readiness, rememberedFor } from '../health/readiness.js';
import type { ByteBudget } from '../limits/byte-budget.js';
import type { Metrics } from '../metrics/metrics.js';
import { logProblem } from '../plugins/error-handler.js';
import { problemOf } from '../problem.js';
import type { ServerServices } from '../services.js';
import type { UploadFolder } from '../upload/folder.js';
import type { LocalWork } from '../work/local.js';
import type { Work } from '../work/work.js';
import { createJobAnswers, type JobAnswers } from './answers.js';
import { createDelegation } from './delegation.js';
import { createExecution } from './execution.js';
import { createResultDeliveries, type ResultReceiver, type SendResult } from './result-deliveries.js';
import { announce, requireNoWebhook, type Submitted, save, submit } from './submission.js';
import { createWebhookCheck } from './webhook-check.js';
import { createWebhookAnswers, startWebhooks, type WebhookAnswers } from './webhooks.js';

/** For webhooks under way when the server stops. With a store, another server sends them again; without one, they are lost. */
const WEBHOOK_GRACE_MS = { shared: 800, local: 2_000 };

export interface Jobs extends JobAnswers {
  /** Resolves when the job is saved. See submit(). */
  add(request: FastifyRequest, submitted: Submitted): Promise<Job>;
  /** Of an account, or the address of a client without one: the result is sent to its receiver. Resolves when the job is saved. */
  addFor(account: string, submitted: Submitted, receiver: ResultReceiver): Promise<Job>;
  readonly webhooks: WebhookAnswers;
  /** Does the work of a request that waits as a job, on a server that takes jobs. */
  readonly delegate: Work;
  /** Takes no further jobs, and ends the waiting for them; resolves when the running ones have ended or were released. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  clock: Clock;
  /** Null: this server takes no jobs. */
  local: LocalWork | null;
  budget: ByteBudget;
  folder: UploadFolder;
  metrics: Metrics;
  readiness: Readiness;
  /** Sends results to their receivers. */
  sendResult: SendResult;
}

export function createJobs(
  app: App,
  services: ServerServices,
  { clock, local, budget, folder, metrics, readiness, sendResult }: Parts,
): Jobs {
  const { settings } = services;
  const onError = (error: Error) => app.log.warn({ err: error }, 'job');
  const backend = services.jobs?.(onError) ?? localJobs(services, folder);
  const onFailure = ({ id }: Job, error: Error) => logProblem(app.log, error, problemOf(error).kind, { job: id });
  const taking = local && takeJobs(backend, local, { clock, budget, folder, metrics, onError, onFailure });
  const mayWork = clock.isRight;
  const endUpkeep = startUpkeep({ ...backend, mayWork, onError });
  const results = createResultDeliveries(backend, services.fetcher, sendResult);
  const endWebhooks = startWebhooks(app, services, { ...backend, mayWork }, metrics, results.sender);
  report(backend, metrics, readiness, onError);
  const checkWebhook = createWebhookCheck(services.fetcher);
  const stopping = new AbortController();
  let drained: Promise<void> | null = null;
  const drain = (graceMs: number): Promise<void> => {
    const until = performance.now() + graceMs;
    stopping.abort();
    drained ??= Promise.resolve(taking?.drain(graceMs)).then(() => results.sent(until));
    return drained;
  };
  return {
    ...createJobAnswers(backend, settings, stopping.signal),
    async add(request, submitted) {
      if (!endWebhooks) requireNoWebhook(submitted.parameters, 'this server sends none.');
      const saved = await submit(request, submitted, backend, { settings, checkWebhook });
      if (saved.job.state === 'queued') await announce(saved, backend).catch(onError);
      return saved.job;
    },
    async addFor(account, { documents, ...submitted }, receiver) {
      const given = { ...submitted, id: newJobId(), account, fingerprint: '', ...results.sealed(receiver) };
      const saved = await save(given, documents, backend, settings.jobs);
      await announce(saved, backend).catch(onError);
      return saved.job;
    },
    webhooks: createWebhookAnswers(services, backend),
    delegate: createDelegation(backend, settings, onError),
    drain,
    async close() {
      endUpkeep();
      await drain(0);
      await Promise.all([taking?.left(), endWebhooks?.(WEBHOOK_GRACE_MS[services.jobs ? 'shared' : 'local'])]);
      await backend.dispatcher.close();
      await backend.store.close();
    },
  };
}

type TakingParts = Pick<Parts, 'clock' | 'budget' | 'folder' | 'metrics'> &
  Pick<RunnerSettings, 'onError' | 'onFailure'>;

/** Does jobs on this machine until it is drained. */
function takeJobs(
  backend: JobBackend,
  local: LocalWork,
  { clock, budget, folder, metrics, onError, onFailure }: TakingParts,
) {
  const mayWork = clock.isRight;
  const { works, atOnce, lock } = local;
  const execute = createExecution({ works, budget, folder, metrics });
  const runner = startRunner({
    ...backend,
    atOnce,
    lock,
    execute,
    mayWork,
    onError,
    onFailure,
  });
  const ability = () => (mayWork() ? { atOnce, meanSeconds: local.meanSeconds } : null);
  const leave = startReports(backend.capacity, ability, onError);
  let left: Promise<void> | null = null;
  return {
    drain(graceMs: number) {
      left = leave();
      return runner.close(graceMs);
    },
    /** Resolves when the store knows that this process takes no jobs. */
    left: () => left,
  };
}

/** In metrics and in /readyz. */
function report(
  { store, documents, capacity }: JobBackend,
  metrics: Metrics,
  readiness: Readiness,
  onError: (error: Error) => void,
): void {
  const read = () => Promise.all([store.counts(), capacity.total()]);
  const known = rememberedFor(COUNTED_MS, read);
  metrics.watchJobs(async () => {
    const [bytes, [counts, { atOnce, meanSeconds }]] = await Promise.all([documents.bytes(), read()]);
    return { ...counts, bytes, atOnce, queueSeconds: (counts.queued * meanSeconds) / Math.max(1, atOnce) };
  });
  readiness.addDetail('jobs', async () => {
    const [{ queued, running }, { atOnce }] = await known();
    return { status: atOnce > 0 ? 'ok' : 'failing', atOnce, queued, running };
  });
  const { check } = documents;
  if (check)
    readiness.addDetail(
      'documents',
      rememberedFor(CHECKED_MS, () => stateOf(check(), onError)),
    );
}

/** Everyone can ask for /readyz, and the count of many jobs takes time. */
const COUNTED_MS = 1_000;
/** Each check costs four requests to S3. */
const CHECKED_MS = 30_000;

function stateOf(check: Promise<void>, onError: (error: Error) => void): Promise<CheckState> {
  return check.then(
    () => ({ status: 'ok' }),
    error => {
      onError(error);
      return { status: 'failing' };
    },
  );
}

function localJobs({ settings: { jobs } }: ServerServices, folder: UploadFolder): JobBackend {
  return openLocalJobs({ folder: folder.path, keepMs: jobs.keepMs, maxBytes: jobs.maxBytes });
}
