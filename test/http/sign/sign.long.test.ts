/** POST /v1/sign of the built program: keys that fail, documents of attackers, several at once, and the end in the middle. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeys } from '../../../src/cli/accounts.js';
import { loadConfig } from '../../../src/config/index.js';
import type { AuditEvent } from '../../../src/keys/index.js';
import { check } from '../../../src/signatures/index.js';
import { docconvResident } from '../../helpers/cli.js';
import { type AuthorityServers, startAuthorities } from '../../helpers/pki/authority-servers.js';
import { describeTools } from '../../helpers/requires.js';
import { document } from '../../sign/documents.js';
import { type Served, serve } from '../served.js';

let authorities: AuthorityServers;
let folder: string;
beforeAll(async () => {
  authorities = await startAuthorities();
  folder = mkdtempSync(join(tmpdir(), 'docconv-sign-'));
  const { key, certificate } = authorities.pki.id('ann');
  writeFileSync(join(folder, 'key.pem'), key.export({ format: 'pem', type: 'pkcs8' }));
  writeFileSync(join(folder, 'cert.der'), certificate.der);
  writeFileSync(join(folder, 'signer.mjs'), SIGNER);
});
afterAll(async () => {
  await authorities.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Signs after a pause, or fails with a secret on its standard error, as the file `mode` says. */
const SIGNER = `
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
const { digest } = JSON.parse(await text(process.stdin));
const mode = readFileSync('mode', 'utf8');
if (mode === 'fail') { console.error('the password is hunter2'); process.exit(3); }
if (mode === 'slow') await new Promise(done => setTimeout(done, 3000));
const args = ['pkeyutl', '-sign', '-inkey', 'key.pem', '-pkeyopt', 'digest:sha256'];
const signature = execFileSync('openssl', args, { input: Buffer.from(digest, 'base64') }).toString('base64');
console.log(JSON.stringify({ signature }));
`;

interface Running extends Served {
  key: string;
  events(): Promise<readonly AuditEvent[]>;
}

async function start(settings: object): Promise<Running> {
  const file = join(folder, 'signing.json');
  writeFileSync(file, JSON.stringify(settings));
  const env = { DOCCONV_HOME: mkdtempSync(join(folder, 'home-')), DOCCONV_SIGNING: file, DOCCONV_WORKERS: '1' };
  const operator = await openKeys(loadConfig({ env }).values, env);
  const { key } = await operator.createKey({ email: 'signer@example.org', sign: true });
  const events = async () => (await operator.auditLog(500)).filter(({ document }) => document !== undefined);
  return { ...(await serve(env)), key, events };
}

async function sign({ url, key }: Running, pdf: Uint8Array, fields: Record<string, string> = {}) {
  const body = new FormData();
  body.set('file', new Blob([Buffer.from(pdf)]), 'a.pdf');
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await fetch(`${url}/v1/sign`, { method: 'POST', body, headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

const files = { key: 'key.pem', cert: 'cert.der' };
const hash = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest('hex');

it('signs several documents at once, each with its entries in the audit log', async () => {
  const server = await start({ ...files, tsa: `${authorities.base}/tsa` });
  const pdfs = Array.from({ length: 6 }, (_, i) => Buffer.concat([document(), Buffer.from(`%${i}\n`)]));
  const answers = await Promise.all(pdfs.map(pdf => sign(server, pdf, { level: 'T' })));
  expect(answers.map(({ status }) => status)).toEqual(pdfs.map(() => 200));
  for (const [i, { bytes }] of answers.entries()) {
    expect(bytes.subarray(0, pdfs[i]!.length).equals(pdfs[i]!)).toBe(true);
    expect((await check(bytes)).signers).toMatchObject([{ level: 'PAdES-BASELINE-T', intact: true }]);
  }
  const events = await server.events();
  for (const pdf of pdfs)
    expect(events.filter(event => event.document === hash(pdf)).map(({ event }) => event)).toEqual([
      'signing_begun',
      'document_signed',
    ]);
  expect((await sign(server, pdfs[0]!, { level: 'LT' })).status, 'without the setting online').toBe(400);
});

it('answers damaged documents with a problem, or signs them so that the result is valid', async () => {
  const server = await start(files);
  const outcomes = new Map<number, number>();
  for (let seed = 1; seed <= 40; seed++) {
    const pdf = Buffer.from(document());
    for (let i = 0, at = seed * 7919; i < 12; i++, at = (at * 48271) % 2147483647) pdf[at % pdf.length]! = at & 0xff;
    const { status, bytes } = await sign(server, seed % 4 === 0 ? pdf.subarray(0, pdf.length - seed * 3) : pdf);
    outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
    expect([200, 400, 422]).toContain(status);
    if (status === 200) expect((await check(bytes)).signers[0]).toMatchObject({ intact: true });
  }
  expect(outcomes.get(422) ?? 0).toBeGreaterThan(0);
  const events = await server.events();
  const count = (name: string) => events.filter(({ event }) => event === name).length;
  expect(count('signing_failed') + count('document_signed')).toBe(40);
  expect((await sign(server, document())).status).toBe(200);
});

describeTools('a signer command', ['openssl'], () => {
  const settings = () => ({ signer: `"${process.execPath}" signer.mjs`, cert: 'cert.der' });
  const mode = (name: string) => writeFileSync(join(folder, 'mode'), name);

  it('that fails gives signing_failed, and signs again when it works; what it says stays in the log', async () => {
    mode('fail');
    const server = await start(settings());
    const { status, bytes } = await sign(server, document());
    expect(status).toBe(502);
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'signing_failed', retryable: true });
    expect(bytes.toString()).not.toContain('hunter2');
    expect((await server.events()).at(-1)).toMatchObject({ event: 'signing_failed', reason: 'signing_failed' });
    const { checks } = (await (await fetch(`${server.url}/readyz`)).json()) as { checks: Record<string, object> };
    expect(checks.signing).toEqual({ status: 'failing' });
    mode('good');
    expect((await sign(server, document())).status).toBe(200);
  });

  it('that is slow finishes its signature after SIGTERM', async () => {
    mode('slow');
    const server = await start(settings());
    const signing = sign(server, document());
    await expect.poll(async () => (await server.events()).length).toBe(1);
    const ended = server.stop();
    expect((await signing).status).toBe(200);
    expect(await ended).toBe(0);
    expect((await server.events()).map(({ event }) => event)).toEqual(['signing_begun', 'document_signed']);
  });
});

describe('the server does not start', () => {
  it.each([
    ['with an unknown option', { ...files, 'tsa-passwort': 'hunter2' }, 'tsa-passwort'],
    ['with a member that is no text', { ...files, tsa: 3 }, '"tsa"'],
    ['without a key', { tsa: 'http://127.0.0.1' }, 'Exactly one of'],
    ['with a key file that is not there', { key: 'nowhere.pem', cert: 'cert.der' }, 'nowhere.pem'],
  ])('%s', async (_, settings, reason) => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, JSON.stringify(settings));
    const env = { DOCCONV_HOME: folder, DOCCONV_SIGNING: file };
    const { code, err } = await docconvResident(['serve', '--port', '0'], { env });
    expect(code).not.toBe(0);
    expect(err).toContain(reason);
    expect(err).not.toContain('hunter2');
  });
});
