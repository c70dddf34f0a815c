/** Assembles the server from plugins and routes. listen.ts opens the socket. */
import type { Writable } from 'node:stream';
import type { App } from './app.js';
import { watchClock } from './clock.js';
import { createCodeMails } from './code-mails.js';
import { createApp } from './create-app.js';
import { installTrace, sendErrorFor } from './gotenberg/answers.js';
import { sendResult } from './gotenberg/delivery.js';
import { isForm } from './gotenberg/order.js';
import { gotenbergRoutes } from './gotenberg/routes.js';
import { createFormWork } from './gotenberg/work.js';
import { addChecks, KEY_STORE_FAULT } from './health/checks.js';
import { createReadiness, failingWith, type Readiness } from './health/readiness.js';
import { installHostCheck } from './host.js';
import { createJobs, type Jobs } from './jobs/jobs.js';
import { installJson } from './json.js';
import { type ByteBudget, createByteBudget } from './limits/byte-budget.js';
import { createFetches } from './limits/fetches.js';
import { installRateLimit } from './limits/rate-limit.js';
import { installUnreadAnswers } from './limits/unread-answers.js';
import { createMetrics, installRequestMetrics, type Metrics } from './metrics/metrics.js';
import { installDescription } from './openapi/document.js';
import { installAuthentication } from './plugins/auth.js';
import { type Draining, installDraining } from './plugins/draining.js';
import { installErrorHandler } from './plugins/error-handler.js';
import { installHeaders } from './plugins/headers.js';
import { installLog } from './plugins/log.js';
import { installMethods } from './plugins/methods.js';
import { installPrefix } from './plugins/prefix.js';
import { installPipelineLimit, installProtocol } from './plugins/protocol.js';
import { installRequestEnd } from './request-end.js';
import { convertRoute } from './routes/convert.js';
import { healthRoutes } from './routes/health.js';
import { jobsRoutes } from './routes/jobs.js';
import { keysRoutes } from './routes/keys.js';
import { openapiRoute } from './routes/openapi.js';
import { docsRoute, pageRoutes, pageSettingsRoute } from './routes/page.js';
import { redeemRoutes, registerRoutes } from './routes/registration.js';
import { verifyRoute } from './routes/verify.js';
import { webhookSecretRoutes } from './routes/webhook-secret.js';
import { webhooksRoutes } from './routes/webhooks.js';
import type { ServerServices, ServerSettings } from './services.js';
import { createListUpdates } from './trusted-lists.js';
import { openUploadFolder, type UploadFolder } from './upload/folder.js';
import { createLocalWork, type LocalWork } from './work/local.js';
import type { Allowed } from './work/verify-options.js';

const FORMS = { owns: isForm, create: createFormWork };

export interface Server {
  readonly app: App;
  readonly draining: Draining;
  readonly metrics: Metrics;
  /** Takes no further jobs; resolves when the running ones have ended, or were released after `graceMs`. */
  drainJobs(graceMs: number): Promise<void>;
  /** Cancels running work and removes all temporary files. */
  close(): Promise<void>;
}

/** @param log receives one JSON object per line */
export async function buildServer(services: ServerServices, log: Writable): Promise<Server> {
  const { settings, probe } = services;
  const { role } = settings;
  const metrics = createMetrics();
  const app = createApp(settings, log, metrics);
  const folder = await openUploadFolder(settings.tempFolder, err => app.log.warn({ err }, 'temporary folder'));
  const budget = createByteBudget(settings.uploadBudget);

  installRequestEnd(app);
  installRequestMetrics(app, metrics);
  metrics.watch('bytesUnderWay', () => budget.used);
  const draining = await installPlugins(app, services);
  const readiness = createReadiness();
  const clock = await watchClock(services, app.log);
  addChecks(readiness, services, { clock, folder });
  const lists = createListUpdates(app, services, { metrics, readiness });
  const allowed = { online: settings.online !== null, sources: settings.trustSources };
  const local = probe && createLocalWork(services, { allowed, folder, metrics, others: FORMS, probe });
  const jobs = createJobs(app, services, { clock, local, budget, folder, metrics, readiness, sendResult });
  const parts = { allowed, budget, draining, folder, jobs, local, metrics, readiness };
  const endApi = role === 'work' ? null : await publicRoutes(app, services, parts);
  if (role === 'work') healthRoutes(app, parts);
  await app.ready();
  const close = async () => {
    services.answerWithin(STORE_MS);
    clock.close();
    await app.close();
    await jobs.close();
    await endApi?.();
    await lists.close();
    await local?.close();
    await folder.close();
  };
  return { app, draining, metrics, drainJobs: jobs.drain, close };
}

/**
 * A server whose store was never there: it is alive, not ready, and refuses everything else.
 * @param failure the latest one
 */
export async function buildWaitingServer(
  settings: ServerSettings,
  log: Writable,
  failure: () => Error,
): Promise<Server> {
  const metrics = createMetrics();
  const app = createApp(settings, log, metrics);
  installRequestEnd(app);
  installRequestMetrics(app, metrics);
  const draining = await installPlugins(app, { settings, counts: null });
  const readiness = createReadiness();
  const refuse = async () => {
    throw failure();
  };
  readiness.addCheck('keyStore', failingWith(KEY_STORE_FAULT, refuse));
  healthRoutes(app, { draining, readiness });
  app.all('/*', { onRequest: refuse, config: { failsAsGotenberg: true } }, refuse);
  await app.ready();
  return { app, draining, metrics, drainJobs: async () => {}, close: () => app.close() };
}

/** What is left to be saved at the end takes milliseconds, unless the store does not answer. */
const STORE_MS = 1_200;

interface Parts {
  allowed: Allowed;
  budget: ByteBudget;
  draining: Draining;
  folder: UploadFolder;
  jobs: Jobs;
  /** Null: what a request asks for becomes a job, for which it waits. */
  local: LocalWork | null;
  metrics: Metrics;
  readiness: Readiness;
}

/** Returns a function that ends what the routes have started. */
async function publicRoutes(app: App, services: ServerServices, parts: Parts): Promise<() => Promise<void>> {
  const { settings } = services;
  const { allowed, budget, folder, jobs, local, metrics, readiness } = parts;
  const intake = { budget, folder, fetches: createFetches(services.fetcher, settings, metrics), settings };
  const codeMails = createCodeMails(app, services, { metrics, readiness });
  const works = local?.worksOfRequests ?? { convert: jobs.delegate, verify: jobs.delegate };

  const description = installDescription(app);
  registerRoutes(app, services, { codeMails, metrics });
  redeemRoutes(app, services, { metrics });
  convertRoute(app, services, { intake, jobs, local, metrics, work: works.convert });
  verifyRoute(app, services, { allowed, intake, jobs, work: works.verify });
  if (services.signing) {
    const { signRoute } = await import('./routes/sign.js'); // loads what signs, which few servers need
    signRoute(app, services, services.signing, { intake, local, metrics, readiness });
  }
  jobsRoutes(app, services, jobs);
  keysRoutes(app, services);
  webhooksRoutes(app, services, jobs);
  webhookSecretRoutes(app, services);
  healthRoutes(app, parts);
  openapiRoute(app, description, settings.publicUrl);
  gotenbergRoutes(app, services, { intake, jobs, local, metrics, readiness, work: works.convert });
  pageRoutes(app);
  docsRoute(app, description, settings.publicUrl);
  pageSettingsRoute(app, services);
  return () => codeMails.close();
}

/** In the order in which a request passes through them. */
async function installPlugins(
  app: App,
  { settings, counts }: Pick<ServerServices, 'settings' | 'counts'>,
): Promise<Draining> {
  installPipelineLimit(app);
  const sendError = sendErrorFor(settings);
  installErrorHandler(app, sendError);
  installLog(app);
  installTrace(app, settings);
  installAuthentication(app);
  await installHeaders(app, settings.corsOrigins);
  installMethods(app);
  const draining = installDraining(app, sendError);
  installProtocol(app);
  installHostCheck(app, settings.publicUrl);
  installPrefix(app, settings.publicUrl);
  installJson(app);
  await installRateLimit(app, counts);
  installUnreadAnswers(app, settings.uploadBudget);
  return draining;
}
