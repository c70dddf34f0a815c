import { DocconvError } from '../../../errors.js';

export const wrongPassword = () => new DocconvError('WRONG_PASSWORD.document');
export const corrupt = (cause?: unknown) => new DocconvError('CORRUPT_DOCUMENT.encryption', {}, { cause });

/** Letters of a method that a message names. */
const LONGEST_NAME = 40;

/** `method` as the document names it: without characters that a terminal would obey. */
export function unsupportedMethod(method: string): DocconvError {
  const name = method
    .replace(/[^\w -]/g, '')
    .trim()
    .slice(0, LONGEST_NAME);
  if (name === '') return new DocconvError('ENCRYPTION_UNSUPPORTED.unnamed-method');
  return new DocconvError('ENCRYPTION_UNSUPPORTED.method', { method: name });
}
