/** Encrypted documents, opened before an engine sees them: no engine has to be told a password, and each can do it. */
import { DocconvError } from '../../../errors.js';
import type { Limits } from '../../limits.js';
import type { Encryption } from '../detect.js';

/**
 * The plain document. Throws PASSWORD_NEEDED, WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED, CORRUPT_DOCUMENT or
 * LIMIT_EXCEEDED.
 */
export async function decrypt(
  bytes: Uint8Array,
  encryption: Encryption,
  password: string | undefined,
  limits: Limits,
): Promise<Uint8Array> {
  if (password === undefined || password === '') {
    throw new DocconvError('PASSWORD_NEEDED', 'The document is encrypted: it needs its password.');
  }
  if (encryption === 'odf') {
    const { decryptOdf } = await import('./odf.js');
    return decryptOdf(bytes, password, limits);
  }
  const { decryptOffice } = await import('./office.js');
  return decryptOffice(bytes, password);
}
