/** GET /v1/webhook-secret: with what a receiver of webhooks verifies their signatures. */
import { webhookSecret } from '../../jobs/index.js';
import type { App } from '../app.js';
import { apiKeyOf, requireKey } from '../plugins/auth.js';
import { named, phrase } from '../schemas.js';
import type { ServerServices } from '../services.js';

const Secret = named('WebhookSecret', {
  secret: phrase('For libraries of Standard Webhooks', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'),
});

export function webhookSecretRoute(app: App, { keys, webhookKeys }: ServerServices): void {
  app.get('/v1/webhook-secret', {
    onRequest: requireKey(keys),
    schema: {
      operationId: 'getWebhookSecret',
      tags: ['Jobs'],
      summary: 'The secret that signs the webhooks of your account',
      security: [{ key: [] }],
      response: { 200: Secret },
      problems: [],
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { secret: webhookSecret(webhookKeys[0]!, apiKeyOf(request).email) };
    },
  });
}
