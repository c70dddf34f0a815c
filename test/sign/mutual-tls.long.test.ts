/** A time-stamping authority that demands a client certificate, and timestamps of a policy. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { docconv } from '../helpers/cli.js';
import { type AuthorityServers, startAuthorities } from '../helpers/pki/authority-servers.js';
import { createPki } from '../helpers/pki.js';
import { document } from './documents.js';

/** Of the timestamps of the tests. */
const POLICY = '1.3.6.1.4.1.99999.1';

const pki = createPki({
  root: {},
  server: { issuer: 'root', san: ['ip:127.0.0.1'], eku: ['serverAuth'] },
  client: { issuer: 'root', eku: ['clientAuth'] },
  stranger: {},
});
const pem = (name: Parameters<typeof pki.id>[0]) => pki.id(name).pem;
const keyOf = (name: Parameters<typeof pki.id>[0]) => pki.id(name).key.export({ format: 'pem', type: 'pkcs8' });

let authorities: AuthorityServers;
let folder: string;
/** Names in the certificates of clients; null: one without a certificate. */
const clients: unknown[] = [];
let redirect: string | null = null;

const start = async (requiresClient: boolean) => {
  const tls = { key: keyOf('server'), cert: pem('server'), ca: pem('root') };
  const server = createServer(
    { ...tls, requestCert: true, rejectUnauthorized: requiresClient },
    (request, response) => {
      clients.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN ?? null);
      if (redirect && requiresClient) return response.writeHead(307, { location: redirect }).end();
      const chunks: Buffer[] = [];
      request.on('data', chunk => chunks.push(chunk));
      request.on('end', () => response.end(authorities.token(Buffer.concat(chunks))));
    },
  );
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return { server, url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/tsa` };
};

let strict: Awaited<ReturnType<typeof start>>;
let open: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  authorities = await startAuthorities();
  [strict, open] = [await start(true), await start(false)];
  folder = mkdtempSync(join(tmpdir(), 'docconv-tls-'));
  writeFileSync(join(folder, 'root.pem'), pem('root'));
  for (const name of ['client', 'stranger'] as const) {
    writeFileSync(join(folder, `${name}.pem`), pem(name));
    writeFileSync(join(folder, `${name}.key`), keyOf(name));
  }
  writeFileSync(join(folder, 'a.pdf'), document());
});
beforeEach(() => {
  redirect = null;
  clients.length = 0;
});
afterAll(async () => {
  for (const { server } of [strict, open]) server.close();
  await authorities.close();
  rmSync(folder, { recursive: true, force: true });
});

const timestamp = (tsa: string, ...more: string[]) => {
  const env = { DOCCONV_HOME: folder, NODE_EXTRA_CA_CERTS: join(folder, 'root.pem') };
  return docconv(['timestamp', 'a.pdf', '-f', '--tsa', tsa, ...more], { cwd: folder, env });
};
const AS_CLIENT = ['--tsa-cert', 'client.pem', '--tsa-key', 'client.key'];

it('gets the certificate of the client, and grants the policy', async () => {
  const { code, err } = await timestamp(strict.url, ...AS_CLIENT, '--tsa-policy', POLICY);
  expect(err).not.toContain('failed');
  expect(code, err).toBe(0);
  expect(clients).toEqual(['client']);
  expect(readFileSync(join(folder, 'a.timestamped.pdf')).length).toBeGreaterThan(document().length);
});

it('refuses a client without a certificate, or with another one', async () => {
  expect((await timestamp(strict.url)).code).not.toBe(0);
  expect((await timestamp(strict.url, '--tsa-cert', 'stranger.pem', '--tsa-key', 'stranger.key')).code).not.toBe(0);
  expect(clients).toEqual([]);
});

it('is the only server that gets the certificate', async () => {
  redirect = open.url;
  expect((await timestamp(strict.url, ...AS_CLIENT)).code).toBe(0);
  expect(clients).toEqual(['client', null]);
});

it.each([
  ['another policy than the one that was asked for', [...AS_CLIENT, '--tsa-policy', '1.2.4'], 'policy'],
  ['a policy that is no object identifier', ['--tsa-policy', '1.2.x'], 'object identifier'],
  ['a certificate without its key', ['--tsa-cert', 'client.pem'], '--tsa-key'],
  ['a key of another certificate', ['--tsa-cert', 'stranger.pem', '--tsa-key', 'client.key'], 'belongs to the key'],
])('%s is refused', async (_, options, reason) => {
  const { code, err } = await timestamp(strict.url, ...options);
  expect(code).not.toBe(0);
  expect(err).toContain(reason);
});

it('needs HTTPS for a certificate', async () => {
  expect((await timestamp(`${authorities.base}/tsa`, ...AS_CLIENT)).err).toContain('https');
});
