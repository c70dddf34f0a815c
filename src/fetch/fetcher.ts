/** The interface of the guarded fetcher: documents, OCSP responses, CRLs, issuer certificates (AIA), and webhooks. */
import type { Readable } from 'node:stream';

export interface FetchRequest {
  url: string;
  method?: 'GET' | 'POST';
  body?: Uint8Array;
  /** Only accept, content-type, if-none-match and those of Standard Webhooks are sent. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Further headers, of the one who gives the URL. Those that state how the message is sent are left out, also content-length
   * unless the body is a stream; another origin, to which a redirect leads, gets none.
   */
  ownHeaders?: Readonly<Record<string, string>> | undefined;
  /** The largest allowed response body in bytes. */
  maxBytes: number;
  /** Milliseconds for DNS lookup, connect, redirects and body together. */
  timeoutMs: number;
  /** Milliseconds between two parts of the body: a slow server that goes on sending may use all of `timeoutMs`. Default: 5000. */
  idleMs?: number;
  signal?: AbortSignal;
}

/** Requests with the same key have the same answer. */
export const requestKey = ({ url, body = new Uint8Array() }: Pick<FetchRequest, 'url' | 'body'>): string =>
  `${url} ${Buffer.from(body).toString('base64')}`;

export interface FetchAnswer {
  /** After redirects. */
  url: string;
  /** 200 to 299, or 304 for a request with if-none-match. */
  status: number;
  etag: string | null;
  contentType: string | null;
  contentDisposition: string | null;
  body: Uint8Array;
}

/** A message of which only the status of the answer matters. */
export interface Message extends Pick<FetchRequest, 'url' | 'headers' | 'ownHeaders' | 'timeoutMs' | 'signal'> {
  /** Default: POST. */
  method?: 'POST' | 'PUT' | 'PATCH';
  /** A stream has as many bytes as the own header content-length states. */
  body: Uint8Array | Readable;
}

export interface MessageAnswer {
  /** Any: a redirect is not followed. */
  status: number;
  /** Seconds; null: the server did not say. */
  retryAfter: number | null;
}

/**
 * Rejects with URL_FORBIDDEN, FETCH_FAILED, FETCH_TIMEOUT or TOO_LARGE; a status outside 200-299 is FETCH_FAILED. With
 * OPTION_INVALID for an argument that is not valid in HTTP, and CONFIG_INVALID for the URL of a proxy.
 */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<FetchAnswer>;
  /** As `fetch`, but passes the body to `write` while it arrives. Rejects with the errors of `write` as well. */
  download(request: FetchRequest, write: (chunk: Uint8Array) => Promise<void>): Promise<Omit<FetchAnswer, 'body'>>;
  /** Sends a message, to the same addresses. The body of the answer is not read. */
  send(message: Message): Promise<MessageAnswer>;
}

/** What createFetcher() makes. */
export interface GuardedFetcher extends Fetcher {
  /**
   * Rejects with URL_FORBIDDEN when no request to the URL is ever made, and as `fetch` when that cannot be found out now,
   * such as without an answer of a name server.
   */
  authorize(target: Pick<FetchRequest, 'url' | 'timeoutMs' | 'signal'>): Promise<void>;
}

/** Shows who a client is, by mutual TLS. */
export interface ClientCertificate {
  /** PEM: the certificate of the client, then those of its issuers. */
  readonly certificate: string;
  /** PEM, not encrypted. */
  readonly key: string;
  /** The only server that gets it, such as `https://tsa.example.org`: not another one to which it redirects. */
  readonly origin: string;
}

/** Settings of createFetcher(). By default only public addresses, by HTTP and HTTPS. */
export interface FetcherSettings {
  /** Allows every address and port, for closed networks. */
  allowPrivate?: boolean;
  /** Ranges that are allowed although they are not public, e.g. `10.1.2.0/24`. */
  allow?: readonly string[];
  httpsOnly?: boolean;
  /** Default 80 and 443, any with `allowPrivate`. */
  ports?: readonly number[];
  userAgent?: string;
  client?: ClientCertificate;
  /** PEM certificates that are trusted in addition to the public ones. */
  ca?: string;
  /**
   * Environment whose HTTPS_PROXY, HTTP_PROXY and NO_PROXY apply; default: none. A proxy resolves names itself, so that
   * only addresses in URLs are checked: for URLs that strangers cannot choose.
   */
  proxies?: Readonly<Record<string, string | undefined>>;
  /** Returns all addresses of a name; default: DNS. */
  resolve?: (hostname: string) => Promise<readonly string[]>;
}
