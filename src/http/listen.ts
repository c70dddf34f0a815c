/** Listens, and ends gracefully. */
import { lstat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { DocconvError } from '../errors.js';
import type { Server } from './build.js';

/** A TCP address, or the path of a unix socket. */
export type Address = { host: string; port: number } | { socket: string };

export interface Listening {
  /** E.g. 'http://127.0.0.1:8080' or 'unix:/run/docconv.sock'. */
  readonly url: string;
  /** Refuses what is new, lets what runs finish for `graceMs` at most, and closes. */
  stop(graceMs: number): Promise<void>;
}

/** Rejects with USAGE when the address is taken or not ours to use. */
export async function listen(server: Server, address: Address): Promise<Listening> {
  try {
    const url = 'socket' in address ? await onSocket(server, address.socket) : await onPort(server, address);
    return { url, stop: graceMs => stop(server, graceMs) };
  } catch (cause) {
    await server.close();
    throw describe(cause as NodeJS.ErrnoException, address);
  }
}

async function onPort({ app }: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return app.listen({ host, port });
}

async function onSocket({ app }: Server, path: string): Promise<string> {
  await removeStale(path);
  await app.listen({ path });
  return `unix:${path}`;
}

/** The socket of a server that was killed is in the way; one that answers, or anything else at that path, stays. */
async function removeStale(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => null);
  if (stats?.isSocket() && !(await answers(path))) await unlink(path);
}

function answers(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const probe = connect(path, () => resolve(true)).on('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });
}

async function stop({ app, draining, close }: Server, graceMs: number): Promise<void> {
  const { promise: late, cancel } = timeout(graceMs);
  const finished = await Promise.race([draining.start().then(() => true), late.then(() => false)]);
  cancel();
  if (!finished) app.server.closeAllConnections();
  await close();
}

function timeout(ms: number): { promise: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout;
  const promise = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}

function describe(cause: NodeJS.ErrnoException, address: Address): unknown {
  const where = 'socket' in address ? address.socket : `${address.host}:${address.port}`;
  const why = WHY[cause.code ?? ''];
  return why ? new DocconvError('USAGE', `Cannot listen on ${where}: ${why}.`, { cause }) : cause;
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there already; choose another --port',
  EACCES: 'it takes more rights than you have; choose a --port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; check --host',
  ENOTFOUND: 'no such name; check --host',
  EAI_AGAIN: 'the name could not be looked up; check --host',
  ENOENT: 'the folder is not there',
};
