/** A private Redis on a unix socket, without persistence, that ends with this process. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './requires.js';

export const redisServer = program('redis-server');

/** Path of its socket. */
export async function startRedis(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-redis-'));
  const path = join(folder, 'redis.sock');
  // the shell ends Redis when this process ends, however it ends, since its stdin ends then
  const script =
    'redis-server --port 0 --unixsocket "$0/redis.sock" --save "" --dir "$0" & read -r _; kill $!; wait $!; rm -rf "$0"';
  const keeper = spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  keeper.unref();
  (keeper.stdin as Socket).unref();
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
