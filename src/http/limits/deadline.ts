/** Cancels the work of a request when its client disconnects or its deadline passes. */
import type { FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import { HttpProblem } from '../problem.js';
import { onRequestEnd } from '../request-end.js';

/**
 * Aborted when the client disconnects before its response is written, or after `deadlineMs`; the reason is the problem
 * to answer with. (Fastify's `request.signal` follows the request's `close`, which Node also emits once the body is read.)
 */
export function requestSignal(request: FastifyRequest, deadlineMs: number): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(deadlineProblem(request, deadlineMs)), deadlineMs);
  request.abandon = reason => controller.abort(reason);
  onRequestEnd(request, (_disconnected, _status, unfinished) => {
    clearTimeout(timer);
    if (unfinished) controller.abort(new DocconvError('CANCELLED.client-disconnected'));
  });
  return controller.signal;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts its work; the reason is what it is answered with. Null: nothing can be aborted. */
    abandon: ((reason: Error) => void) | null;
    /** It waits for the document at a URL. */
    fetchesUrl: boolean;
  }
}

/** The server of a URL, the client's connection, or the service, was too slow. */
function deadlineProblem({ raw, fetchesUrl }: FastifyRequest, deadlineMs: number): HttpProblem {
  if (fetchesUrl)
    return new HttpProblem(
      'fetch_timeout',
      `The document did not arrive from its URL within ${deadlineMs / 1000} s, the deadline of the request. Try again, or send the document itself.`,
    );
  return new HttpProblem(raw.complete ? 'deadline_exceeded' : 'request_timeout');
}

/** Runs `work`. When the signal is aborted, rejects with its reason instead of the error that the abort caused. */
export async function withSignal<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (thrown) {
    throw signal.aborted ? signal.reason : thrown;
  }
}
