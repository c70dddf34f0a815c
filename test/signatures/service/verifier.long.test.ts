/** Documents that take long to verify affect only their own request. */
import { afterEach, expect, it, test } from 'vitest';
import { createVerifier } from '../../../src/signatures/service/verifier.js';
import { descendantsOf, isRunning, processorSeconds } from '../../helpers/processes.js';
import { describeWith, linux } from '../../helpers/requires.js';
import { manyFields, manyKids } from '../../http/hostile.js';
import { signedPdf } from '../../http/signed.js';
import { type Started, startServer } from '../../http/started.js';

const WORKER = /verifier\.worker/;

let server: Started;
afterEach(() => server?.stop());

const bodyOf = (pdf: Uint8Array) => JSON.stringify({ document: { base64: Buffer.from(pdf).toString('base64') } });
const verify = (body: string, signal: AbortSignal | null = null) =>
  fetch(`${server.url}/v1/verify`, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });

/** Number of answers from /healthz until `work` is done. */
async function healthAnswers(work: Promise<unknown>): Promise<number> {
  let [answers, done] = [0, false];
  void work.finally(() => {
    done = true;
  });
  while (!done) {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    answers++;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return answers;
}

test.each([
  ['20,000 signature fields', () => manyFields(20_000)],
  ['3 million /Kids', () => manyKids(3_000_000)],
])('%s do not block /healthz', async (_what, make) => {
  server = await startServer({ verificationTimeoutMs: 4_000 });
  const body = bodyOf(make());
  const answer = verify(body);
  const answers = await healthAnswers(answer);
  expect([200, 422]).toContain((await answer).status);
  expect(answers).toBeGreaterThan(2); // a server that verifies in its own thread answers once or twice
});

test('a verification over the time limit: 422 with the limit; the next document is verified', async () => {
  server = await startServer({ verificationTimeoutMs: 500 });
  const answer = await verify(bodyOf(manyKids(3_000_000)));
  expect([answer.status, await answer.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'document_limit', limit: 'milliseconds', max: 500 }),
  ]);
  // a document of the same kind that is small enough
  expect((await verify(bodyOf(manyKids(1)))).status).toBe(200);
});

test('valid signatures are verified, sequentially and in parallel', async () => {
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

describeWith('a client that disconnects', [linux], () => {
  it('ends its verification, and frees the worker for others', async () => {
    server = await startServer({ verificationTimeoutMs: 600_000 });
    const workers = () => descendantsOf(process.pid).flatMap(({ pid, command }) => (WORKER.test(command) ? [pid] : []));
    const others = workers(); // of other test files
    const busy = () => workers().filter(pid => !others.includes(pid));
    const body = bodyOf(manyKids(3_000_000));
    const leaving = new AbortController();
    const left = Array.from({ length: 6 }, () => verify(body, leaving.signal).catch(() => null));
    const verifying = () => busy().filter(pid => processorSeconds(pid) > 1); // its start takes less, the document more
    await expect.poll(verifying).not.toEqual([]);
    const ended = verifying();
    leaving.abort();
    await Promise.all(left);
    await expect.poll(() => ended.filter(isRunning)).toEqual([]); // one that has finished waits for the next document
    expect(await (await verify(bodyOf(signedPdf()))).json()).toMatchObject({ valid: true });
  });
});

test('requests beyond the queue are rejected, and waiting ones can be aborted', async () => {
  const verifier = createVerifier({ trust: null, online: null, timeoutMs: 30_000, memoryMb: 1024 });
  const leaving = Array.from({ length: 100 }, () => new AbortController());
  const pdf = manyFields(2_000);
  const all = Promise.allSettled(
    leaving.map(({ signal }) => verifier.verify({ bytes: new Uint8Array(pdf) }, signal, 'me')),
  );
  for (const client of leaving) client.abort(new Error('left'));
  const reasons = new Set((await all).map(one => (one.status === 'rejected' ? one.reason.message : 'verified')));
  await verifier.close();
  expect(reasons).toEqual(new Set(['left', expect.stringContaining('Too many documents')]));
});

test('errors of check() keep their code', async () => {
  server = await startServer();
  const answer = await verify(bodyOf(Buffer.from('no PDF at all')));
  expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ code: 'not_a_pdf' })]);
});

test('one client with many slow documents does not make the others wait for all of them', async () => {
  server = await startServer({ verificationTimeoutMs: 2_000, trustProxy: ['127.0.0.1'] });
  const hard = bodyOf(manyFields(20_000));
  const from = (client: string, body: string) =>
    fetch(`${server.url}/v1/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body,
    });
  let answered = 0;
  const many = Array.from({ length: 12 }, () => from('192.0.2.1', hard).finally(() => answered++));
  await new Promise(resolve => setTimeout(resolve, 300));
  const other = await from('192.0.2.2', bodyOf(signedPdf()));
  expect(await other.json()).toMatchObject({ valid: true });
  expect(answered).toBeLessThan(6);
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([422]));
});
