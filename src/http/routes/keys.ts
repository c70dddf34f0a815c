/** /v1/keys: lists and revokes the keys of the caller's address. Secrets are not included. */
import { Type } from '@sinclair/typebox';
import type { App } from '../app.js';
import { requireAccept } from '../plugins/accept.js';
import { apiKeyOf, requireKey } from '../plugins/auth.js';
import { HttpProblem } from '../problem.js';
import { closed, nullable, PROBLEMS } from '../schemas.js';
import type { ServerServices } from '../services.js';

const Key = Type.Object({
  id: Type.String(),
  email: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  revokedAt: nullable(Type.String({ format: 'date-time' })),
  current: Type.Boolean({ description: 'True for the key that authenticated this request' }),
});

const shared = { tags: ['Keys'], security: [{ key: [] }] };

export function keysRoutes(app: App, { keys }: ServerServices): void {
  const onRequest = [requireKey(keys), requireAccept('application/json')];

  app.get('/v1/keys', {
    onRequest,
    schema: { ...shared, summary: 'Your keys', response: { 200: Type.Object({ keys: Type.Array(Key) }), ...PROBLEMS } },
    async handler(request, reply) {
      const caller = apiKeyOf(request);
      reply.header('cache-control', 'no-store');
      const own = await keys.list(caller.email);
      const shown = own.map(({ id, email, createdAt, revokedAt }) => ({ id, email, createdAt, revokedAt }));
      return { keys: shown.map(key => ({ ...key, current: key.id === caller.id })) };
    },
  });
  app.delete('/v1/keys/:id', {
    onRequest: requireKey(keys),
    schema: {
      ...shared,
      summary: 'Revoke one of your keys',
      params: closed({ id: Type.String({ maxLength: 64 }) }),
      response: { 204: Type.Null(), ...PROBLEMS },
    },
    async handler(request, reply) {
      const revoked = await keys.revoke(request.params.id, apiKeyOf(request).email);
      if (!revoked)
        throw new HttpProblem('not_found', 'You have no active key with this id. GET /v1/keys lists your keys.');
      return reply.code(204).send(null);
    },
  });
}
