/** Ends a request's work when nobody waits for its answer any more, or has waited too long. */
import type { FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import { HttpProblem } from '../problem.js';
import { atEnd } from './response-end.js';

/**
 * Aborted when the client leaves before its answer is written, or after `deadlineMs`. The reason is the problem.
 * (`request.signal` of fastify follows the request's `close`, which Node also emits when a body was read to its end.)
 */
export function workSignal(request: FastifyRequest, deadlineMs: number): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new HttpProblem('deadline_exceeded')), deadlineMs);
  atEnd(request, clientLeft => {
    clearTimeout(timer);
    if (clientLeft) controller.abort(new DocconvError('CANCELLED', 'The client went away.'));
  });
  return controller.signal;
}

/** Runs `work`; what it throws because of the signal is told by the signal's reason. */
export async function endingWith<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (thrown) {
    throw signal.aborted ? signal.reason : thrown;
  }
}
