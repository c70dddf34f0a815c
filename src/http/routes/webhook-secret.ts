/** /v1/webhook-secret: with what a receiver of webhooks verifies their signatures. */
import type { WebhookSecrets } from '../../keys/index.js';
import type { App } from '../app.js';
import { presentSecret } from '../jobs/webhook-signing.js';
import { clientAddress, limitPerMinute } from '../limits/rate-limit.js';
import { apiKeyOf, requireKey } from '../plugins/auth.js';
import { named, nullable, phrase, time } from '../schemas.js';
import type { ServerServices } from '../services.js';

const Secret = named('WebhookSecret', {
  secret: phrase('For libraries of Standard Webhooks', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'),
  rotatedAt: nullable(time('When it replaced another one')),
  formerUntil: nullable(time('Until when events have a signature of the former secret as well; null: they have none')),
});

const shared = { tags: ['Jobs'], security: [{ key: [] }] };

export function webhookSecretRoutes(app: App, services: ServerServices): void {
  const { keys, settings } = services;
  const authenticated = requireKey(keys);
  const viewOf = (email: string, { rotations, rotatedAt, formerUntil }: WebhookSecrets) => {
    return { secret: presentSecret(services, email, rotations), rotatedAt, formerUntil };
  };

  app.get('/v1/webhook-secret', {
    onRequest: authenticated,
    schema: {
      ...shared,
      operationId: 'getWebhookSecret',
      summary: 'The secret that signs the webhooks of your account',
      response: { 200: Secret },
      problems: ['store_unavailable'],
    },
    handler: async (request, reply) => {
      const { email } = apiKeyOf(request);
      reply.header('cache-control', 'no-store');
      return viewOf(email, await keys.webhookSecrets(email));
    },
  });
  app.post('/v1/webhook-secret/rotate', {
    onRequest: [authenticated, limitPerMinute(app, 'jobs', settings.jobRequestsPerMinute)],
    schema: {
      ...shared,
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the secret that signs the webhooks of your account',
      description:
        'For a day, events have a signature of the former secret as well. A further rotation within this day ends the oldest secret at once.',
      response: { 200: Secret },
      problems: ['rate_limited', 'store_busy', 'store_unavailable'],
    },
    handler: async (request, reply) => {
      const { email, id } = apiKeyOf(request);
      const actor = { client: clientAddress(request), by: id };
      reply.header('cache-control', 'no-store');
      return viewOf(email, await keys.rotateWebhookSecret(email, actor));
    },
  });
}
