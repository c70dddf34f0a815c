/** /v1/auth/verify: a code is traded for a key, once. */
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.js';
import { answersWith } from '../plugins/accept.js';
import { limitPerMinute } from '../plugins/limits.js';
import { refusePrefetch } from '../plugins/prefetch.js';
import { closed, Email, PROBLEMS } from '../schemas.js';
import type { ServerServices } from '../services.js';
import { typedPlus } from './register.js';

const Proof = closed({
  email: Email,
  code: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The code from the mail; case and spaces do not matter',
  }),
});

const Issued = Type.Object({
  apiKey: Type.String({ description: 'Shown this once: it cannot be recovered' }),
  keyId: Type.String(),
  email: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  message: Type.String(),
});

const about = { tags: ['Keys'], response: { 200: Issued, ...PROBLEMS } };

export function verifyAddressRoutes(app: App, { keys, settings }: ServerServices): void {
  const limit = limitPerMinute(app, 'codes', settings.codesPerMinute);

  const answer = async (email: string, code: string, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const issued = await keys.redeemCode({ email, code });
    const message = 'Keep this key: it is shown this once and cannot be recovered.';
    return { apiKey: issued.key, keyId: issued.id, email: issued.email, createdAt: issued.createdAt, message };
  };

  app.get('/v1/auth/verify', {
    exposeHeadRoute: false,
    onRequest: [refusePrefetch, answersWith('application/json'), limit],
    schema: { ...about, summary: 'Trade the code for a key', querystring: Proof },
    handler: ({ query }, reply) => answer(typedPlus(query.email), query.code, reply),
  });
  app.post('/v1/auth/verify', {
    onRequest: [answersWith('application/json'), limit],
    schema: { ...about, summary: 'Trade the code for a key, without either in the URL', body: Proof },
    handler: ({ body }, reply) => answer(body.email, body.code, reply),
  });
}
