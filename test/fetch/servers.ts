/** Two servers on one port: a planted one that no request may reach, and a misbehaving one at an allowed address. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Writable } from 'node:stream';

export interface Planted {
  port: number;
  /** Connections that reached it. */
  reached(): number;
  /** Requests that the misbehaving server saw. */
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

/** The allowed server's address: on Linux all of 127/8 is ours. */
export const ALLOWED = '127.0.0.2';
/** Containers often have no IPv6 at all. */
export const hasIpv6 = Object.values(networkInterfaces()).some(entries =>
  entries?.some(({ address }) => address === '::1'),
);
const PLANTED = ['127.0.0.1', '127.255.255.254', ...(hasIpv6 ? ['::1'] : [])];

export async function plant(): Promise<Planted> {
  for (;;) {
    const planted = await tryToPlant();
    if (planted) return planted;
  }
}

/** Null when another program uses the port at one of the addresses. */
async function tryToPlant(): Promise<Planted | null> {
  let reached = 0;
  const requests: IncomingMessage[] = [];
  const allowed = await listen(createServer(misbehave(requests)), ALLOWED, 0);
  const { port } = allowed.address() as AddressInfo;
  const servers = [allowed];
  const close = async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  };
  try {
    for (const address of PLANTED) servers.push(await secret(address));
  } catch (error) {
    await close();
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
  return { port, reached: () => reached, requests, close };

  function secret(address: string): Promise<Server> {
    const server = createServer((_request, response) => response.end('secret'));
    server.on('connection', () => reached++);
    return listen(server, address, port);
  }
}

async function listen(server: Server, host: string, port: number): Promise<Server> {
  server.listen({ host, port });
  await once(server, 'listening');
  return server;
}

function misbehave(requests: IncomingMessage[]) {
  return (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request);
    const url = new URL(request.url ?? '/', 'http://x');
    const behave = BEHAVIOUR[url.pathname] ?? (() => response.writeHead(404).end());
    behave(response, url);
  };
}

const BEHAVIOUR: Record<string, (response: ServerResponse, url: URL) => unknown> = {
  '/file': response => response.setHeader('content-type', 'application/pdf').end('%PDF-1.7'),
  '/redirect': (response, url) =>
    response
      .writeHead(Number(url.searchParams.get('status') ?? 302), { location: url.searchParams.get('to') ?? '' })
      .end('x'.repeat(100_000)),
  '/status': (response, url) => {
    const after = url.searchParams.get('after');
    const date = url.searchParams.get('date');
    const headers = { ...(after && { 'retry-after': after }), ...(date && { date }) };
    response.writeHead(Number(url.searchParams.get('is')), headers).end();
  },
  '/loop': response => response.writeHead(302, { location: '/loop' }).end(),
  '/huge': response => response.writeHead(200, { 'content-length': '999999999999' }).write('x'),
  '/endless': response => pump(response, 'x'.repeat(65_536), 0),
  '/drip': response => pump(response, 'x', 50),
  '/silent': () => undefined,
  '/half': response => response.writeHead(200, { 'content-length': '100' }).write('half'),
  '/cut': response =>
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.socket?.destroy()),
  '/gzip': response => response.setHeader('content-encoding', 'gzip').end('not even gzip'),
  '/headers': response => response.socket?.end(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100_000)}\r\n`),
  '/interim': response => pump(response.socket!, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(50), 0),
  '/part': response => response.writeHead(206, { 'content-range': 'bytes 0-4/1000' }).end('%PDF-'),
  '/garbage': response => response.socket?.end('\0\0\0 this is not HTTP\r\n\r\n'),
};

function pump(stream: Writable, piece: string, everyMs: number): void {
  const next = () => {
    if (!stream.destroyed) stream.write(piece, () => setTimeout(next, everyMs));
  };
  next();
}
