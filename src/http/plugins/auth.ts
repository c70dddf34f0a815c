/** Authentication by bearer key (RFC 6750), before any byte of the body is read. */
import type { FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import type { AuthenticatedKey, Keys } from '../../keys/index.js';
import type { App } from '../app.js';
import { clientAddress, type Guard } from '../limits/rate-limit.js';

export function installAuthentication(app: App): void {
  app.decorateRequest('apiKey', null);
}

/** An onRequest hook: 401 unless the request carries a valid key. */
export function requireKey(keys: Keys): Guard {
  return async request => {
    const key = await keys.authenticate(bearerToken(request), clientAddress(request));
    if (!key) throw new DocconvError('KEY_INVALID.unknown-or-revoked');
    request.apiKey = key;
  };
}

/** The key that requireKey() accepted. */
export function apiKeyOf({ apiKey }: FastifyRequest): AuthenticatedKey {
  if (!apiKey) throw new DocconvError('KEY_MISSING.request');
  return apiKey;
}

function bearerToken({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) throw new DocconvError('KEY_MISSING.request');
  return token;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes that need no key. */
    apiKey: AuthenticatedKey | null;
  }
}
