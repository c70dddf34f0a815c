/** Puts the server together. It does not listen: listen.ts does. */

import type { Writable } from 'node:stream';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import fastify, { LogController } from 'fastify';
import { createVerifier, type VerifierSettings } from '../signatures/index.js';
import { admission } from './admission.js';
import type { App } from './app.js';
import { installMetrics } from './metrics.js';
import { installCaller } from './plugins/auth.js';
import { type Draining, installDraining } from './plugins/draining.js';
import { answerClientError, answerProblem, installErrors } from './plugins/errors.js';
import { installHeaders } from './plugins/headers.js';
import { installLimits } from './plugins/limits.js';
import { installLog } from './plugins/log.js';
import { installMethods } from './plugins/methods.js';
import { installPipelines } from './plugins/pipelines.js';
import { installProtocol } from './plugins/protocol.js';
import { installRequestId, requestIdOf } from './plugins/request-id.js';
import { installEnding } from './plugins/response-end.js';
import { trustProxy } from './plugins/trust-proxy.js';
import { type Canary, createCanary } from './readiness.js';
import { convertRoute } from './routes/convert.js';
import { healthRoutes } from './routes/health.js';
import { keysRoutes } from './routes/keys.js';
import { metricsRoute } from './routes/metrics.js';
import { installOpenapi, openapiRoute } from './routes/openapi.js';
import { pageRoutes } from './routes/page.js';
import { registerRoutes } from './routes/register.js';
import { verifyRoute } from './routes/verify.js';
import { verifyAddressRoutes } from './routes/verify-address.js';
import type { ServerServices } from './services.js';
import type { ServerSettings } from './settings.js';
import { installUpload } from './upload/upload.js';
import { openWorkspaces } from './upload/workspace.js';

export interface Server {
  readonly app: App;
  readonly draining: Draining;
  /** Sung once at the start, the first request finds an engine that is warm. */
  readonly canary: Canary;
  /** Ends what still runs, and leaves nothing behind. */
  close(): Promise<void>;
}

/** @param log where the log goes, a JSON object a line */
export async function buildServer(services: ServerServices, log: Writable): Promise<Server> {
  const app = createApp(services.settings, log);
  const workspaces = await openWorkspaces(services.settings.tempFolder);

  installEnding(app);
  const admit = admission(services);
  const metrics = installMetrics(app, admit);
  const draining = await installPlugins(app, services);
  const canary = createCanary(services.converter);
  const verifier = createVerifier(verifierSettings(services));

  registerRoutes(app, services);
  verifyAddressRoutes(app, services);
  convertRoute(app, services, { admit, workspaces, metrics, canary });
  verifyRoute(app, services, { verifier, metrics });
  keysRoutes(app, services);
  healthRoutes(app, services, draining, canary);
  metricsRoute(app, services.settings, metrics);
  openapiRoute(app);
  pageRoutes(app);
  await app.ready();
  const close = async () => {
    await app.close();
    await verifier.close();
    await workspaces.close();
  };
  return { app, draining, canary, close };
}

function verifierSettings({ settings, trust }: ServerServices): VerifierSettings {
  return {
    anchors: trust?.anchors() ?? [],
    online: settings.online,
    timeoutMs: settings.checkMs,
    memoryMb: settings.checkMemory,
  };
}

const HEADERS_MS = 20_000;
const IDLE_GRACE_MS = 30_000;

function createApp(settings: ServerSettings, log: Writable): App {
  const app = fastify({
    logger: { level: settings.logLevel, stream: log },
    logController: new LogController({ disableRequestLogging: true }), // log.ts writes one line per request
    genReqId: requestIdOf,
    trustProxy: trustProxy(settings.trustProxy),
    bodyLimit: 64 * 1024,
    requestTimeout: settings.uploadMs,
    // a client that neither sends nor reads; longer than any answer takes
    connectionTimeout: settings.deadlineMs + IDLE_GRACE_MS,
    return503OnClosing: false, // draining does it, as problem+json
    forceCloseConnections: 'idle',
    http: {
      requireHostHeader: false, // protocol.ts does it
      headersTimeout: Math.min(HEADERS_MS, settings.uploadMs),
      connectionsCheckingInterval: 5_000,
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerProblem,
    routerOptions: { maxParamLength: 200 },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.removeContentTypeParser('text/plain'); // 415: a page of another origin may send it without asking
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify); // the schema describes the answer, it must not trim it
  return app as unknown as App;
}

/** In the order in which a request meets them. */
async function installPlugins(app: App, { settings }: ServerServices): Promise<Draining> {
  installPipelines(app);
  installErrors(app);
  installRequestId(app);
  installLog(app);
  installCaller(app);
  await installHeaders(app, settings.corsOrigins);
  installMethods(app);
  const draining = installDraining(app);
  installProtocol(app);
  await installLimits(app);
  await installUpload(app);
  await installOpenapi(app, settings.publicUrl);
  return draining;
}
