/** What can be said of an encrypted document that does not open. */
import { DocconvError } from '../../../errors.js';

export const wrongPassword = () => new DocconvError('WRONG_PASSWORD', 'That is not the password of the document.');

export const unsupported = (what: string) =>
  new DocconvError(
    'ENCRYPTION_UNSUPPORTED',
    `The document is encrypted with ${what}, which docconv cannot open. Save it with its program's default encryption.`,
  );

export const corrupt = (cause?: unknown) =>
  new DocconvError('CORRUPT_DOCUMENT', 'The document is encrypted, and its encryption is damaged.', { cause });
