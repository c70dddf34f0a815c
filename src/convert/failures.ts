/** What happens to a document that a worker refuses, or that no worker converts. */
import { DocconvError, type ErrorCode } from '../errors.js';

/** The errors of a document that workers of engines and those that merge PDFs may report. */
export const DOCUMENT_FAILURES: readonly ErrorCode[] = [
  'EMPTY_FILE',
  'UNSUPPORTED_FORMAT',
  'CORRUPT_DOCUMENT',
  'PASSWORD_NEEDED',
  'WRONG_PASSWORD',
  'ENCRYPTION_UNSUPPORTED',
  'LIMIT_EXCEEDED',
  'OPTION_INVALID',
  'OPTION_UNSUPPORTED',
  'ENGINE_FAILED',
  'PDFA_INVALID',
  'INTERNAL',
];

export const closed = () => new DocconvError('CLOSED.converter');

export const POOL_ERRORS = {
  closed,
  queueFull: (limit: number) => new DocconvError('QUEUE_FULL.documents', { limit }, { detail: { limit } }),
  timedOut: (milliseconds: number) =>
    new DocconvError('TIMEOUT.conversion', { seconds: milliseconds / 1000 }, { detail: { milliseconds } }),
};

export function isFaultOfEngine(error: unknown): error is DocconvError {
  return error instanceof DocconvError && ['ENGINE_FAILED', 'ENGINE_CRASHED', 'NO_ENGINE'].includes(error.code);
}
