/**
 * The secret of a deployment, which every docconv on one store must have. It is not in the database: a copy of the database
 * alone reveals neither codes nor the passwords in jobs. The database has fingerprints, so that a docconv with another
 * secret is refused at its start.
 */
import { hkdfSync } from 'node:crypto';
import { DocconvError } from '../errors.js';
import type { Postgres } from './connect.js';

const MIN_LENGTH = 32;

/**
 * The first is for new data; what was made with any of them can be read. A secret is replaced in three steps, each on every
 * machine: `former,new`, then `new,former`, then `new`. Throws CONFIG_INVALID.
 */
export function parseSecrets(text: string | null): readonly string[] {
  const secrets = (text ?? '').split(',').map(word => word.trim());
  if (secrets.every(secret => secret.length >= MIN_LENGTH)) return secrets;
  throw new DocconvError('CONFIG_INVALID.store-secret-missing', { length: MIN_LENGTH });
}

/** 32 bytes; another key for each purpose. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'docconv', purpose, 32));
}

/** Rejects with CONFIG_INVALID when the store belongs to another secret. Adds the fingerprints of the given ones. */
export async function requireSecrets(postgres: Postgres, secrets: readonly string[]): Promise<void> {
  const own = secrets.map(secret => derivedKey(secret, 'fingerprint').toString('base64url'));
  await postgres.transaction(async query => {
    const known = await query<{ fingerprint: string }>('SELECT fingerprint FROM docconv.secrets');
    if (known.length > 0 && !known.some(({ fingerprint }) => own.includes(fingerprint)))
      throw new DocconvError('CONFIG_INVALID.store-secret-wrong');
    for (const fingerprint of own)
      await query('INSERT INTO docconv.secrets VALUES ($1) ON CONFLICT DO NOTHING', [fingerprint]);
  });
}
