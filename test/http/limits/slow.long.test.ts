/** Clients that send slowly, on real sockets, occupy few resources, and not for long. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { PdfWriter, stream } from '../../helpers/pdf-writer.js';
import { type Started, startServer } from '../started.js';

let server: Started;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop();
});

interface Connection {
  socket: Socket;
  received(): string;
}

/** A client at this address that keeps its half of the connection open. */
async function client(localAddress: string): Promise<Connection> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  sockets.push(socket);
  let text = '';
  socket.on('data', piece => {
    text += piece;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, received: () => text };
}

const SLOW = '127.0.0.2';
const OTHER = '127.0.0.3';
const LARGE = 4_000_000;

function announce({ socket }: Connection, path: string, ...headers: string[]): void {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Length: ${LARGE}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
}

const JSON_BODY = 'Content-Type: application/json';
const formOf = (key: string) => [`Authorization: Bearer ${key}`, 'Content-Type: multipart/form-data; boundary=x'];
const statusOf = ({ received }: Connection) => Number(/^HTTP\/1\.1 (\d+)/.exec(received())?.[1] ?? 0);
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** Sends single bytes until the connection is closed. */
function drip({ socket }: Connection): void {
  const timer = setInterval(() => socket.write(' '), 50);
  socket.once('close', () => clearInterval(timer));
}

test('one client that announces many large documents does not block others', async () => {
  server = await startServer({ maxJson: LARGE, uploadBudget: (5 * LARGE * 3) / 4 }); // half of it for one client; base64
  const greedy = await Promise.all(Array.from({ length: 8 }, () => client(SLOW)));
  for (const connection of greedy) announce(connection, '/v1/verify', JSON_BODY);
  await expect.poll(() => greedy.filter(one => statusOf(one) === 503)).toHaveLength(6);
  const other = await client(OTHER);
  announce(other, '/v1/verify', JSON_BODY);
  other.socket.write('{}'.padEnd(LARGE));
  await expect.poll(() => statusOf(other)).toBe(400); // it was read, and has no document
});

test('uploads that stall take no place in the queue, whoever sends them', async () => {
  server = await startServer({ queue: 1, workers: 1 });
  const keys = [server.key, await server.issueKey('owner@example.org'), await server.issueKey('third@example.org')];
  const otherKey = await server.issueKey('other@example.org');
  const stalled = await Promise.all(Array.from({ length: 42 }, () => client(SLOW)));
  for (const [i, connection] of stalled.entries()) {
    announce(connection, '/v1/convert', ...formOf(keys[i % keys.length]!));
    connection.socket.write('--x\r\nContent-Disposition: attachment\r\n\r\n'.padEnd(26_000, 'a'));
  }
  await pause(300);
  const body = new FormData();
  body.append('file', new Blob(['{\\rtf1\\ansi Dear reader,\\par}']), 'letter.rtf');
  const headers = { authorization: `Bearer ${otherKey}` };
  expect((await fetch(`${server.url}/v1/convert`, { method: 'POST', headers, body })).status).toBe(200);
});

test.each([
  ['JSON', '/v1/verify', () => [JSON_BODY]],
  ['a form', '/v1/convert', () => formOf(server.key)],
])(
  '%s that arrives too slowly: 408, and its resources are freed even if the client stays connected',
  async (_what, path, of) => {
    server = await startServer({ maxJson: LARGE, minUploadRate: { bytesPerSecond: 1_000, windowMs: 500 } });
    const slow = await Promise.all([client(SLOW), client(SLOW)]);
    for (const connection of slow) {
      announce(connection, path, ...of());
      drip(connection);
    }
    await expect.poll(() => slow.map(statusOf)).toEqual([408, 408]);
    await expect.poll(() => server.log().match(/"problem":"request_timeout","status":408/g) ?? []).toHaveLength(2);
    const next = await client(SLOW);
    announce(next, path, ...of());
    await pause(200);
    expect(statusOf(next)).not.toBe(503); // it is told that it is slow, too, after 500 ms
  },
);

test('a body above the minimum rate is accepted', async () => {
  server = await startServer({ minUploadRate: { bytesPerSecond: 1_000, windowMs: 1_500 } });
  const body = '{"document":{"base64":"QUJD"}}'.padEnd(40_000);
  const { socket, ...rest } = await client(SLOW);
  socket.write(`POST /v1/verify HTTP/1.1\r\nHost: localhost\r\n${JSON_BODY}\r\nContent-Length: ${body.length}\r\n\r\n`);
  for (let at = 0; at < body.length; at += 500, await pause(50)) socket.write(body.slice(at, at + 500));
  await expect.poll(() => statusOf({ socket, ...rest })).toBe(422);
});

/** More than the system takes to send without a reader. */
const HUGE = 16_000_000;

/** A form with a PDF that does not get smaller, and an operation on it that needs no engine. */
function rotation(): { type: string; body: Buffer } {
  const data = stream(randomBytes(HUGE));
  const catalog = '<</Type/Catalog/Pages 2 0 R>>';
  const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>/Contents 4 0 R>>';
  const { bytes } = new PdfWriter().revision({ objects: { 1: catalog, 2: pages, 3: page, 4: data } });
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
  const head = `${part('rotate')}\r\n\r\n90\r\n${part('file')}; filename="a.pdf"\r\n\r\n`;
  return {
    type: 'multipart/form-data; boundary=x',
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
  };
}

/** Sends the form, and reads the start of the answer only. */
async function sendUnread(key: string, { type, body }: { type: string; body: Buffer }): Promise<Connection> {
  const connection = await client(SLOW);
  const { socket, received } = connection;
  socket.write(`POST /v1/convert HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`);
  socket.write(`Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(body);
  await expect.poll(received, { timeout: 60_000 }).not.toBe('');
  socket.pause();
  return connection;
}

test('the client with the most unread answers loses its oldest one', async () => {
  server = await startServer({ uploadBudget: 2.5 * HUGE });
  const form = rotation();
  const lost = await sendUnread(server.key, form);
  const kept = [await sendUnread(server.key, form), await sendUnread(await server.issueKey('other@example.org'), form)];
  await expect.poll(() => server.log()).toContain('"msg":"client disconnected"');
  for (const { socket } of [lost, ...kept]) socket.resume();
  await expect.poll(() => kept.every(({ socket }) => socket.bytesRead > HUGE), { timeout: 60_000 }).toBe(true);
  expect(lost.socket.bytesRead).toBeLessThan(HUGE);
});
