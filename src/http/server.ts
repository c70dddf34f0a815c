/** Assembles the server from plugins and routes. listen.ts opens the socket. */
import type { Writable } from 'node:stream';
import { createVerifier, type VerifierSettings } from '../signatures/service/verifier.js';
import { type App, createApp } from './app.js';
import { createCodeMails } from './code-mails.js';
import { createJobs } from './jobs/jobs.js';
import { installJson } from './json.js';
import { type Admission, createAdmission } from './limits/admission.js';
import { createByteBudget } from './limits/byte-budget.js';
import { createFetches } from './limits/fetches.js';
import { installRateLimit } from './limits/rate-limit.js';
import { createMetrics, type Metrics } from './metrics/metrics.js';
import { installRequestMetrics } from './metrics/requests.js';
import { installDescription } from './openapi/document.js';
import { installAuthentication } from './plugins/auth.js';
import { type Draining, installDraining } from './plugins/draining.js';
import { installErrorHandler } from './plugins/error-handler.js';
import { installHeaders } from './plugins/headers.js';
import { installHostCheck } from './plugins/host.js';
import { installLog } from './plugins/log.js';
import { installMethods } from './plugins/methods.js';
import { installPrefix } from './plugins/prefix.js';
import { installPipelineLimit, installProtocol } from './plugins/protocol.js';
import { installRequestEnd } from './plugins/request-end.js';
import { convertRoute } from './routes/convert.js';
import { docsRoutes } from './routes/docs.js';
import { createReadiness, healthRoutes, type Readiness } from './routes/health.js';
import { jobsRoutes } from './routes/jobs.js';
import { keysRoutes } from './routes/keys.js';
import { openapiRoute } from './routes/openapi.js';
import { pageRoutes } from './routes/page.js';
import { pageSettingsRoute } from './routes/page-settings.js';
import { redeemRoutes, registerRoutes } from './routes/registration.js';
import { verifyRoute } from './routes/verify.js';
import { webhookSecretRoute } from './routes/webhook-secret.js';
import type { ServerServices } from './services.js';
import { createListUpdates } from './trusted-lists.js';
import { openUploadFolder } from './upload/folder.js';
import { createConversion } from './work/conversion.js';
import { createVerification } from './work/verification.js';

export interface Server {
  readonly app: App;
  readonly draining: Draining;
  readonly metrics: Metrics;
  /** A probe right after the start also warms up the engine. */
  readonly readiness: Readiness;
  /** Takes no further jobs; resolves when the running ones have ended, or were released after `graceMs`. */
  drainJobs(graceMs: number): Promise<void>;
  /** Cancels running work and removes all temporary files. */
  close(): Promise<void>;
}

/** @param log receives one JSON object per line */
export async function buildServer(services: ServerServices, log: Writable): Promise<Server> {
  const { settings, converter } = services;
  const metrics = createMetrics();
  const app = createApp(settings, log, metrics);
  const folder = await openUploadFolder(settings.tempFolder);
  const budget = createByteBudget(settings.uploadBudget);

  installRequestEnd(app);
  installRequestMetrics(app, metrics);
  const admission = createAdmission(services);
  watchWorkers(metrics, admission);
  metrics.watch('bytesUnderWay', () => budget.used);
  const intake = { budget, folder, fetches: createFetches(services.fetcher, settings, metrics), settings };
  const draining = await installPlugins(app, services);
  const readiness = createReadiness(converter);
  const verifier = createVerifier(verifierSettings(services));
  const codeMails = createCodeMails(app, services, { metrics, readiness });

  const lists = createListUpdates(app, services, { metrics, readiness });

  const allowed = { online: settings.online !== null, sources: settings.trustSources };
  const works = {
    convert: createConversion(services, { admission, metrics, readiness }),
    verify: createVerification({ allowed, verifier, metrics }),
  };
  const jobs = createJobs(app, services, { works, budget, folder, metrics, meanSeconds: () => admission.meanSeconds });

  const description = installDescription(app);
  registerRoutes(app, services, { codeMails, metrics });
  redeemRoutes(app, services, { metrics });
  convertRoute(app, services, { admission, intake, jobs, metrics, work: works.convert });
  verifyRoute(app, services, { allowed, intake, jobs, work: works.verify });
  jobsRoutes(app, services, jobs);
  keysRoutes(app, services);
  webhookSecretRoute(app, services);
  healthRoutes(app, services, draining, readiness);
  openapiRoute(app, description, settings.publicUrl);
  pageRoutes(app);
  docsRoutes(app);
  pageSettingsRoute(app, services);
  await app.ready();
  const close = async () => {
    await app.close();
    await jobs.close();
    await codeMails.close();
    await lists.close();
    await verifier.close();
    await folder.close();
  };
  return { app, draining, metrics, readiness, drainJobs: jobs.drain, close };
}

function watchWorkers(metrics: Metrics, admission: Admission): void {
  metrics.watch('workers', () => admission.status().workers);
  metrics.watch('busyWorkers', () => admission.status().busy);
  metrics.watch('queuedConversions', () => admission.status().queued);
}

function verifierSettings({ settings, trust }: ServerServices): VerifierSettings {
  return {
    anchors: trust?.portable.certificates ?? [],
    lists: trust?.portable.lists ?? null,
    aatl: trust?.portable.aatl ?? null,
    excluded: trust?.excluded ?? [],
    online: settings.online,
    timeoutMs: settings.verificationTimeoutMs,
    memoryMb: settings.verificationMemory,
    processPerDocument: settings.processPerDocument,
  };
}

/** In the order in which a request passes through them. */
async function installPlugins(app: App, { settings, counts }: ServerServices): Promise<Draining> {
  installPipelineLimit(app);
  installErrorHandler(app);
  installLog(app);
  installAuthentication(app);
  await installHeaders(app, settings.corsOrigins);
  installMethods(app);
  const draining = installDraining(app);
  installProtocol(app);
  installHostCheck(app, settings.publicUrl);
  installPrefix(app, settings.publicUrl);
  installJson(app);
  await installRateLimit(app, counts);
  return draining;
}
