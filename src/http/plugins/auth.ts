/** Who asks: the bearer key (RFC 6750), checked before a byte of the body is read. */
import type { FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import type { Keys } from '../../keys/index.js';
import type { App } from '../app.js';
import type { Caller } from '../services.js';
import type { Guard } from './limits.js';

export function installCaller(app: App): void {
  app.decorateRequest('caller', null);
}

/** An onRequest hook that lets only the holder of a valid key through, and says who it is. */
export function requireKey(keys: Keys): Guard {
  return async request => {
    const caller = await keys.authenticate(bearerToken(request));
    if (!caller) throw new DocconvError('KEY_INVALID', INVALID);
    request.caller = caller;
  };
}

/** The caller behind requireKey(). */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new DocconvError('KEY_MISSING', MISSING);
  return caller;
}

function bearerToken({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) throw new DocconvError('KEY_MISSING', MISSING);
  return token;
}

const MISSING =
  'Send your key in the header "Authorization: Bearer KEY". GET /v1/auth/register?email=YOU begins the way to one.';
const INVALID = 'This key is unknown or was revoked. Check it for typing mistakes, or register again for a new one.';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where no key was asked for. */
    caller: Caller | null;
  }
}
