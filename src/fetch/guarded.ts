/** The guarded fetcher: every hop is judged, pinned, bounded in bytes and in time. */
import type { Dispatcher } from 'undici';
import { DocconvError } from '../errors.js';
import type { Hop } from './connection.js';
import type { FetchAnswer, Fetcher, FetcherSettings, FetchRequest } from './fetcher.js';
import { createPolicy, forbidden, judge } from './policy.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** All that a caller may say; anything else (authorization, cookie, host) is not for strangers. */
const FORWARDED_HEADERS = new Set(['accept', 'content-type']);

/** @param settings by default: public addresses only, ports 80 and 443, three redirects, no redirect from https to http */
export function createFetcher(settings: FetcherSettings = {}): Fetcher {
  const policy = createPolicy(settings);
  return {
    async fetch(request) {
      const clock = deadline(request);
      try {
        return await follow(request, clock.signal);
      } catch (thrown) {
        throw clock.explain(thrown, request);
      } finally {
        clock.stop();
      }
    },
  };

  async function follow(request: FetchRequest, signal: AbortSignal): Promise<FetchAnswer> {
    const { exchange } = await import('./connection.js'); // undici: only for those who fetch
    const maxRedirects = settings.maxRedirects ?? 3;
    let next: Next = { url: request.url, method: request.method ?? 'GET', body: request.body ?? null };
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const { url, addresses } = await untilAborted(judge(next.url, policy), signal);
      const hop: Hop = { ...next, url, addresses, signal, headers: headersOf(request, settings) };
      const result = await exchange(hop, policy, settings.ca, answer => receive(answer, hop, request.maxBytes));
      if ('status' in result) return result;
      next = result;
    }
    throw new DocconvError('FETCH_FAILED', `The URL redirects more than ${maxRedirects} times.`);
  }
}

type Next = Pick<Hop, 'method' | 'body'> & { url: string };

async function receive(answer: Dispatcher.ResponseData, hop: Hop, maxBytes: number): Promise<FetchAnswer | Next> {
  const { statusCode: status, headers } = answer;
  const location = headers.location;
  if (REDIRECTS.has(status) && typeof location === 'string') return redirected(hop, status, location);
  if (status < 200 || status > 299)
    throw new DocconvError('FETCH_FAILED', `${hop.url.host} answered with status ${status}.`, { detail: { status } });
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new DocconvError('FETCH_FAILED', `${hop.url.host} sent a compressed answer that was not asked for.`);
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  const body = await readUpTo(answer.body, maxBytes);
  return { url: hop.url.href, status, contentType: single(headers['content-type']), body };
}

/** Where a redirect leads; 307 and 308 keep method and body, the others become a GET (RFC 9110, 15.4). */
export function redirected(from: Pick<Hop, 'url' | 'method' | 'body'>, status: number, location: string): Next {
  const to = URL.canParse(location, from.url.href) ? new URL(location, from.url) : null;
  if (!to) throw new DocconvError('FETCH_FAILED', `${from.url.host} redirects to something that is not a URL.`);
  if (from.url.protocol === 'https:' && to.protocol === 'http:')
    throw forbidden(`${from.url.host} redirects from https to http, which is not followed.`);
  const keeps = status === 307 || status === 308;
  return { url: to.href, method: keeps ? from.method : 'GET', body: keeps ? from.body : null };
}

async function readUpTo(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function tooLarge(limit: number): DocconvError {
  return new DocconvError('TOO_LARGE', `The file behind the URL is larger than the ${limit} bytes allowed.`, {
    detail: { limit },
  });
}

function headersOf(request: FetchRequest, { userAgent = 'docconv' }: FetcherSettings): Record<string, string> {
  const own = { 'user-agent': userAgent, 'accept-encoding': 'identity', accept: '*/*' };
  const given = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...own, ...Object.fromEntries(given.filter(([name]) => FORWARDED_HEADERS.has(name))) };
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

/** One clock for everything: look-up, connect, redirects, body. */
function deadline({ timeoutMs, signal: caller }: FetchRequest) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  return {
    signal: caller ? AbortSignal.any([caller, timeout.signal]) : timeout.signal,
    stop: () => clearTimeout(timer),
    explain(thrown: unknown, { url }: FetchRequest): DocconvError {
      if (caller?.aborted) return new DocconvError('CANCELLED', 'The download was cancelled.', { cause: thrown });
      if (thrown instanceof DocconvError) return thrown;
      const host = URL.canParse(url) ? new URL(url).host : 'The server';
      if (timeout.signal.aborted || isTimeout(thrown))
        return new DocconvError('FETCH_TIMEOUT', `${host} did not answer in time.`, { cause: thrown });
      return new DocconvError('FETCH_FAILED', `Nothing could be fetched from ${host}.`, { cause: thrown });
    },
  };
}

function isTimeout(thrown: unknown): boolean {
  return /^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$|^ETIMEDOUT$/.test((thrown as NodeJS.ErrnoException)?.code ?? '');
}

/** A look-up cannot be cancelled, but it need not be waited for. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason);
    if (signal.aborted) return abandon();
    signal.addEventListener('abort', abandon, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
  });
}
