/** One time limit for the parts of a request, and what its errors mean. */
import { DocconvError } from '../errors.js';

/** Default of FetchRequest.idleMs. */
export const IDLE_MS = 5_000;

interface Limited {
  readonly url: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly idleMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface TimeLimit {
  readonly signal: AbortSignal;
  stop(): void;
  /** The error that a failed request rejects with. */
  explain(thrown: unknown, request: Limited): DocconvError;
}

/** For DNS lookup, connect, redirects and body together. */
export function startTimeLimit({ timeoutMs, signal: caller }: Limited): TimeLimit {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  return {
    signal: caller ? AbortSignal.any([caller, timeout.signal]) : timeout.signal,
    stop: () => clearTimeout(timer),
    explain(thrown, { url, maxBytes, idleMs = IDLE_MS }) {
      if (caller?.aborted) return new DocconvError('CANCELLED.download', {}, { cause: thrown });
      if (thrown instanceof DocconvError) return thrown;
      if (codeOf(thrown) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge(maxBytes);
      if (isInvalidArgument(thrown)) return invalidRequest(thrown as Error);
      const host = URL.canParse(url) ? `The server ${new URL(url).host}` : 'The server';
      const options = { cause: thrown };
      if (timeout.signal.aborted)
        return new DocconvError('FETCH_TIMEOUT.total', { host, seconds: timeoutMs / 1000 }, options);
      if (codeOf(thrown) === 'UND_ERR_BODY_TIMEOUT')
        return new DocconvError('FETCH_TIMEOUT.idle', { host, seconds: idleMs / 1000 }, options);
      if (isTimeout(thrown)) return new DocconvError('FETCH_TIMEOUT.no-answer', { host }, options);
      return new DocconvError('FETCH_FAILED.not-reached', { host }, options);
    },
  };
}

export function tooLarge(limit: number): DocconvError {
  return new DocconvError('TOO_LARGE.download', { limit }, { detail: { limit } });
}

function invalidRequest(cause: Error): DocconvError {
  return new DocconvError('OPTION_INVALID.request-not-sendable', { reason: cause.message }, { cause });
}

/** Of undici or Node: the request is never sent. */
function isInvalidArgument(thrown: unknown): boolean {
  return /^(UND_)?ERR_INVALID_/.test(codeOf(thrown));
}

function isTimeout(thrown: unknown): boolean {
  return /^UND_ERR_(CONNECT|HEADERS)_TIMEOUT$|^ETIMEDOUT$/.test(codeOf(thrown));
}

function codeOf(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException | null)?.code ?? '';
}
