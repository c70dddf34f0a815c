/** One request over one connection that can only go to addresses already judged. */
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { forbidden, type Policy } from './policy.js';

/** Milliseconds for the TCP and TLS handshakes, for the head of the answer, and between two pieces of its body. */
const CONNECT_MS = 5_000;
const HEADERS_MS = 10_000;
const IDLE_MS = 5_000;

export interface Hop {
  url: URL;
  addresses: readonly string[];
  method: 'GET' | 'POST';
  body: Uint8Array | null;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** Runs `use` on the answer and closes the connection afterwards, whatever happened. */
export async function exchange<T>(
  hop: Hop,
  policy: Policy,
  ca: string | undefined,
  use: (answer: Dispatcher.ResponseData) => Promise<T>,
): Promise<T> {
  const agent = new Agent({
    connect: guardedConnector(hop.addresses, policy, ca),
    connections: 1,
    pipelining: 0,
    headersTimeout: HEADERS_MS,
    bodyTimeout: IDLE_MS,
  });
  try {
    const { url, method, body, headers, signal } = hop;
    // Never redirects by itself, keeps no cookies, reads no proxy from the environment.
    return await use(await request(url, { dispatcher: agent, method, body, headers, signal }));
  } finally {
    await agent.destroy();
  }
}

/** Connects to the judged addresses and to nothing else; what was really reached is looked at once more. */
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
    // Node never calls `lookup` for a literal address: judge() has looked at those.
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      if (policy.mayConnect(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(forbidden('The connection did not go where it was meant to go.'), null);
    });
}

/** Answers every question with the judged addresses: a name that changes its mind meanwhile is not asked again. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map(address => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = entries;
    if (options.all) callback(null, entries);
    else callback(first ? null : new Error('no address'), first?.address ?? '', first?.family ?? 0);
  };
}
