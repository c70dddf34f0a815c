/** What happens to a document that no worker converts. */
import { DocconvError } from '../errors.js';

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
