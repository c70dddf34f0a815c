/** One HTTP request over a connection that can only be made to addresses that the policy allows. */
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { forbidden, type Policy } from './policy.js';

/** Milliseconds for the TCP and TLS handshakes, for the response headers, and between two chunks of the body. */
const CONNECT_MS = 5_000;
const HEADERS_MS = 10_000;
const IDLE_MS = 5_000;

export interface Hop {
  url: URL;
  addresses: readonly string[];
  method: 'GET' | 'POST';
  body: Uint8Array | null;
  headers: Record<string, string>;
  /** The largest response body in bytes; a larger one fails with UND_ERR_RES_EXCEEDED_MAX_SIZE. */
  maxBytes: number;
  signal: AbortSignal;
}

/** Calls `use` with the response; always closes the connection afterwards. */
export async function exchange<T>(
  hop: Hop,
  policy: Policy,
  ca: string | undefined,
  use: (response: Dispatcher.ResponseData) => Promise<T>,
): Promise<T> {
  const agent = new Agent({
    connect: guardedConnector(hop.addresses, policy, ca),
    connections: 1,
    pipelining: 0,
    headersTimeout: HEADERS_MS,
    bodyTimeout: IDLE_MS,
    maxResponseSize: hop.maxBytes,
  });
  try {
    const { url, method, body, headers, signal } = hop;
    // never pauses: undici 7 throws an uncaught error when the peer closes a connection whose response is paused
    const highWaterMark = Number.MAX_SAFE_INTEGER;
    // undici's request() follows no redirects, stores no cookies and ignores proxy variables
    return await use(await request(url, { dispatcher: agent, method, body, headers, signal, highWaterMark }));
  } finally {
    await agent.destroy();
  }
}

/** Connects only to the given addresses, and checks the remote address again after connecting. */
function guardedConnector(
  addresses: readonly string[],
  policy: Policy,
  ca: string | undefined,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_MS,
    lookup: pinnedLookup(addresses),
    ...(ca && { ca: [...rootCertificates, ca] }),
  });
  return (options, callback) =>
    // Node does not call `lookup` for a literal address: authorizeUrl() has checked those
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      if (policy.mayConnect(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(forbidden('The connection reached another address than the one that was checked.'), null);
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
