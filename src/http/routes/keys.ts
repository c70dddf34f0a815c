/** /v1/keys: the caller's own keys, without their secrets. */
import { Type } from '@sinclair/typebox';
import type { App } from '../app.js';
import { answersWith } from '../plugins/accept.js';
import { callerOf, requireKey } from '../plugins/auth.js';
import { HttpProblem } from '../problem.js';
import { closed, nullable, PROBLEMS } from '../schemas.js';
import type { ServerServices } from '../services.js';

const Key = Type.Object({
  id: Type.String(),
  email: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  revokedAt: nullable(Type.String({ format: 'date-time' })),
  current: Type.Boolean({ description: 'The key of this very request' }),
});

const about = { tags: ['Keys'], security: [{ key: [] }] };

export function keysRoutes(app: App, { keys }: ServerServices): void {
  const onRequest = [requireKey(keys), answersWith('application/json')];

  app.get('/v1/keys', {
    onRequest,
    schema: { ...about, summary: 'Your keys', response: { 200: Type.Object({ keys: Type.Array(Key) }), ...PROBLEMS } },
    async handler(request, reply) {
      const caller = callerOf(request);
      reply.header('cache-control', 'no-store');
      const own = await keys.list(caller.email);
      const shown = own.map(({ id, email, createdAt, revokedAt }) => ({ id, email, createdAt, revokedAt }));
      return { keys: shown.map(key => ({ ...key, current: key.id === caller.id })) };
    },
  });
  app.delete('/v1/keys/:id', {
    onRequest: requireKey(keys),
    schema: {
      ...about,
      summary: 'Revoke one of your keys',
      params: closed({ id: Type.String({ maxLength: 64 }) }),
      response: { 204: Type.Null(), ...PROBLEMS },
    },
    async handler(request, reply) {
      const wasAlive = await keys.revoke(request.params.id, callerOf(request).email);
      if (!wasAlive)
        throw new HttpProblem('not_found', 'No key of yours that still works has this id: see GET /v1/keys.');
      return reply.code(204).send(null);
    },
  });
}
