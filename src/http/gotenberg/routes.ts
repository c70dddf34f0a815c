/** The routes of documents: a form becomes an order, which is done as those of /v1. */
import { unlink } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import type { Keys } from '../../keys/index.js';
import { packageVersion } from '../../system/package.js';
import type { App } from '../app.js';
import type { Readiness } from '../health/readiness.js';
import type { Jobs } from '../jobs/jobs.js';
import { createWebhookCheck } from '../jobs/webhook-check.js';
import { accountOfClient, clientAddress, clientIdOf, type Guard, limitPerMinute } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { requireKey } from '../plugins/auth.js';
import { HttpProblem, problemOf } from '../problem.js';
import type { ServerServices } from '../services.js';
import type { IntakeParts } from '../upload/intake.js';
import type { LocalWork } from '../work/local.js';
import { type Answer, sendAnswer, type Work } from '../work/work.js';
import { sendText } from './answers.js';
import { givenName } from './form/names.js';
import { FORM_ROUTES, type FormRoute, readRequest } from './form/requests.js';
import { createFormIntake } from './intake.js';
import { type OrderedForm, orderOf } from './order.js';
import { checkUrls, hasWebhook, webhookOf } from './webhook.js';

interface Parts {
  intake: IntakeParts;
  jobs: Jobs;
  /** Null: another server does the work, and counts it. */
  local: LocalWork | null;
  metrics: Metrics;
  readiness: Readiness;
  work: Work;
}

export function gotenbergRoutes(app: App, services: ServerServices, parts: Parts): void {
  if (services.settings.gotenberg === 'off') return;
  greetClients(app);
  app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, failsAsGotenberg: true };
    });
    serviceRoutes(scope as App, parts.readiness);
    defineForms(scope as App, services, parts);
    defineOthers(scope as App);
  });
}

function defineForms(app: App, services: ServerServices, parts: Parts): void {
  const { settings, keys, fetcher } = services;
  const { jobs, local, metrics, work } = parts;
  const { folder } = parts.intake;
  const intake = createFormIntake(app, settings.mergedInputs, parts.intake);
  const checkWebhook = createWebhookCheck(fetcher);
  const waits = ({ headers }: FastifyRequest) => !hasWebhook(headers);
  const guard: Guard = async (request, reply) => {
    if (local && waits(request)) await local.guard(request, reply);
  };

  /** The result is sent later. */
  const accept = async (request: FastifyRequest, form: OrderedForm, reply: FastifyReply) => {
    const webhook = form.webhook!;
    await checkUrls(webhook, fetcher, checkWebhook);
    const receiver = { url: webhook.url, description: JSON.stringify(webhook) };
    await jobs.addFor(accountOfClient(clientIdOf(request)), orderOf(form), receiver);
    return reply.code(204).send();
  };
  const answer = async (request: FastifyRequest, form: OrderedForm, output: string, signal: AbortSignal) => {
    readRequest(form.route, form); // faults of the form need no worker
    const take = (bytes: number) => request.byteUsage?.take(bytes);
    return work({ ...orderOf(form), client: clientIdOf(request), isJob: false, take }, output, signal);
  };
  const handle = (route: FormRoute) => async (request: FastifyRequest, reply: FastifyReply) => {
    const outputName = givenName(request.headers['gotenberg-output-filename']);
    const webhook = webhookOf(request.headers, request.id);
    const output = folder.newPath();
    let made: Answer | null = null;
    try {
      made = await intake.withForm(request, async (received, signal) => {
        const form = { ...received, route, outputName, webhook };
        return webhook ? accept(request, form, reply).then(() => null) : answer(request, form, output, signal);
      });
      return made ? sendAnswer(made, reply) : reply;
    } catch (thrown) {
      if (local) metrics.conversion(problemOf(thrown).kind.code, 'none', 0);
      throw thrown;
    } finally {
      // the response still streams from the open file handle
      if (!Buffer.isBuffer(made?.body)) await unlink(output).catch(() => {});
    }
  };
  const onRequest = [
    ...(settings.gotenberg === 'key' ? [requireBasicKey(keys)] : []),
    limitPerMinute(app, 'convert', settings.convertPerMinute),
    guard,
    ...intake.guards,
  ];
  for (const route of FORM_ROUTES) app.post(route, { onRequest, handler: handle(route) });
}

/** Other paths of Gotenberg, and other methods. */
function defineOthers(app: App): void {
  for (const path of ['/forms/*', '/debug', '/prometheus/*']) app.all(path, { onRequest: refuse }, refuse);
}

async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  if (FORM_ROUTES.some(route => route === path))
    throw new HttpProblem('method_not_allowed', undefined, { headers: { allow: 'POST' } });
  if (!path.startsWith('/forms/chromium/')) throw new HttpProblem('not_found');
  return sendText(reply.code(404), NO_BROWSER);
}

const NO_BROWSER =
  'This server has no Chromium: it converts office documents and works on PDFs. Send pages and HTML to a server with a browser.';

/** An API key as the password of basic authentication (RFC 7617), or as a bearer token. */
function requireBasicKey(keys: Keys): Guard {
  const requireBearer = requireKey(keys);
  return async (request, reply) => {
    const [, encoded] = /^Basic +([\w+/=-]+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (encoded === undefined) return requireBearer(request, reply);
    const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    const key = await keys.authenticate(password, clientAddress(request));
    if (!key) throw new DocconvError('KEY_INVALID.unknown-or-revoked');
    request.apiKey = key;
  };
}

const GREETING = `Hey, Gotenberg has no UI, it's an API. Head to the <a href="https://gotenberg.dev">documentation</a> to learn how to interact with it 🚀`;

/** Browsers get docconv's page at the root; others the text that Gotenberg's clients may look for. */
function greetClients(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, headers } = request.raw;
    if ((method !== 'GET' && method !== 'HEAD') || url !== '/' || headers.accept?.includes('text/html')) return;
    return sendText(reply.header('gotenberg-trace', request.id), GREETING, 'text/html; charset=UTF-8');
  });
}

/** Health and version. */
function serviceRoutes(app: App, readiness: Readiness): void {
  app.get('/health', { config: { whileDraining: true } }, async (_request, reply) => {
    const { faults } = await readiness.report();
    const status = faults.length === 0 ? 'up' : 'down';
    const libreoffice = { status, timestamp: new Date().toISOString() };
    reply.code(status === 'up' ? 200 : 503).header('content-type', 'application/json');
    return { status, details: { libreoffice } };
  });
  app.get('/version', async (_request, reply) => sendText(reply, packageVersion()));
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
}
