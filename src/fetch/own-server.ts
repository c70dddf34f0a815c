/**
 * Requests to one server that the operator has configured: at any address, with any header, and never to another origin. Its
 * redirects are not followed.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DocconvError } from '../errors.js';
import { inBlocks, limited } from '../system/blocks.js';
import { untilAborted } from '../system/deferred.js';
import type { Hop } from './connection.js';
import { authorizeUrl, createPolicy } from './policy.js';
import { startTimeLimit, tooLarge } from './time-limit.js';

export interface OwnServerRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: {
    blocks: AsyncIterable<Uint8Array>;
    /** Bytes: with more or less of them the request fails. */
    size: number;
  };
  /** Of the answer. */
  maxBytes: number;
  /** Milliseconds for DNS lookup, connect, request and answer together. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface OwnServerAnswer {
  /** Any. */
  status: number;
  /** When it was sent, by the clock of the server, in milliseconds since 1970; NaN if it does not say. */
  date: number;
  body: Buffer;
}

/** Rejects as Fetcher, or with the error of `blocks`. The server has not received the whole request then, unless its answer was lost. */
export type OwnServer = (request: OwnServerRequest) => Promise<OwnServerAnswer>;

interface OwnServerSettings {
  /** Such as https://s3.example.org. */
  origin: string;
  /** See FetcherSettings. */
  proxies: Readonly<Record<string, string | undefined>>;
}

export function createOwnServer({ origin, proxies }: OwnServerSettings): OwnServer {
  const policy = createPolicy({ allowPrivate: true, proxies });

  return async request => {
    const { url, method, headers, maxBytes } = request;
    if (new URL(url).origin !== origin) throw new DocconvError('URL_FORBIDDEN.other-origin', { origin });
    const limit = startTimeLimit(request);
    const source = request.body && watched(request.body.blocks);
    try {
      const { exchange } = await import('./connection.js'); // loads undici
      const authorized = await untilAborted(authorizeUrl(url, policy), limit.signal);
      const hop: Hop = {
        ...authorized,
        method,
        body: source ? Readable.from(source.blocks, { objectMode: false }) : null,
        headers: { ...headers, ...(request.body && { 'content-length': String(request.body.size) }) },
        maxBytes,
        headersMs: request.timeoutMs,
        signal: limit.signal,
      };
      return await exchange(hop, policy, undefined, async ({ statusCode, headers, body }) => ({
        status: statusCode,
        date: Date.parse(String(headers.date)),
        body: await buffer(limited(inBlocks(body), maxBytes, () => tooLarge(maxBytes))),
      }));
    } catch (thrown) {
      throw source?.failure() ?? limit.explain(thrown, request);
    } finally {
      limit.stop();
    }
  };
}

/** Remembers an error of the blocks themselves. The stream that reads them throws those of the connection into them. */
function watched(blocks: AsyncIterable<Uint8Array>) {
  let failure: unknown = null;
  return {
    failure: () => failure,
    blocks: (async function* () {
      const source = blocks[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await source.next().catch(thrown => {
            failure = thrown;
            throw thrown;
          });
          if (next.done) return;
          yield next.value;
        }
      } finally {
        await source.return?.();
      }
    })(),
  };
}
