/** The interface of the guarded fetcher, which fetches documents, OCSP responses, CRLs and issuer certificates (AIA). */

export interface FetchRequest {
  url: string;
  method?: 'GET' | 'POST';
  body?: Uint8Array;
  headers?: Readonly<Record<string, string>>;
  /** The largest allowed response body in bytes. */
  maxBytes: number;
  /** Milliseconds for DNS lookup, connect, redirects and body together. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface FetchAnswer {
  /** After redirects. */
  url: string;
  status: number;
  contentType: string | null;
  body: Uint8Array;
}

/** Rejects with URL_FORBIDDEN, FETCH_FAILED, FETCH_TIMEOUT or TOO_LARGE; a status outside 200-299 is FETCH_FAILED. */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<FetchAnswer>;
  /** As `fetch`, but passes the body to `write` while it arrives. Rejects with the errors of `write` as well. */
  download(request: FetchRequest, write: (chunk: Uint8Array) => Promise<void>): Promise<Omit<FetchAnswer, 'body'>>;
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
  /** PEM certificates that are trusted in addition to the public ones. */
  ca?: string;
  /** Returns all addresses of a name; default: DNS. */
  resolve?: (hostname: string) => Promise<readonly string[]>;
}
