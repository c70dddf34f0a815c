/** A private Redis on a unix socket, without persistence, started by the first test that needs it; each test gets an empty database. */
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKept } from '../keeper.js';
import { program } from '../requires.js';

export const redisServer = program('redis-server');

let started: Promise<string> | null = null;
let databases = 0;

/** Path of the socket, and number of the database. The server has 16 of them and ends with this process. */
export async function newRedisDatabase(): Promise<{ path: string; db: number }> {
  started ??= startRedis();
  return { path: await started, db: databases++ };
}

async function startRedis(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-redis-'));
  const path = join(folder, 'redis.sock');
  startKept(folder, 'TERM', 'redis-server', ['--port', '0', '--unixsocket', path, '--save', '', '--dir', folder]);
  for (let tries = 0; tries < 200 && !(await accepts(path)); tries++)
    await new Promise(resolve => setTimeout(resolve, 50));
  return path;
}

function accepts(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref();
    socket.once('connect', () => socket.destroy());
  });
}
