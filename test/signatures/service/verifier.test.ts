/** Documents made to keep the judge busy: they cost their own request, and nobody else's. */
import { afterEach, expect, test } from 'vitest';
import { createVerifier } from '../../../src/signatures/index.js';
import { manyFields, manyKids } from '../../http/hostile.js';
import { signedPdf } from '../../http/signed.js';
import { type Started, startServer } from '../../http/started.js';

let server: Started;
afterEach(() => server?.stop());

const bodyOf = (pdf: Uint8Array) => JSON.stringify({ document: { base64: Buffer.from(pdf).toString('base64') } });
const verify = (body: string, signal: AbortSignal | null = null) =>
  fetch(`${server.url}/v1/verify`, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });

/** Asks for /healthz again and again until `work` is done. Milliseconds of the slowest answer, and how many there were. */
async function slowestHealth(work: Promise<unknown>): Promise<{ slowest: number; asked: number }> {
  let [slowest, asked, done] = [0, 0, false];
  void work.finally(() => {
    done = true;
  });
  while (!done) {
    const before = performance.now();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - before);
    asked++;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return { slowest, asked };
}

test.each([
  ['20,000 signature fields', () => manyFields(20_000)],
  ['3 million /Kids', () => manyKids(3_000_000)],
])('%s do not delay /healthz', async (_what, make) => {
  server = await startServer({ verificationTimeoutMs: 3_000 });
  const body = bodyOf(make());
  const answer = verify(body);
  const { slowest, asked } = await slowestHealth(answer);
  expect([200, 422]).toContain((await answer).status);
  expect(asked).toBeGreaterThan(3);
  expect(slowest).toBeLessThan(1500); // a server that judges by itself answers after three seconds
});

test('a check over its time is ended: 422 that says so; the next document is judged', async () => {
  server = await startServer({ verificationTimeoutMs: 300 });
  const answer = await verify(bodyOf(manyFields(20_000)));
  expect([answer.status, await answer.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'document_limit', limit: 'milliseconds', max: 300 }),
  ]);
  // a document of the same kind that is small enough
  expect((await verify(bodyOf(manyFields(1)))).status).toBe(200);
});

test('a sound signature is judged, one after the other and many at once', async () => {
  server = await startServer();
  const body = bodyOf(signedPdf());
  const first = await verify(body);
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await first.json()).toMatchObject({ valid: true, signer: { name: 'Anna Example' } });
  const answers = await Promise.all(Array.from({ length: 12 }, () => verify(body)));
  expect(await Promise.all(answers.map(answer => answer.json()))).toEqual(
    answers.map(() => expect.objectContaining({ valid: true })),
  );
});

test('a client that leaves ends its check, and frees the thread for others', async () => {
  server = await startServer();
  const body = bodyOf(manyFields(20_000));
  const leaving = new AbortController();
  const left = Array.from({ length: 6 }, () => verify(body, leaving.signal).catch(() => null));
  await new Promise(resolve => setTimeout(resolve, 700));
  leaving.abort();
  await Promise.all(left);
  const before = performance.now();
  expect(await (await verify(bodyOf(signedPdf()))).json()).toMatchObject({ valid: true });
  expect(performance.now() - before).toBeLessThan(2_000);
});

test('more documents than may wait are refused, and those that wait can leave', async () => {
  const verifier = createVerifier({ anchors: [], online: null, timeoutMs: 30_000, memoryMb: 1024 });
  const leaving = new AbortController();
  const pdf = manyFields(2_000);
  const all = Promise.allSettled(
    Array.from({ length: 100 }, () => verifier.verify({ bytes: new Uint8Array(pdf) }, leaving.signal, 'me')),
  );
  leaving.abort(new Error('left'));
  const reasons = new Set((await all).map(one => (one.status === 'rejected' ? one.reason.message : 'judged')));
  await verifier.close();
  expect(reasons).toEqual(new Set(['left', expect.stringContaining('Too many documents')]));
});

test('what check() says is said as before: its code and its words', async () => {
  server = await startServer();
  const answer = await verify(bodyOf(Buffer.from('no PDF at all')));
  expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ code: 'not_a_pdf' })]);
});

test('one client with many hard documents keeps the others waiting for one of them at most', async () => {
  server = await startServer({ verificationTimeoutMs: 1_000, trustProxy: ['127.0.0.1'] });
  const hard = bodyOf(manyFields(20_000));
  const from = (client: string, body: string) =>
    fetch(`${server.url}/v1/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body,
    });
  const many = Array.from({ length: 12 }, () => from('192.0.2.1', hard));
  await new Promise(resolve => setTimeout(resolve, 300));
  const before = performance.now();
  const other = await from('192.0.2.2', bodyOf(signedPdf()));
  expect(await other.json()).toMatchObject({ valid: true });
  expect(performance.now() - before).toBeLessThan(2_500);
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([422]));
}, 20_000);
