/** The fastify instance: timeouts, size limits, and TypeBox as the schema language. */
import type { Writable } from 'node:stream';
import proxyAddr from '@fastify/proxy-addr';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { TSchema } from '@sinclair/typebox';
import fastify, { type FastifyInstance, type FastifySchemaCompiler, LogController } from 'fastify';
import { DocconvError } from '../errors.js';
import type { App } from './app.js';
import { answerDirectlyFor, sendErrorFor } from './gotenberg/answers.js';
import { createLogSettings } from './logger.js';
import type { Metrics } from './metrics/metrics.js';
import { clientErrorHandler } from './plugins/error-handler.js';
import { requestIdOf } from './plugins/log.js';
import { createTargets } from './plugins/targets.js';
import type { ServerSettings } from './services.js';

const HEADERS_MS = 20_000;
const IDLE_GRACE_MS = 30_000;
/** Bytes of a request body; routes that receive documents set limits of their own. */
const BODY_LIMIT = 64 * 1024;

/** @param log receives one JSON object per line */
export function createApp(settings: ServerSettings, log: Writable, metrics: Metrics): App {
  const logSettings = createLogSettings();
  const answerDirectly = answerDirectlyFor(settings);
  const targets = createTargets(settings.publicUrl);
  const app: FastifyInstance = fastify({
    logger: { level: settings.logLevel, stream: log, ...logSettings.options },
    logController: new LogController({ disableRequestLogging: true }), // plugins/log.ts writes one line per request
    genReqId: requestIdOf,
    rewriteUrl: targets.rewriteUrl,
    trustProxy: trustProxy(settings.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: settings.uploadTimeoutMs,
    // closes a connection on which nothing is sent or read; longer than any response takes
    connectionTimeout: settings.deadlineMs + IDLE_GRACE_MS,
    return503OnClosing: false, // plugins/draining.ts answers with problem+json instead
    forceCloseConnections: 'idle',
    http: {
      requireHostHeader: false, // plugins/protocol.ts checks it and answers with problem+json
      headersTimeout: Math.min(HEADERS_MS, settings.uploadTimeoutMs),
      connectionsCheckingInterval: 5_000,
    },
    clientErrorHandler: clientErrorHandler(() => app.log, metrics, targets, answerDirectly),
    frameworkErrors: sendErrorFor(settings),
    routerOptions: { maxParamLength: 200 },
    // in place of those that fastify loads by default, a tenth of the start
    schemaController: { compilersFactory: { buildValidator: notUsed, buildSerializer: notUsed } },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate('answerDirectly', answerDirectly);
  app.addHook('onClose', async () => logSettings.close());
  app.removeContentTypeParser('text/plain'); // 415: a page of another origin can send it without a preflight
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => JSON.stringify); // the schema documents the response and must not drop members
  return app as unknown as App;
}

/** The compilers are set when the app is made. */
function notUsed(): never {
  throw new Error('fastify makes a compiler although both are set');
}

type TrustProxy = false | ((address: string | undefined, hop: number) => boolean);

/** Fastify's option of the same name, from addresses, CIDR ranges and `unix`. Throws CONFIG_INVALID. */
export function trustProxy(proxies: readonly string[]): TrustProxy {
  if (proxies.length === 0) return false;
  const isTrustedAddress = compile(proxies.filter(word => word !== 'unix'));
  const trustsSocket = proxies.includes('unix');
  // a peer on a unix socket has no address
  return (address, hop) => (address === undefined ? trustsSocket : isTrustedAddress(address, hop));
}

function compile(addresses: string[]): (address: string, hop: number) => boolean {
  try {
    return proxyAddr.compile(addresses);
  } catch (cause) {
    throw new DocconvError('CONFIG_INVALID.trust-proxy', {}, { cause });
  }
}

/**
 * Values of a query are texts, and are converted only from the one form that JSON has: TypeBox would take `true` for the
 * integer 1, and 1.5 as well.
 */
const compileValidator: FastifySchemaCompiler<TSchema> = route => {
  const check = TypeBoxValidatorCompiler({ ...route, httpPart: 'body' }); // without conversion
  if (route.httpPart !== 'querystring') return check;
  const { properties = {} } = route.schema as { properties?: Record<string, TSchema> };
  return query => {
    const values = Object.entries(query as object).map(([name, text]) => [name, parsed(properties[name]?.type, text)]);
    return check(Object.fromEntries(values));
  };
};

function parsed(type: string | undefined, text: unknown): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(String(text))) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(String(text))) return text === 'true';
  return text;
}
