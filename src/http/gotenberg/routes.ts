/** The routes of documents: a form becomes an order, which is done as those of /v1. */
import { unlink } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import type { Readiness } from '../health/readiness.js';
import type { Jobs } from '../jobs/jobs.js';
import { createWebhookCheck } from '../jobs/webhook-check.js';
import { accountOfClient, clientIdOf, type Guard, limitPerMinute } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { HttpProblem, problemOf } from '../problem.js';
import type { ServerServices } from '../services.js';
import type { IntakeParts } from '../upload/intake.js';
import type { LocalWork } from '../work/local.js';
import { type Answer, sendAnswer, type Work } from '../work/work.js';
import { sendFault, sendText } from './answers.js';
import { requireBasicKey } from './basic-key.js';
import { givenName } from './form/names.js';
import { FORM_ROUTES, type FormRoute, readRequest } from './form/requests.js';
import { createFormIntake } from './intake.js';
import { type OrderedForm, orderOf } from './order.js';
import { greetClients, serviceRoutes } from './service-routes.js';
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
    scope.setErrorHandler(sendFault);
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('gotenberg-trace', request.id);
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
  app.all('/forms/*', { onRequest: refuse }, refuse);
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
