/** Sends requests, and repeats them when the server is busy and sends Retry-After. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { DocconvError } from '../errors.js';
import { parseObject } from '../system/formats/json.js';
import { packageVersion } from '../system/package.js';
import { Stopwatch } from '../system/stopwatch.js';
import { connectionTo, type Request } from './connection.js';
import { connectionError, interruptedError, responseError, unreadableAnswer } from './errors.js';

interface ExchangeSettings {
  /** As serverAddress() spells it. */
  server: string;
  apiKey: string | null;
  /** Maximum number of connections. */
  connections: number;
  /** Of calls without a signal of their own. */
  signal?: AbortSignal | undefined;
}

interface Call extends Pick<Request, 'method' | 'path'> {
  headers?: Request['headers'];
  /** Called for each attempt. */
  body?: (() => AsyncIterable<Uint8Array> | Uint8Array) | undefined;
  /** The body as JSON. */
  content?: object | undefined;
  signal?: AbortSignal | undefined;
  /** Total time for repeated attempts at a busy server; default: five minutes. */
  maxRetryMs?: number;
}

export interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  /** Throws REMOTE_UNREACHABLE if the response is interrupted, and CANCELLED. */
  readonly body: AsyncIterable<Buffer>;
  /** The body, an object in JSON, whose members are not checked. Throws as `body`, and REMOTE_REFUSED for anything else. */
  json<Value extends object>(): Promise<Value>;
}

export interface Exchange {
  /** Resolves to a 2xx response; rejects for any other status. */
  send(call: Call): Promise<Answer>;
  /** As send(), for the JSON of the answer. */
  ask<Value extends object>(call: Call): Promise<Value>;
  close(): Promise<void>;
}

const MAX_RETRY_MS = 5 * 60_000;
const MAX_PROBLEM = 64 * 1024;

export function openExchange({ server, apiKey, connections, signal: ofAll }: ExchangeSettings): Exchange {
  const connection = connectionTo(server, connections);
  const own = {
    'user-agent': `docconv/${packageVersion()}`,
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };

  const once = async ({ method, path, headers, body, content, signal }: Call): Promise<Answer> => {
    const request = { method, path, ...sentBy({ headers: { ...own, ...headers }, body, content }), signal };
    const response = await connection.request(request).catch(cause => {
      throw reasonOf(signal) ?? (cause instanceof DocconvError ? cause : connectionError(server, cause));
    });
    const { statusCode = 0 } = response;
    const received = bodyOf(response, signal);
    if (statusCode >= 200 && statusCode < 300)
      return { statusCode, headers: response.headers, body: received, json: () => jsonOf(server, received) };
    const problem = await problemText(received);
    throw responseError(server, response, problem, retryAfterOf(response));
  };

  const send = async (given: Call): Promise<Answer> => {
    const call = { ...given, signal: given.signal ?? ofAll };
    const { maxRetryMs = MAX_RETRY_MS } = call;
    const waited = new Stopwatch();
    for (;;) {
      try {
        return await once(call);
      } catch (thrown) {
        const seconds = retryDelay(thrown);
        if (seconds === null || waited.clock() + seconds * 1000 > maxRetryMs) throw thrown;
        await wait(seconds, call.signal);
      }
    }
  };
  return {
    send,
    async ask(call) {
      const answer = await send({ ...call, headers: { accept: 'application/json', ...call.headers } });
      return answer.json();
    },
    close: async () => connection.close(),
  };
}

function sentBy({ headers, body, content }: Pick<Call, 'body' | 'content'> & Pick<Request, 'headers'>) {
  if (!content) return { headers, body: body?.() ?? null };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(content)) };
}

async function jsonOf<Value extends object>(server: string, body: Answer['body']): Promise<Value> {
  const value = parseObject(await text(body));
  if (value) return value as Value;
  throw unreadableAnswer(server);
}

/** RFC 9110, 10.2.3; docconv sends seconds, not a date. */
function retryAfterOf({ headers }: IncomingMessage): number | null {
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
  return signal?.aborted ? new DocconvError('CANCELLED.plain', {}, { cause: signal.reason }) : null;
}

async function* bodyOf(response: IncomingMessage, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    yield* response;
  } catch (cause) {
    throw reasonOf(signal) ?? interruptedError(cause);
  }
}

async function problemText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_PROBLEM) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
