/** The interface of the guarded fetcher: the only way out for documents, OCSP, CRLs and AIA certificates. */

export interface FetchRequest {
  url: string;
  method?: 'GET' | 'POST';
  body?: Uint8Array;
  headers?: Readonly<Record<string, string>>;
  /** Bytes of the answer's body; more is an error. */
  maxBytes: number;
  /** Milliseconds for everything: look-up, connect, redirects, body. */
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
}

/** Settings of createFetcher(). By default only public addresses, by HTTP and HTTPS. */
export interface FetcherSettings {
  /** Every address may be reached, at every port: for closed networks. */
  allowPrivate?: boolean;
  /** Ranges that may be reached although they are not public, e.g. `10.1.2.0/24`. */
  allow?: readonly string[];
  httpsOnly?: boolean;
  /** Default 80 and 443, any with `allowPrivate`. */
  ports?: readonly number[];
  /** Default 3. */
  maxRedirects?: number;
  userAgent?: string;
  /** PEM of certificates to trust beside the public ones. */
  ca?: string;
  /** All addresses of a name; the system's resolver unless a test hands in its own. */
  resolve?: (hostname: string) => Promise<readonly string[]>;
}
