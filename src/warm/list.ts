/** All engines of this user, also those of other settings and versions of docconv. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WarmConnection } from './client.js';
import { isPrivate } from './folder.js';
import type { Greeting } from './protocol.js';

/** Of one that runs; or why one could not start. */
export type EngineState = Pick<Greeting, 'pid' | 'started' | 'converted'> | { failure: string };

/** The document that an engine converts is finished first. */
const STOP_MS = 60_000;

export async function engineStates(folder: string): Promise<EngineState[]> {
  const connections = await connectAll(folder);
  for (const { connection } of connections) connection.close();
  const running = connections.map(({ connection: { greeting } }) => {
    const { pid, started, converted } = greeting;
    return { pid, started, converted };
  });
  const failures = filesIn(folder, '.error').map(path => ({ failure: readFileSync(path, 'utf8').trim() }));
  return [...running, ...failures];
}

/** Resolves to their number when they have ended. */
export async function stopEngines(folder: string): Promise<number> {
  const connections = await connectAll(folder);
  const deadline = Date.now() + STOP_MS;
  for (const { path, connection } of connections) {
    await connection.stop();
    while ((existsSync(path) || isAlive(connection.greeting.pid)) && Date.now() < deadline) await sleep(20);
  }
  return connections.length;
}

async function connectAll(folder: string) {
  const tried = filesIn(folder, '.sock').map(async path => ({ path, connection: await WarmConnection.open(path) }));
  const all = await Promise.all(tried);
  return all.flatMap(({ path, connection }) => (connection ? [{ path, connection }] : []));
}

function filesIn(folder: string, extension: string): string[] {
  if (!isPrivate(folder)) return [];
  const names = readdirSync(folder).filter(name => name.endsWith(extension));
  return names.map(name => join(folder, name));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
