/** Sends requests, and repeats them when the server is busy and sends Retry-After. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { DocconvError } from '../errors.js';
import { packageVersion } from '../system/package.js';
import { UNIX } from './address.js';
import { connectionError, responseError } from './errors.js';

interface ExchangeSettings {
  /** As serverAddress() spells it. */
  server: string;
  apiKey: string | null;
  /** Maximum number of connections. */
  connections: number;
}

interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Called for each attempt. */
  body?: () => AsyncIterable<Uint8Array> | Uint8Array;
  signal?: AbortSignal | undefined;
  /** Total time for repeated attempts at a busy server; default: five minutes. */
  maxRetryMs?: number;
}

export interface Exchange {
  /** Resolves to a 2xx response; rejects for any other status. */
  send(call: Call): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** Longer than queueing and conversion take: the server enforces the deadline. */
const RESPONSE_TIMEOUT_MS = 15 * 60_000;
const CONNECT_MS = 15_000;
const MAX_RETRY_MS = 5 * 60_000;
const MAX_PROBLEM = 64 * 1024;

export function openExchange({ server, apiKey, connections }: ExchangeSettings): Exchange {
  const socketPath = server.startsWith(UNIX) ? server.slice(UNIX.length) : null;
  const origin = socketPath === null ? server : 'http://localhost';
  const dispatcher = new Agent({
    connections,
    headersTimeout: RESPONSE_TIMEOUT_MS,
    bodyTimeout: 120_000,
    connect: { timeout: CONNECT_MS, ...(socketPath !== null && { socketPath }) },
  });
  const own = {
    'user-agent': `docconv/${packageVersion()}`,
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };

  const once = async ({ method, path, headers, body, signal }: Call): Promise<Dispatcher.ResponseData> => {
    const options = {
      dispatcher,
      method,
      headers: { ...own, ...headers },
      body: (body?.() ?? null) as Uint8Array | null,
    };
    const response = await request(origin + path, { ...options, ...(signal && { signal }) }).catch(cause => {
      throw reasonOf(signal) ?? (cause instanceof DocconvError ? cause : connectionError(server, cause));
    });
    if (response.statusCode >= 200 && response.statusCode < 300) return response;
    throw responseError(server, response.statusCode, await problemText(response.body), retryAfterOf(response));
  };

  return {
    async send(call) {
      const { maxRetryMs = MAX_RETRY_MS } = call;
      const start = Date.now();
      for (;;) {
        try {
          return await once(call);
        } catch (thrown) {
          const seconds = retryDelay(thrown);
          if (seconds === null || Date.now() - start + seconds * 1000 > maxRetryMs) throw thrown;
          await wait(seconds, call.signal);
        }
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** RFC 9110, 10.2.3; docconv sends seconds, not a date. */
function retryAfterOf({ headers }: Dispatcher.ResponseData): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** Seconds until the next attempt; null unless the server is busy (429, 503) and sent Retry-After. */
function retryDelay(thrown: unknown): number | null {
  if (!(thrown instanceof DocconvError)) return null;
  const { status, retryAfter } = thrown.detail;
  return (status === 429 || status === 503) && typeof retryAfter === 'number' ? Math.max(retryAfter, 0.2) : null;
}

/** Adds up to 50 % jitter, so that many refused clients do not return at the same time. */
async function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  const ms = seconds * 1000 * (1 + Math.random() / 2);
  await sleep(ms, undefined, signal ? { signal } : {}).catch(cause => {
    throw reasonOf(signal) ?? cause;
  });
}

function reasonOf(signal: AbortSignal | undefined): DocconvError | null {
  return signal?.aborted ? new DocconvError('CANCELLED', 'Cancelled.', { cause: signal.reason }) : null;
}

async function problemText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PROBLEM) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
