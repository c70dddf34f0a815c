/** A process that judges and comes to a bad end: one honest answer, and the others go on. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createVerifier } from '../../../src/signatures/index.js';
import { newHome } from '../../helpers/cli.js';
import { createPki } from '../../helpers/pki.js';
import { descendantsOf, isRunning, type Running } from '../../helpers/processes.js';
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

/** Sandboxes have the name of what they start in their own command lines: Node itself is the last of them. */
const judgesOf = (pid: number): Running[] =>
  descendantsOf(pid).filter(({ command }) => /^\S*node .*verifier\.worker\.js/.test(command));
const own = () => judgesOf(process.pid);

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

/** Sound documents, one after the other, until `work` is done; all of them have to be judged. */
async function soundMeanwhile<Result>(url: string, work: Promise<Result>): Promise<Result> {
  let [done, judged] = [false, 0];
  void work.finally(() => {
    done = true;
  });
  while (!done || judged === 0) {
    expect(await verify(url, SOUND)).toMatchObject({ status: 200, answer: { valid: true } });
    judged++;
  }
  return work;
}

test('a document that needs more heap than there is: 422 that says so, and the others are judged', async () => {
  server = await startServer({ verificationMemory: 128 });
  const { status, answer } = await soundMeanwhile(server.url, verify(server.url, bodyOf(manyKids(3_000_000))));
  expect(status).toBe(422);
  expect(answer).toMatchObject({ code: 'document_limit', limit: 'memory', max: 128, retryable: false });
});

test('a judge past its deadline is ended: 422 that says so, and the others are judged', async () => {
  server = await startServer({ verificationTimeoutMs: 500 });
  const { status, answer } = await soundMeanwhile(server.url, verify(server.url, bodyOf(manyFields(20_000))));
  expect(status).toBe(422);
  expect(answer).toMatchObject({ code: 'document_limit', limit: 'milliseconds', max: 500 });
});

test('a judge that is killed in the middle: 500 check_crashed for its document, and the others are judged', async () => {
  server = await startServer();
  const broken = verify(server.url, bodyOf(manyFields(20_000)));
  await expect.poll(own).toHaveLength(1);
  const [busy] = own();
  await verify(server.url, SOUND); // by another, so that the first is at work for certain
  process.kill(busy!.pid, 'SIGKILL');
  const { status, answer } = await soundMeanwhile(server.url, broken);
  expect([status, answer]).toEqual([500, expect.objectContaining({ code: 'check_crashed', retryable: true })]);
});

test('a judge that is killed while it has nothing to do costs no answer', async () => {
  server = await startServer();
  await verify(server.url, SOUND);
  process.kill(own()[0]!.pid, 'SIGKILL');
  await expect.poll(() => descendantsOf(process.pid)).toEqual([]);
  expect(await verify(server.url, SOUND)).toMatchObject({ status: 200 });
});

test('judges are started when needed, kept warm, and end when nothing is left to judge', async () => {
  const verifier = createVerifier({ anchors: [], online: null, timeoutMs: 30_000, memoryMb: 256, idleMs: 1_000 });
  onTestFinished(() => verifier.close());
  expect(own()).toEqual([]);
  const ask = () => verifier.verify({ bytes: signedPdf() }, new AbortController().signal, 'me');
  await ask();
  const [first] = own();
  await ask();
  expect(own()).toEqual([first]);
  await expect.poll(own, { timeout: 5_000 }).toEqual([]);
  expect(await ask()).toMatchObject({ verdict: 'intact' });
});

test('a judge has nothing of the environment of the server', async () => {
  const verifier = createVerifier({ anchors: [], online: { allowPrivate: false }, timeoutMs: 30_000, memoryMb: 256 });
  onTestFinished(() => verifier.close());
  expect(await verifier.verify({ bytes: signedPdf() }, new AbortController().signal, 'me')).toMatchObject({
    verdict: 'intact',
  });
  expect(own()).toHaveLength(1);
  expect(environmentOf(own()[0]!.pid).sort()).toEqual(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']);
});

test('a judge that may fetch asks the issuer whether a certificate was revoked; one that may not leaves it open', async () => {
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
    const anchors = [pki.id('root').der];
    const verifier = createVerifier({ anchors, online, timeoutMs: 30_000, memoryMb: 256 });
    onTestFinished(() => verifier.close());
    const { json } = await verifier.verify({ bytes, at: pki.now }, new AbortController().signal, 'me');
    return JSON.parse(Buffer.from(json).toString()).signer.subIndication;
  });
  expect(await Promise.all(answers)).toEqual(['TRY_LATER', null]);
  expect(asked).toEqual(['/root.crl']);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('no judge is left after a %s of the server', async signal => {
  const served = await serve({ DOCCONV_HOME: newHome() }, '--grace', '0');
  const busy = verify(served.url, bodyOf(manyFields(20_000))).catch(() => null);
  await expect.poll(() => judgesOf(served.process.pid!)).toHaveLength(1); // it has the large one
  await verify(served.url, SOUND);
  const judges = judgesOf(served.process.pid!);
  expect(judges).toHaveLength(2);
  served.process.kill(signal);
  await busy;
  await expect.poll(() => judges.filter(({ pid }) => isRunning(pid)), { timeout: 5_000 }).toEqual([]);
});

function environmentOf(pid: number): string[] {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return variables.map(variable => variable.split('=', 1)[0] ?? '');
}
