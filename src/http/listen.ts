/** Opens the socket of a server, and shuts it down gracefully. */
import { lstat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DocconvError } from '../errors.js';
import type { Server } from './server.js';

/** A TCP address, or the path of a unix socket. */
type Address = { host: string; port: number } | { socket: string };

interface Listening {
  /** E.g. 'http://127.0.0.1:8080' or 'unix:/run/docconv.sock'. */
  readonly url: string;
  /** Refuses new requests, waits at most `graceMs` for running ones, and closes. */
  stop(graceMs: number): Promise<void>;
}

/** Rejects with USAGE when the address is in use, invalid or not permitted. */
export async function listen(server: Server, address: Address): Promise<Listening> {
  try {
    const url = 'socket' in address ? await listenOnSocket(server, address.socket) : await server.app.listen(address);
    return { url, stop: graceMs => stop(server, graceMs) };
  } catch (cause) {
    await server.close();
    throw describe(cause as NodeJS.ErrnoException, address);
  }
}

async function listenOnSocket({ app }: Server, path: string): Promise<string> {
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

async function stop({ app, draining, close }: Server, graceMs: number): Promise<void> {
  const graceOver = sleep(graceMs, false, { ref: false });
  const finished = await Promise.race([draining.start().then(() => true), graceOver]);
  if (!finished) app.server.closeAllConnections();
  await close();
}

function describe(cause: NodeJS.ErrnoException, address: Address): unknown {
  const where = 'socket' in address ? address.socket : `${address.host}:${address.port}`;
  const reason = REASON[cause.code ?? ''];
  return reason ? new DocconvError('USAGE', `Cannot listen on ${where}: ${reason}.`, { cause }) : cause;
}

const REASON: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the address is already in use; choose another port',
  EACCES: 'permission denied; choose a port above 1023, or a socket in an existing folder that you can write to',
  EADDRNOTAVAIL: 'this machine has no such address; check the host',
  ENOTFOUND: 'the host name does not exist; check the host',
  EAI_AGAIN: 'the host name could not be resolved; check the host',
  ENOENT: 'the folder does not exist; create it first',
};
