/** /v1/keys: lists, renames, rotates and revokes keys. Only a rotation shows a secret, the new one. */
import { Type } from '@sinclair/typebox';
import type { FastifyRequest, FastifySchema } from 'fastify';
import { DocconvError } from '../../errors.js';
import { type AuthenticatedKey, GRACE_HOURS, type KeyInfo } from '../../keys/index.js';
import type { App } from '../app.js';
import { clientAddress, limitPerMinute } from '../limits/rate-limit.js';
import { requireAccept } from '../plugins/accept.js';
import { apiKeyOf, requireKey } from '../plugins/auth.js';
import { HttpProblem } from '../problem.js';
import type { ProblemCode } from '../problem-table.js';
import { closed, KeyName, named, nullable } from '../schemas.js';
import type { ServerServices } from '../services.js';

/** Every change is written to the store and to the audit log. */
const CHANGES_PER_MINUTE = 60;

const Time = Type.String({ format: 'date-time' });

const Key = named('Key', {
  id: Type.String(),
  name: nullable(Type.String()),
  email: Type.String(),
  admin: Type.Boolean({ description: 'May list, rename and revoke the keys of all addresses' }),
  createdAt: Time,
  rotatedAt: nullable(Time),
  expiresAt: nullable(Time),
  lastUsedAt: nullable(Type.String({ format: 'date-time', description: 'Up to an hour before the last use' })),
  revokedAt: nullable(Time),
  formerUntil: nullable(
    Type.String({ format: 'date-time', description: 'Until when the secret before the last rotation is valid' }),
  ),
  current: Type.Boolean({ description: 'True for the key that authenticated this request' }),
});

const Rotated = named('KeyRotated', {
  apiKey: Type.String({ description: 'The new key. Shown only in this response; it cannot be recovered' }),
  keyId: Type.String({ description: 'As before' }),
  email: Type.String(),
  name: nullable(Type.String()),
  expiresAt: nullable(Time),
  formerUntil: nullable(Type.String({ format: 'date-time', description: 'Until when the former key is valid' })),
  message: Type.String(),
});

const Listing = closed({
  all: Type.Optional(Type.Boolean({ default: false, description: 'Keys of all addresses; needs an admin key' })),
});

const Rotation = closed({
  graceHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: GRACE_HOURS.max,
      default: GRACE_HOURS.preset,
      description: 'Hours for which the former key stays valid',
    }),
  ),
});

const params = closed({ id: Type.String({ maxLength: 64, pattern: '^[\\w-]+$' }) });
const CHANGE_PROBLEMS: readonly ProblemCode[] = ['not_found', 'rate_limited', 'store_busy', 'store_unavailable'];
const shared = { tags: ['Keys'], security: [{ key: [] }] };

const listing = {
  ...shared,
  operationId: 'listKeys',
  problems: ['not_acceptable', 'key_not_permitted'],
  summary: 'Your keys',
  querystring: Listing,
  response: { 200: Type.Object({ keys: Type.Array(Key) }) },
} satisfies FastifySchema;

const rotation = {
  ...shared,
  operationId: 'rotateKey',
  problems: [...CHANGE_PROBLEMS, 'not_acceptable', 'key_not_permitted'],
  summary: 'Replace the secret of the key that you send',
  params,
  querystring: Rotation,
  response: { 200: Rotated },
} satisfies FastifySchema;

export function keysRoutes(app: App, { keys }: ServerServices): void {
  const authenticated = requireKey(keys);
  const rateLimit = limitPerMinute(app, 'keys', CHANGES_PER_MINUTE);

  app.get('/v1/keys', {
    onRequest: [authenticated, requireAccept('application/json')],
    schema: listing,
    async handler(request, reply) {
      const caller = apiKeyOf(request);
      if (request.query.all && !caller.admin) throw new DocconvError('KEY_NOT_PERMITTED.list-needs-admin');
      reply.header('cache-control', 'no-store');
      const shown: KeyInfo[] = await keys.list(request.query.all ? undefined : caller.email);
      return { keys: shown.map(key => ({ ...key, current: key.id === caller.id })) };
    },
  });
  app.patch('/v1/keys/:id', {
    onRequest: [authenticated, rateLimit],
    schema: {
      ...shared,
      operationId: 'nameKey',
      problems: CHANGE_PROBLEMS,
      summary: 'Name one of your keys',
      params,
      body: closed({ name: nullable(KeyName) }),
      response: { 204: Type.Null({ description: 'Named' }) },
    },
    async handler(request, reply) {
      if (!(await keys.rename(request.params.id, request.body.name, ownerOf(request)))) throw noSuchKey();
      return reply.code(204).send(null);
    },
  });
  app.post('/v1/keys/:id/rotate', {
    onRequest: [authenticated, requireAccept('application/json'), rateLimit],
    schema: rotation,
    async handler(request, reply) {
      const { id } = requireItself(apiKeyOf(request), request.params.id);
      reply.header('cache-control', 'no-store');
      const rotated = await keys.rotate(id, { ...request.query, client: clientAddress(request), by: id });
      if (!rotated) throw noSuchKey();
      const { key: apiKey, email, name, expiresAt, formerUntil } = rotated;
      const message = 'Store this key: it is shown only once and cannot be recovered.';
      return { apiKey, keyId: id, email, name, expiresAt, formerUntil, message };
    },
  });
  app.delete('/v1/keys/:id', {
    onRequest: [authenticated, rateLimit],
    schema: {
      ...shared,
      operationId: 'revokeKey',
      problems: CHANGE_PROBLEMS,
      summary: 'Revoke one of your keys',
      params,
      response: { 204: Type.Null({ description: 'Revoked' }) },
    },
    async handler(request, reply) {
      const actor = { client: clientAddress(request), by: apiKeyOf(request).id };
      if (!(await keys.revoke(request.params.id, ownerOf(request), actor))) throw noSuchKey();
      return reply.code(204).send(null);
    },
  });
}

/** Whose keys the caller may change; undefined: everyone's. */
function ownerOf(request: FastifyRequest): string | undefined {
  const { admin, email } = apiKeyOf(request);
  return admin ? undefined : email;
}

/**
 * A key can replace its own secret only: otherwise an ordinary key could get the secret of an admin key of its address.
 * The former secret cannot, so that its end is final.
 */
function requireItself(caller: AuthenticatedKey, id: string): AuthenticatedKey {
  if (caller.id !== id) throw new DocconvError('KEY_NOT_PERMITTED.rotate-own-key-only');
  if (caller.former) throw new DocconvError('KEY_NOT_PERMITTED.key-was-rotated');
  return caller;
}

function noSuchKey(): HttpProblem {
  return new HttpProblem('not_found', 'You have no active key with this id. GET /v1/keys lists your keys.');
}
