/** A private Redis on a unix socket, without persistence, that ends with this process. */
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKept } from './keeper.js';
import { program } from './requires.js';

export const redisServer = program('redis-server');

/** Path of its socket. */
export async function startRedis(): Promise<string> {
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
