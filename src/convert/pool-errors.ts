/** What happens to a document that no worker converts. */
import { DocconvError } from '../errors.js';

export const closed = () => new DocconvError('CLOSED', 'The converter is closed.');

export const POOL_ERRORS = {
  closed,
  queueFull: (limit: number) =>
    new DocconvError('QUEUE_FULL', `${limit} documents are waiting already: try again later.`, { detail: { limit } }),
  timedOut: (milliseconds: number) =>
    new DocconvError(
      'TIMEOUT',
      `The conversion took longer than ${milliseconds / 1000} s and was stopped. Use --timeout to allow more.`,
      { detail: { milliseconds } },
    ),
};

export function isFaultOfEngine(error: unknown): error is DocconvError {
  return error instanceof DocconvError && ['ENGINE_FAILED', 'ENGINE_CRASHED', 'NO_ENGINE'].includes(error.code);
}
