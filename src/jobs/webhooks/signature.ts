/** Secrets and signatures of webhooks: Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto';

/** The secret of an account, in the form that receivers configure. @param key of the service, 32 bytes */
export function webhookSecret(key: Uint8Array, account: string): string {
  return `whsec_${secretBytes(key, account).toString('base64')}`;
}

/** The headers that identify and sign a message. @param keys one signature for each; @param now milliseconds since 1970 */
export function signedHeaders(
  { id, account, body }: { id: string; account: string; body: string },
  keys: readonly Uint8Array[],
  now: number,
): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const signatures = keys.map(key =>
    createHmac('sha256', secretBytes(key, account)).update(`${id}.${timestamp}.${body}`).digest('base64'),
  );
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.map(signature => `v1,${signature}`).join(' '),
  };
}

/** Derived, not stored: the same on every machine that has the key. */
function secretBytes(key: Uint8Array, account: string): Buffer {
  return createHmac('sha256', key).update(`webhooks of ${account}`).digest();
}
