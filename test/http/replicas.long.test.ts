/** Several servers on one database are one service: codes, keys and limits hold on all of them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeWith } from '../helpers/requires.js';
import { type Cluster, postgresql, startCluster, storeVariables } from '../helpers/servers/postgres.js';
import { signedPdf } from './signed.js';
import { type Started, startServer } from './started.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of several routes
const jsonOf = (response: Response) => response.json() as Promise<any>;

describeWith('three servers on one database', [postgresql], () => {
  let cluster: Cluster;
  const servers: Started[] = [];

  beforeAll(async () => {
    cluster = await startCluster();
    const env = await storeVariables(cluster.url('postgres'));
    const limits = { verifyPerMinute: 20, verifyNeedsKey: true };
    // one after the other: each requests a code for the same address, which replaces that of another
    for (let i = 0; i < 3; i++) servers.push(await startServer(limits, env));
  });
  afterAll(() => Promise.all(servers.map(server => server.stop())));

  const post = (server: Started, path: string, body: object, key?: string) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
    });
  const document = { document: { base64: Buffer.from(signedPdf()).toString('base64') } };
  const verify = (server: Started, key: string) => post(server, '/v1/verify', document, key);

  test('a code requested from one is redeemed once, by 50 requests to all of them', async () => {
    const email = 'ann@example.org';
    expect((await post(servers[0]!, '/v1/auth/register', { email })).status).toBe(202);
    const code = await vi.waitFor(() => /verify-email \S+ (\S+)/.exec(servers[0]!.lastMail())![1]!, 20_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => post(servers[i % 3]!, '/v1/auth/verify', { email, code })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter(status => status < 300)).toHaveLength(1);
    expect(statuses.filter(status => status >= 500)).toEqual([]);
    const { apiKey } = await jsonOf(answers.find(({ status }) => status < 300)!);
    for (const server of servers) expect((await verify(server, apiKey)).status).toBe(200);
  });

  test('a key that is revoked on one is refused by the others at once', async () => {
    const key = await servers[0]!.issueKey('bob@example.org');
    expect((await verify(servers[1]!, key)).status).toBe(200);
    const me = await fetch(`${servers[1]!.url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
    const [{ id }] = (await jsonOf(me)).keys;
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${servers[1]!.url}/v1/keys/${id}`, { method: 'DELETE', headers })).status).toBe(204);
    for (const server of servers) expect((await verify(server, key)).status).toBe(401);
  });

  test('a limit per minute counts the requests to all of them', async () => {
    const key = await servers[0]!.issueKey('eve@example.org');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => verify(servers[i % 3]!, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter(status => status === 200)).toHaveLength(20);
    expect(statuses.filter(status => status === 429)).toHaveLength(40);
  });

  test('without the database: 503 with Retry-After, and everything works when it is back', async () => {
    const key = await servers[0]!.issueKey('dan@example.org');
    cluster.crash();
    const refused = await verify(servers[1]!, key);
    expect([refused.status, (await jsonOf(refused)).code]).toEqual([503, 'store_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const ready = await fetch(`${servers[1]!.url}/readyz`);
    const { keyStore } = (await jsonOf(ready)).checks;
    expect([ready.status, keyStore]).toEqual([503, { status: 'failing', reason: 'the key store does not respond' }]);
    await cluster.start();
    for (const server of servers) expect((await verify(server, key)).status).toBe(200);
  });
});
