import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { trustProxy } from '../../src/http/create-app.js';

/** The client address that the server determines. */
async function addressSeen(proxies: string[], where: 'tcp' | 'unix', forwarded: string): Promise<string> {
  const app = fastify({ trustProxy: trustProxy(proxies) as (address: string, hop: number) => boolean });
  app.get('/', async ({ ip }) => ip ?? 'none');
  const folder = mkdtempSync(join(tmpdir(), 'docconv-proxy-'));
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const socketPath = join(folder, 's');
  await app.listen(where === 'unix' ? { path: socketPath } : { host: '127.0.0.1', port: 0 });
  const to =
    where === 'unix' ? { socketPath } : { host: '127.0.0.1', port: (app.server.address() as AddressInfo).port };
  const asked = request({ ...to, path: '/', headers: { 'x-forwarded-for': forwarded } }).end();
  const [answer] = await once(asked, 'response');
  return String((await once(answer, 'data'))[0]);
}

test.each([
  [[], 'tcp', '203.0.113.7', '127.0.0.1'],
  [['loopback'], 'tcp', '203.0.113.7', '203.0.113.7'],
  [['10.0.0.0/8'], 'tcp', '203.0.113.7', '127.0.0.1'],
  [['127.0.0.0/8'], 'tcp', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
  [[], 'unix', '203.0.113.7', 'none'],
  [['loopback'], 'unix', '203.0.113.7', 'none'],
  [['unix'], 'unix', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
  [['unix', '203.0.113.7'], 'unix', '1.2.3.4, 203.0.113.7', '1.2.3.4'],
  [['unix'], 'tcp', '203.0.113.7', '127.0.0.1'],
] as const)('%j over %s, X-Forwarded-For %s: the client is %s', async (proxies, where, forwarded, client) => {
  expect(await addressSeen([...proxies], where, forwarded)).toBe(client);
});

test('an invalid address is refused at startup', () => {
  expect(() => trustProxy(['everybody'])).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
});
