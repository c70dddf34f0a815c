/** An API key as the password of basic authentication (RFC 7617), or as a bearer token. */
import { DocconvError } from '../../errors.js';
import type { Keys } from '../../keys/index.js';
import { clientAddress, type Guard } from '../limits/rate-limit.js';
import { requireKey } from '../plugins/auth.js';

export function requireBasicKey(keys: Keys): Guard {
  const requireBearer = requireKey(keys);
  return async (request, reply) => {
    const [, encoded] = /^Basic +([\w+/=-]+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (encoded === undefined) return requireBearer(request, reply);
    const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    const key = await keys.authenticate(password, clientAddress(request));
    if (!key) throw new DocconvError('KEY_INVALID.unknown-or-revoked');
    request.apiKey = key;
  };
}
