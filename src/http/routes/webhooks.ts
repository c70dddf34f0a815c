/** /v1/webhooks: what became of the webhooks of the client, sends one again, and tries a receiver. */
import { Type } from '@sinclair/typebox';
import type { FastifySchema } from 'fastify';
import { DELIVERY_STATUSES } from '../../jobs/index.js';
import type { App } from '../app.js';
import { DeliveryAnswer, DeliveryError, DeliveryView, viewOfDelivery } from '../jobs/delivery-view.js';
import type { Jobs } from '../jobs/jobs.js';
import { limitPerMinute } from '../limits/rate-limit.js';
import { requireAccept } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import type { ProblemCode } from '../problem-table.js';
import { CURSOR, choiceOf, closed, count, flag, NEXT, named, phrase } from '../schemas.js';
import type { ServerServices } from '../services.js';

const shared = { tags: ['Jobs'], security: [{ key: [] }] };
const params = closed({ id: Type.String({ maxLength: 64, pattern: '^[\\w-]+$', description: 'Id of the delivery' }) });
const PROBLEMS: readonly ProblemCode[] = ['not_acceptable', 'rate_limited', 'store_unavailable'];

const Listing = closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Number of deliveries' })),
  cursor: Type.Optional(CURSOR),
  status: Type.Optional(choiceOf('Only deliveries with this status', ...DELIVERY_STATUSES)),
});

const Test = named('WebhookTest', {
  id: phrase('The header webhook-id of the event', 'msg_pYzbR3gqTm6Yv0m1r2d3Zw'),
  delivered: flag('Whether the receiver answered with a status of 200 to 299'),
  status: DeliveryAnswer,
  error: DeliveryError,
  milliseconds: count('Until the answer', 80),
});

const listing = {
  ...shared,
  operationId: 'listWebhookDeliveries',
  problems: PROBLEMS,
  summary: 'What became of your webhooks, the newest first',
  querystring: Listing,
  response: { 200: Type.Object({ deliveries: Type.Array(DeliveryView), next: NEXT }) },
} satisfies FastifySchema;

const testing = {
  ...shared,
  operationId: 'testWebhook',
  problems: [...PROBLEMS, 'url_forbidden', 'webhook_undeliverable', 'overloaded', 'deadline_exceeded'],
  summary: 'Send an event to a receiver once, to try it',
  description:
    'The event has the type `webhook.test`, and is signed as all others. The answer states what the receiver answered.',
  body: closed({ url: phrase('Of the receiver', 'https://example.org/docconv-events') }),
  response: { 200: Test },
} satisfies FastifySchema;

export function webhooksRoutes(app: App, { keys, settings }: ServerServices, { webhooks }: Jobs): void {
  const guards = [
    requireKey(keys),
    limitPerMinute(app, 'jobs', settings.jobRequestsPerMinute),
    requireAccept('application/json'),
  ];

  app.get('/v1/webhooks/deliveries', {
    onRequest: guards,
    schema: listing,
    async handler(request, reply) {
      const { limit = 100, cursor, status } = request.query;
      const { deliveries, next } = await webhooks.list({ limit, cursor, status: status ?? null }, request);
      reply.header('cache-control', 'no-store');
      return { deliveries: deliveries.map(viewOfDelivery), next };
    },
  });
  app.get('/v1/webhooks/deliveries/:id', {
    onRequest: guards,
    schema: {
      ...shared,
      operationId: 'getWebhookDelivery',
      problems: [...PROBLEMS, 'not_found'],
      summary: 'What became of a webhook',
      params,
      response: { 200: DeliveryView },
    },
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      return viewOfDelivery(await webhooks.find(request.params.id, request));
    },
  });
  app.post('/v1/webhooks/deliveries/:id/resend', {
    onRequest: guards,
    schema: {
      ...shared,
      operationId: 'resendWebhook',
      problems: [...PROBLEMS, 'not_found', 'queue_full'],
      summary: 'Send a webhook again, now',
      params,
      response: { 202: { ...DeliveryView, description: 'It is sent' } },
    },
    async handler(request, reply) {
      const delivery = await webhooks.resend(request.params.id, request);
      return reply.code(202).header('cache-control', 'no-store').send(viewOfDelivery(delivery));
    },
  });
  app.post('/v1/webhooks/test', {
    onRequest: guards,
    schema: testing,
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      return webhooks.test(request.body.url, request);
    },
  });
}
