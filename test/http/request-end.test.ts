/** What the log and the metrics count as a client that disconnected. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../src/http/app.js';
import { requestSignal } from '../../src/http/limits/deadline.js';
import { installRequestEnd, onRequestEnd, recordDirectAnswer } from '../../src/http/request-end.js';

const SIZE = 100_000;

/** Reads `bytes` of the answer, closes the connection, and returns the status that is logged. */
async function statusAfter(bytes: number, stream: () => Readable): Promise<number> {
  const app = fastify() as unknown as App;
  onTestFinished(() => app.close());
  installRequestEnd(app);
  const status = new Promise<number>(resolve => {
    app.get('/', async (request, reply) => {
      onRequestEnd(request, (_disconnected, logged) => resolve(logged));
      return reply.header('content-length', SIZE).send(stream());
    });
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).on(
    'error',
    () => {},
  );
  let [head, received] = ['', 0];
  socket.on('data', chunk => {
    head += head.includes('\r\n\r\n') ? '' : chunk.toString('latin1');
    received += chunk.length;
    if (received >= head.indexOf('\r\n\r\n') + 4 + bytes) socket.destroy();
  });
  return status;
}

/** As a file does, whose end is found by one read more; `pause` makes it certain that the client is faster. */
async function* lateEnd(pause: number) {
  yield Buffer.alloc(SIZE / 2);
  yield Buffer.alloc(SIZE / 2);
  await new Promise(resolve => setTimeout(resolve, pause));
}

test('a client that closes its connection after the last byte has its answer', async () => {
  expect(await statusAfter(SIZE, () => Readable.from(lateEnd(500)))).toBe(200);
});

test('a client that closes its connection before that has disconnected: 499', async () => {
  const endless = async function* () {
    yield Buffer.alloc(SIZE - 1);
    await new Promise(() => {});
  };
  expect(await statusAfter(SIZE / 2, () => Readable.from(endless()))).toBe(499);
});

test('what is begun for a client that has disconnected learns that at once', async () => {
  const app = fastify() as unknown as App;
  onTestFinished(() => app.close());
  installRequestEnd(app);
  const told = new Promise<boolean>(resolve => {
    app.get('/', async (request, reply) => {
      socket.destroy();
      await new Promise(closed => reply.raw.once('close', closed)); // as while a key is looked up
      onRequestEnd(request, resolve);
    });
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).on(
    'error',
    () => {},
  );
  expect(await told).toBe(true);
});

test('the file of an answer is closed when its client disconnects before the first byte', async () => {
  const app = fastify() as unknown as App;
  onTestFinished(() => app.close());
  installRequestEnd(app);
  const stream = Readable.from(lateEnd(0));
  app.get('/', async (request, reply) => {
    await new Promise<void>(resolve => onRequestEnd(request, () => resolve()));
    return reply.header('content-length', SIZE).send(stream);
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  await once(app.server, 'request');
  socket.destroy();
  await expect.poll(() => stream.destroyed).toBe(true);
});

test('requests that wait for another one of the same connection end with it', async () => {
  const app = fastify() as unknown as App;
  onTestFinished(() => app.close());
  installRequestEnd(app);
  const ended: number[] = [];
  const allEnded = new Promise<void>(resolve => {
    app.get('/', async request => {
      onRequestEnd(request, (_disconnected, status) => ended.push(status) === 3 && resolve());
      if (request.url === '/?3') socket.destroy();
      await new Promise(() => {});
    });
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const requests = [1, 2, 3].map(n => `GET /?${n} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
  const socket = connect(port, '127.0.0.1', () => socket.write(requests)).on('error', () => {});
  await allEnded;
  expect(ended).toEqual([499, 499, 499]);
});

test('work ends when its client was answered directly, for what followed its request', async () => {
  const app = fastify() as unknown as App;
  onTestFinished(() => app.close());
  installRequestEnd(app);
  const aborted = new Promise<void>(resolve => {
    app.get('/', async request => {
      requestSignal(request, 60_000).addEventListener('abort', () => resolve());
      recordDirectAnswer(request.raw.socket, 400);
      request.raw.socket.destroy();
      await new Promise(() => {});
    });
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).on(
    'error',
    () => {},
  );
  await aborted;
});
