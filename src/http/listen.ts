/** Opens the sockets of a server, and shuts it down gracefully. */
import { once } from 'node:events';
import { lstat, unlink } from 'node:fs/promises';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DocconvError } from '../errors.js';
import { requireSocketPath } from '../system/files/socket-path.js';
import { createMetricsServer } from './metrics/listener.js';
import type { Server } from './server.js';

export interface TcpAddress {
  host: string;
  port: number;
}

/** A TCP address, or the path of a unix socket. */
export type Address = TcpAddress | { socket: string };

export interface Listening {
  /** E.g. 'http://127.0.0.1:8080' or 'unix:/run/docconv.sock'. */
  readonly url: string;
  /** Null if metrics are not served. */
  readonly metricsUrl: string | null;
  /** Refuses new requests, waits at most `graceMs` for running ones, and closes. Resolves to whether all were finished. */
  stop(graceMs: number): Promise<boolean>;
}

/** Rejects with USAGE when an address is in use, invalid or not permitted. */
export async function listen(server: Server, address: Address, metrics: TcpAddress | null): Promise<Listening> {
  const metricsServer = createMetricsServer(server.metrics);
  try {
    const url = await open(address, () =>
      'socket' in address ? listenOnSocket(server, address.socket) : server.app.listen(address),
    );
    const metricsUrl = metrics && (await open(metrics, () => listenForMetrics(metricsServer, metrics)));
    // metrics are served until the end: a scrape during shutdown shows what is left
    return { url, metricsUrl, stop: graceMs => stop(server, graceMs).finally(() => closeNow(metricsServer)) };
  } catch (thrown) {
    await server.close();
    throw thrown;
  }
}

/** Returns its URL. */
async function listenForMetrics(server: HttpServer, { host, port }: TcpAddress): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const { address, port: opened } = server.address() as AddressInfo;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${opened}/metrics`;
}

function closeNow(server: HttpServer): void {
  server.close();
  server.closeAllConnections();
}

async function open(address: Address, listening: () => Promise<string>): Promise<string> {
  return listening().catch(cause => Promise.reject(describe(cause, address)));
}

async function listenOnSocket({ app }: Server, path: string): Promise<string> {
  requireSocketPath(path);
  await removeStaleSocket(path);
  await app.listen({ path });
  return `unix:${path}`;
}

/** A killed server leaves its socket behind. A socket that accepts connections, and any other file, is not removed. */
async function removeStaleSocket(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => null);
  if (stats?.isSocket() && !(await accepts(path))) await unlink(path);
}

function accepts(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const probe = connect(path, () => resolve(true)).on('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });
}

/** For answers that are still on their way. */
const LINGER_MS = 1_000;

async function stop({ app, draining, drainJobs, close }: Server, graceMs: number): Promise<boolean> {
  const jobsDrained = drainJobs(graceMs);
  const graceOver = sleep(graceMs, false, { ref: false });
  const finished = await Promise.race([draining.start().then(() => true), graceOver]);
  if (!finished) {
    await draining.expire();
    app.server.closeAllConnections();
  }
  await Promise.race([jobsDrained, graceOver]);
  // all requests have their answers: a client that goes on sending a refused document must not hold up the end
  const linger = setTimeout(() => app.server.closeAllConnections(), LINGER_MS);
  await close().finally(() => clearTimeout(linger));
  return finished;
}

function describe(cause: NodeJS.ErrnoException, address: Address): unknown {
  const where = 'socket' in address ? address.socket : `${address.host}:${address.port}`;
  const id = Object.entries(REASONS).find(([code]) => code === cause.code)?.[1];
  return id ? new DocconvError(id, { where }, { cause }) : cause;
}

const REASONS = {
  EADDRINUSE: 'USAGE.listen-address-in-use',
  EACCES: 'USAGE.listen-permission-denied',
  EADDRNOTAVAIL: 'USAGE.listen-no-such-address',
  ENOTFOUND: 'USAGE.listen-no-such-host',
  EAI_AGAIN: 'USAGE.listen-host-not-resolved',
  ENOENT: 'USAGE.listen-no-such-folder',
} as const;
