/** The guarded fetcher: each hop is authorized, pinned to its addresses, and limited in size and time. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { DocconvError } from '../errors.js';
import { inBlocks, limited } from '../system/blocks.js';
import { untilAborted } from '../system/deferred.js';
import { type Members, requireKnownMembers } from '../system/known-members.js';
import { parseUrl } from '../system/url.js';
import type { Hop } from './connection.js';
import type { FetchAnswer, FetcherSettings, FetchRequest, GuardedFetcher, Message, MessageAnswer } from './fetcher.js';
import { authorizeUrl, createPolicy, type Policy } from './policy.js';
import { startTimeLimit, tooLarge } from './time-limit.js';

const MAX_REDIRECTS = 3;
/** No part was asked for. */
const PARTIAL = 206;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The only headers that callers can set; others (authorization, cookie, host) must not reach unknown servers. */
const FORWARDED_HEADERS = new Set([
  'accept',
  'content-type',
  'if-none-match',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);
/** Bytes of an answer to a message, which is not read. */
const MAX_UNREAD = 65_536;

const FETCHER_SETTINGS: Members<FetcherSettings> = {
  allowPrivate: true,
  allow: true,
  httpsOnly: true,
  ports: true,
  userAgent: true,
  client: true,
  ca: true,
  proxies: true,
  resolve: true,
};

/** @param settings by default: public addresses only, ports 80 and 443, three redirects, no redirect from https to http */
export function createFetcher(settings: FetcherSettings = {}): GuardedFetcher {
  requireKnownMembers(settings, FETCHER_SETTINGS, 'the settings of a fetcher');
  const policy = createPolicy(settings);
  return { fetch, download, send, authorize: target => authorize(target, policy) };

  async function fetch(request: FetchRequest): Promise<FetchAnswer> {
    const chunks: Uint8Array[] = [];
    const answer = await download(request, async chunk => void chunks.push(chunk));
    return { ...answer, body: Buffer.concat(chunks) };
  }

  async function download(request: FetchRequest, write: Write): Promise<Downloaded> {
    const limit = startTimeLimit(request);
    let isUnwritten = false;
    const guardedWrite = async (chunk: Uint8Array) => {
      await write(chunk).catch(cause => {
        isUnwritten = true;
        throw cause;
      });
    };
    try {
      return await follow(request, guardedWrite, limit.signal);
    } catch (thrown) {
      throw isUnwritten ? thrown : limit.explain(thrown, request);
    } finally {
      limit.stop();
    }
  }

  async function send(message: Message): Promise<MessageAnswer> {
    const request = { ...message, maxBytes: MAX_UNREAD };
    const limit = startTimeLimit(request);
    try {
      const { exchange } = await import('./connection.js');
      const { url, method = 'POST', body } = message;
      const hop = { ...(await authorized({ url, method, body }, request, limit.signal)), headersMs: message.timeoutMs };
      return await exchange(hop, policy, settings.ca, async ({ statusCode, headers }) => ({
        status: statusCode,
        retryAfter: secondsOf(single(headers['retry-after']), single(headers.date)),
      }));
    } catch (thrown) {
      throw limit.explain(thrown, request);
    } finally {
      limit.stop();
    }
  }

  async function authorized(next: Next, request: Sent, signal: AbortSignal): Promise<Hop> {
    const { url, addresses, proxy } = await untilAborted(authorizeUrl(next.url, policy), signal);
    const own = ownTo(url, request, settings);
    return { ...next, ...own, url, addresses, proxy, signal, maxBytes: request.maxBytes, idleMs: request.idleMs };
  }

  async function follow(request: FetchRequest, write: Write, signal: AbortSignal): Promise<Downloaded> {
    const { exchange } = await import('./connection.js'); // loads undici, which most commands do not need
    let next: Next = { url: request.url, method: request.method ?? 'GET', body: request.body ?? null };
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const hop = await authorized(next, request, signal);
      const use = (response: Dispatcher.ResponseData) => receive(response, hop, request.maxBytes, write);
      const result = await exchange(hop, policy, settings.ca, use);
      if ('status' in result) return result;
      next = result;
    }
    throw new DocconvError('FETCH_FAILED.redirects', { limit: MAX_REDIRECTS }, FINAL);
  }
}

async function authorize(target: Parameters<GuardedFetcher['authorize']>[0], policy: Policy): Promise<void> {
  const request = { ...target, maxBytes: 0 };
  const limit = startTimeLimit(request);
  try {
    await untilAborted(authorizeUrl(target.url, policy), limit.signal);
  } catch (thrown) {
    throw limit.explain(thrown, request);
  } finally {
    limit.stop();
  }
}

/** What is sent to each hop. */
type Sent = Pick<FetchRequest, 'url' | 'headers' | 'ownHeaders' | 'maxBytes' | 'idleMs'> &
  Partial<Pick<Message, 'body'>>;
type Next = Pick<Hop, 'method' | 'body'> & { url: string };

type Write = (chunk: Uint8Array) => Promise<void>;
type Downloaded = Omit<FetchAnswer, 'body'>;

async function receive(
  response: Dispatcher.ResponseData,
  hop: Hop,
  maxBytes: number,
  write: Write,
): Promise<Downloaded | Next> {
  const { statusCode: status, headers } = response;
  const location = headers.location;
  if (REDIRECTS.has(status) && typeof location === 'string') return redirected(hop, status, location);
  const isKnown = status === 304 && 'if-none-match' in hop.headers;
  const isWhole = status >= 200 && status <= 299 && status !== PARTIAL;
  if (!isWhole && !isKnown)
    throw new DocconvError(
      'FETCH_FAILED.status',
      { host: hop.url.host, status },
      { detail: { remoteStatus: status, retryable: isTemporary(status) } },
    );
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new DocconvError('FETCH_FAILED.compressed', { host: hop.url.host }, FINAL);
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  for await (const block of limited(inBlocks(response.body), maxBytes, () => tooLarge(maxBytes))) await write(block);
  const [contentType, etag] = [single(headers['content-type']), single(headers.etag)];
  const contentDisposition = single(headers['content-disposition']);
  return { url: hop.url.href, status, etag, contentType, contentDisposition };
}

/** The request that follows a redirect; 307 and 308 keep method and body, the others become a GET (RFC 9110, 15.4). */
export function redirected(from: Pick<Hop, 'url' | 'method' | 'body'>, status: number, location: string): Next {
  const to = parseUrl(location, from.url.href);
  if (!to) throw new DocconvError('FETCH_FAILED.redirect-not-url', { host: from.url.host }, FINAL);
  if (from.url.protocol === 'https:' && to.protocol === 'http:')
    throw new DocconvError('URL_FORBIDDEN.downgrade', { host: from.url.host });
  const keeps = status === 307 || status === 308;
  return { url: to.href, method: keeps ? from.method : 'GET', body: keeps ? from.body : null };
}

/** A server that is overloaded or fails may answer later; any other status is its decision (RFC 9110, 15.5 and 15.6). */
function isTemporary(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

const FINAL = { detail: { retryable: false } };

function headersOf(
  request: Pick<FetchRequest, 'headers'>,
  { userAgent = 'docconv' }: FetcherSettings,
): Record<string, string> {
  const own = { 'user-agent': userAgent, 'accept-encoding': 'identity', accept: '*/*' };
  const given = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...own, ...Object.fromEntries(given.filter(([name]) => FORWARDED_HEADERS.has(name))) };
}

/** What another origin than the one it is meant for does not get. */
function ownTo(url: URL, request: Sent, settings: FetcherSettings): Pick<Hop, 'headers' | 'client'> {
  const isGiven = url.origin === parseUrl(request.url)?.origin;
  const { client } = settings;
  return {
    headers: { ...headersOf(request, settings), ...(isGiven && ownHeaders(request)) },
    client: client?.origin === url.origin ? client : null,
  };
}

/** Of the connection and of the framing of the message (RFC 9110 and 9112): with them a stranger could send another message. */
const OF_TRANSPORT =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|accept-encoding|proxy-.*|http2-settings)$/;

function ownHeaders({ ownHeaders: given = {}, body }: Sent): Record<string, string> {
  const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value] as const);
  const isOfTransport = (name: string) =>
    OF_TRANSPORT.test(name) || (name === 'content-length' && !(body instanceof Readable));
  return Object.fromEntries(named.filter(([name]) => !isOfTransport(name)));
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

/** Of Retry-After, which has seconds or a date (RFC 9110, 10.2.3): by the clock that also dated the answer. */
function secondsOf(retryAfter: string | null, date: string | null): number | null {
  if (retryAfter === null) return null;
  const sentAt = date === null ? Date.now() : Date.parse(date);
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - sentAt) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
