/** Verification processes that crash, hang or are killed: one request fails, others are verified. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createVerifier } from '../../../src/signatures/service/verifier.js';
import { newHome } from '../../helpers/cli.js';
import { createPki } from '../../helpers/pki.js';
import { descendantsOf, isRunning, processorSeconds, type Running } from '../../helpers/processes.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { manyFields, manyKids } from '../../http/hostile.js';
import { serve } from '../../http/served.js';
import { signedPdf } from '../../http/signed.js';
import { type Started, startServer } from '../../http/started.js';

let server: Started | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

/** The command lines of the sandbox tools contain the worker's as well: only Node itself counts. */
const workersOf = (pid: number): Running[] =>
  descendantsOf(pid).filter(({ command }) => /^\S*node .*verifier\.worker\.js/.test(command));
/** Started by this test: other files of the same process may have started some as well. */
const own = () => workersOf(process.pid).filter(({ pid }) => !others.has(pid));
let others: ReadonlySet<number>;
beforeEach(() => {
  others = new Set(workersOf(process.pid).map(({ pid }) => pid));
});

const bodyOf = (pdf: Uint8Array) => JSON.stringify({ document: { base64: Buffer.from(pdf).toString('base64') } });
const SOUND = bodyOf(signedPdf());

async function verify(url: string, body: string): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(`${url}/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

/** Verifies valid documents until `work` is done; each must succeed. */
async function verifyMeanwhile<Result>(url: string, work: Promise<Result>): Promise<Result> {
  let [done, verified] = [false, 0];
  void work.finally(() => {
    done = true;
  });
  while (!done || verified === 0) {
    expect(await verify(url, SOUND)).toMatchObject({ status: 200, answer: { valid: true } });
    verified++;
  }
  return work;
}

test('a document that exceeds the heap: 422 with the limit; other documents are verified', async () => {
  server = await startServer({ verificationMemory: 128 });
  const { status, answer } = await verifyMeanwhile(server.url, verify(server.url, bodyOf(manyKids(3_000_000))));
  expect(status).toBe(422);
  expect(answer).toMatchObject({ code: 'document_limit', limit: 'memory', max: 128, retryable: false });
});

test('a document that exceeds the time limit: 422 with the limit; other documents are verified', async () => {
  server = await startServer({ verificationTimeoutMs: 1_500 });
  const { status, answer } = await verifyMeanwhile(server.url, verify(server.url, bodyOf(manyFields(100_000))));
  expect(status).toBe(422);
  expect(answer).toMatchObject({ code: 'document_limit', limit: 'milliseconds', max: 1_500 });
});

test('a process that is killed while it verifies: 500 check_crashed; other documents are verified', async () => {
  server = await startServer();
  const broken = verify(server.url, bodyOf(manyKids(3_000_000)));
  const busy = () => own().find(({ pid }) => processorSeconds(pid) > 1); // its start takes less, the document more
  await expect.poll(busy, { interval: 50 }).toBeDefined();
  process.kill(busy()!.pid, 'SIGKILL');
  const { status, answer } = await verifyMeanwhile(server.url, broken);
  expect([status, answer]).toEqual([500, expect.objectContaining({ code: 'check_crashed', retryable: true })]);
});

test('a process that is killed while idle affects no request', async () => {
  server = await startServer();
  await verify(server.url, SOUND);
  const [idle] = own();
  process.kill(idle!.pid, 'SIGKILL');
  await expect.poll(() => isRunning(idle!.pid)).toBe(false);
  expect(await verify(server.url, SOUND)).toMatchObject({ status: 200 });
});

test('a process that is killed before it reads a document affects no request', async () => {
  server = await startServer();
  await verify(server.url, SOUND);
  const [stopped] = own();
  process.kill(stopped!.pid, 'SIGSTOP');
  const answer = verify(server.url, SOUND);
  await new Promise(resolve => setTimeout(resolve, 500)); // the document is sent and waits in the pipe
  process.kill(stopped!.pid, 'SIGKILL');
  expect(await answer).toMatchObject({ status: 200 });
});

test('processes start on demand, are reused, and end when idle', async () => {
  const verifier = createVerifier({ trust: null, online: null, timeoutMs: 30_000, memoryMb: 256, idleMs: 3_000 });
  onTestFinished(() => verifier.close());
  expect(own()).toEqual([]);
  const ask = () => verifier.verify({ bytes: signedPdf() }, new AbortController().signal, 'me');
  await ask();
  const [first] = own();
  await ask();
  expect(own()).toEqual([first]);
  await expect.poll(own).toEqual([]);
  expect(await ask()).toMatchObject({ verdict: 'intact' });
});

test('with a process per document each one ends after its document', async () => {
  const settings = { trust: null, online: null, timeoutMs: 30_000, memoryMb: 256, processPerDocument: true };
  const verifier = createVerifier(settings);
  onTestFinished(() => verifier.close());
  for (let i = 0; i < 3; i++) {
    const before = own().map(({ pid }) => pid);
    const answer = verifier.verify({ bytes: signedPdf() }, new AbortController().signal, 'me');
    expect(await answer).toMatchObject({ verdict: 'intact' });
    const ended = () => before.filter(pid => own().every(process => process.pid !== pid)).length;
    await expect.poll(ended, { timeout: 20_000 }).toBe(i === 0 ? 0 : 1);
    // those for the next documents: one may still be ending, another one starting
    await expect.poll(sameAgain(), { timeout: 20_000, interval: 200 }).toBe(true);
  }
});

/** Whether there are processes, and the same as at the call before. */
function sameAgain(): () => boolean {
  let seen = '';
  return () => {
    const before = seen;
    seen = own()
      .map(({ pid }) => pid)
      .join();
    return seen !== '' && seen === before;
  };
}

test('a process inherits no environment variables of the server', async () => {
  const verifier = createVerifier({ trust: null, online: { allowPrivate: false }, timeoutMs: 30_000, memoryMb: 256 });
  onTestFinished(() => verifier.close());
  expect(await verifier.verify({ bytes: signedPdf() }, new AbortController().signal, 'me')).toMatchObject({
    verdict: 'intact',
  });
  expect(own()).toHaveLength(1);
  const names = environmentOf(own()[0]!.pid).filter(name => name !== 'PWD'); // bubblewrap sets it
  expect(names).toEqual([]);
});

test('with network access the revocation status is fetched; without it stays unknown', async () => {
  const asked: string[] = [];
  const crls = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(pki.crl('root'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void crls.close());
  await once(crls, 'listening');
  const crlUrl = `http://127.0.0.1:${(crls.address() as AddressInfo).port}/root.crl`;
  const pki = createPki({ root: { ca: true }, ann: { issuer: 'root', subject: 'CN=Ann', crlUrl } });
  const bytes = blankPdf('A contract').sign({ make: range => pki.cms('ann', range) }).bytes;
  const answers = [null, { allowPrivate: true }].map(async online => {
    const trust = () => ({ certificates: [pki.id('root').der], lists: null });
    const verifier = createVerifier({ trust, online, timeoutMs: 30_000, memoryMb: 256 });
    onTestFinished(() => verifier.close());
    const { json } = await verifier.verify({ bytes, at: pki.now }, new AbortController().signal, 'me');
    return JSON.parse(Buffer.from(json).toString()).signer.subIndication;
  });
  expect(await Promise.all(answers)).toEqual(['TRY_LATER', null]);
  expect(asked).toEqual(['/root.crl']);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('no process is left after a %s of the server', async signal => {
  const served = await serve({ DOCCONV_HOME: newHome() }, '--grace', '0');
  const busy = verify(served.url, bodyOf(manyFields(20_000))).catch(() => null);
  await expect.poll(() => workersOf(served.process.pid!)).toHaveLength(1); // busy with the large document
  await verify(served.url, SOUND);
  const workers = workersOf(served.process.pid!);
  expect(workers).toHaveLength(2);
  served.process.kill(signal);
  await busy;
  await expect.poll(() => workers.filter(({ pid }) => isRunning(pid)), { timeout: 20_000 }).toEqual([]);
});

function environmentOf(pid: number): string[] {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return variables.map(variable => variable.split('=', 1)[0] ?? '');
}
