/** Secrets and signatures of webhooks: Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto';

/**
 * The secret of an account. Derived, not stored: the same on every machine that has the key. @param key of the service, 32
 * bytes @param rotations how often the account has replaced it
 */
export function secretBytes(key: Uint8Array, account: string, rotations: number): Buffer {
  const purpose = `webhooks of ${account}${rotations === 0 ? '' : ` ${rotations}`}`;
  return createHmac('sha256', key).update(purpose).digest();
}

/** In the form that receivers configure. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** The headers that identify and sign a message. @param secrets one signature for each; @param now milliseconds since 1970 */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly Uint8Array[],
  now: number,
): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const signatures = secrets.map(secret =>
    createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64'),
  );
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.map(signature => `v1,${signature}`).join(' '),
  };
}
