/** One HTTP request over a connection that can only be made to addresses that the policy allows. */
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, ProxyAgent, request } from 'undici';
import { DocconvError } from '../errors.js';
import type { ClientCertificate } from './fetcher.js';
import type { Policy } from './policy.js';
import { IDLE_MS } from './time-limit.js';

/** Milliseconds for the TCP and TLS handshakes, and for the response headers. */
const CONNECT_MS = 5_000;
const HEADERS_MS = 10_000;
/** Answers before the answer (RFC 9110, 15.2), none of which counts as bytes or as silence. */
const MAX_INTERIM = 20;

export interface Hop {
  url: URL;
  addresses: readonly string[];
  proxy: string | null;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A stream has as many bytes as the header content-length states. */
  body: Uint8Array | Readable | null;
  headers: Record<string, string>;
  /** For mutual TLS with this server. */
  client?: Pick<ClientCertificate, 'certificate' | 'key'> | null;
  /** The largest response body in bytes; a larger one fails with UND_ERR_RES_EXCEEDED_MAX_SIZE. */
  maxBytes: number;
  /** Milliseconds for the response headers; without it HEADERS_MS. */
  headersMs?: number;
  /** Milliseconds between two parts of the response body; without it IDLE_MS. */
  idleMs?: number | undefined;
  signal: AbortSignal;
}

/** Calls `use` with the response; always closes the connection afterwards. */
export async function exchange<T>(
  hop: Hop,
  policy: Policy,
  ca: string | undefined,
  use: (response: Dispatcher.ResponseData) => Promise<T>,
): Promise<T> {
  const agent = agentFor(hop, policy, ca);
  try {
    const { url, method, body, headers, signal } = hop;
    // never pauses: undici 7 throws an uncaught error when the peer closes a connection whose response is paused
    const highWaterMark = Number.MAX_SAFE_INTEGER;
    // undici's request() follows no redirects, stores no cookies and ignores proxy variables
    const onInfo = interimLimit(url);
    const response = await request(url, {
      dispatcher: agent,
      method,
      body,
      headers,
      signal,
      highWaterMark,
      onInfo,
    }).catch(thrown => {
      throw refusalByProxy(thrown, url) ?? thrown;
    });
    return await use(response);
  } finally {
    await agent.destroy();
  }
}

function agentFor(
  { addresses, proxy, client, maxBytes, headersMs = HEADERS_MS, idleMs = IDLE_MS }: Hop,
  policy: Policy,
  ca: string | undefined,
): Dispatcher {
  const limits = {
    connections: 1,
    pipelining: 0,
    headersTimeout: headersMs,
    bodyTimeout: idleMs,
    maxResponseSize: maxBytes,
  };
  const timeout = CONNECT_MS;
  const identity = client && { cert: client.certificate, key: client.key };
  const requestTls = { timeout, ...(ca && { ca: [...rootCertificates, ca] }), ...identity };
  if (proxy === null) return new Agent({ connect: guardedConnector(addresses, policy, requestTls), ...limits });
  // http without a tunnel, as curl does: many proxies permit tunnels to port 443 only
  return new ProxyAgent({ uri: proxy, requestTls, proxyTls: { timeout }, proxyTunnel: false, ...limits });
}

/** Throws at the first interim answer too many. */
function interimLimit({ host }: URL): () => void {
  let count = 0;
  return () => {
    if (++count > MAX_INTERIM) throw new DocconvError('FETCH_FAILED.interim', { host, limit: MAX_INTERIM });
  };
}

/** Undici states the answer of a proxy in the message only. */
function refusalByProxy(thrown: unknown, url: URL): DocconvError | null {
  const status =
    thrown instanceof Error
      ? /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(thrown.message)?.[1]
      : undefined;
  return status === undefined ? null : refusalOf(Number(status), url);
}

/** Does not name the proxy, whose URL may have a password in it. */
function refusalOf(status: number, { host }: URL): DocconvError {
  const id = status === 407 ? 'FETCH_FAILED.proxy-wants-password' : 'FETCH_FAILED.proxy-refused';
  return new DocconvError(id, { host, status }, { detail: { remoteStatus: status, retryable: false } });
}

/** Connects only to the given addresses, and checks the remote address again after connecting. */
function guardedConnector(
  addresses: readonly string[],
  policy: Policy,
  tls: buildConnector.BuildOptions,
): buildConnector.connector {
  const connect = buildConnector({ ...tls, lookup: pinnedLookup(addresses) });
  return (options, callback) =>
    // Node does not call `lookup` for a literal address: authorizeUrl() has checked those
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      if (policy.mayConnect(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(new DocconvError('URL_FORBIDDEN.other-address'), null);
    });
}

/** Always returns the checked addresses, so that a name which resolves differently later (DNS rebinding) has no effect. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map(address => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = entries;
    if (options.all) callback(null, entries);
    else callback(first ? null : new Error('no address'), first?.address ?? '', first?.family ?? 0);
  };
}
