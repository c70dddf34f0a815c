/** `docconv sign --level`, `extend` and `timestamp`, with real servers for timestamps and revocation data. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { check } from '../../../src/signatures/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { docconvResident } from '../../helpers/cli.js';
import { type AuthorityServers, refused, startAuthorities } from '../../helpers/pki/authority-servers.js';
import { document } from '../../sign/documents.js';

let servers: AuthorityServers;
let cwd: string;
const at = (name: string) => join(cwd, name);
const run = (line: string, env = {}) =>
  docconvResident(line.replaceAll('TSA', `--tsa ${servers.base}/tsa`).split(' '), {
    cwd,
    env: { DOCCONV_HOME: at('home'), DOCCONV_ALLOW_PRIVATE_URLS: 'true', ...env },
  });
const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;
const KEY = '--key ann.pem --cert ann.crt -t root.crt';

beforeAll(async () => {
  servers = await startAuthorities();
  cwd = mkdtempSync(join(tmpdir(), 'docconv-levels-'));
  const { key, certificate } = servers.pki.id('ann');
  const ders = [certificate, ...servers.pki.certificates('ca')].map(({ der }) => der);
  writeFileSync(at('ann.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('ann.crt'), ders.map(pem).join(''));
  writeFileSync(at('root.crt'), pem(servers.pki.certificate('root').der));
  writeFileSync(at('word.txt'), 's3cret\n');
  for (const name of ['a.pdf', 'b.pdf']) writeFileSync(at(name), document());
  writeFileSync(at('damaged.pdf'), '%PDF-1.7\nnothing');
});
afterEach(() => servers.reset());
afterAll(async () => {
  rmSync(cwd, { recursive: true });
  await servers.close();
});

const levelOf = async (name: string) => {
  const { verdict, signers } = await check(at(name), { trust: trustStoreOf([servers.pki.certificate('root')]) });
  return [verdict, signers[0]?.level];
};

test('signs several files with one line for each, and extends them', async () => {
  const signed = await run(`sign a.pdf damaged.pdf b.pdf ${KEY} --level LT TSA -o out --json`);
  const lines = signed.out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(lines).toMatchObject([
    { input: 'a.pdf', output: at('out/a.signed.pdf'), level: 'LT' },
    { input: 'damaged.pdf', error: { code: 'CORRUPT_DOCUMENT' } },
    { input: 'b.pdf', level: 'LT' },
  ]);
  expect(signed).toMatchObject({ code: 3, err: '' });
  expect(await levelOf('out/b.signed.pdf')).toEqual(['valid', 'PAdES-BASELINE-LT']);
  const extended = await run('extend out/b.signed.pdf --level LTA TSA -t root.crt -o lta.pdf');
  expect(extended).toMatchObject({ code: 0, out: '', err: '✓ out/b.signed.pdf → lta.pdf (level LTA)\n' });
  expect(await levelOf('lta.pdf')).toEqual(['valid', 'PAdES-BASELINE-LTA']);
});

test('asks once for the revocation data that several files need', async () => {
  const asked: string[] = [];
  servers.answer('/ocsp', () => {
    asked.push('ocsp');
    return { body: servers.pki.ocsp('ann') };
  });
  servers.answer('/ca.crl', () => {
    asked.push('crl');
    return { body: servers.pki.crl('ca') };
  });
  expect(await run(`sign a.pdf b.pdf ${KEY} --level LT TSA -o once -q`)).toMatchObject({ code: 0, err: '' });
  expect(asked.sort()).toEqual(['crl', 'ocsp']);
});

test('timestamps a PDF, with name and password', async () => {
  const seen: (string | undefined)[] = [];
  servers.answer('/tsa', (body, authorization) => {
    seen.push(authorization);
    return { body: servers.token(body) };
  });
  const { code, err } = await run('timestamp a.pdf TSA --tsa-user anna --tsa-password-file word.txt');
  expect([code, err]).toEqual([0, '✓ a.pdf → a.timestamped.pdf (timestamp added)\n']);
  expect(seen).toEqual([`Basic ${Buffer.from('anna:s3cret').toString('base64')}`]);
});

test('writes nothing where the level is not reached, unless that is allowed', async () => {
  servers.answer('/tsa', () => ({ body: refused() }));
  const line = `sign a.pdf ${KEY} --level T TSA -o refused.pdf`;
  expect(await run(line)).toMatchObject({ code: 6, err: expect.stringMatching(/refused to make.*\[FETCH_FAILED\]/) });
  expect(() => readFileSync(at('refused.pdf'))).toThrow();
  const lower = await run(`${line} --allow-lower-level`);
  expect(lower).toMatchObject({ code: 0, err: expect.stringMatching(/Only the level B was reached: .*refused/) });
});

test.each([
  ['sign a.pdf --self-signed A --level T', /--tsa URL/],
  ['sign a.pdf --self-signed A --level LT TSA', /needs trusted certificates/],
  ['sign a.pdf --self-signed A --level T --tsa nowhere', /URL/],
  ['timestamp a.pdf -o none.pdf', /--tsa URL/],
  ['extend a.pdf TSA', /--level/],
])('refuses %s', async (line, reason) => {
  expect(await run(line)).toMatchObject({ code: 2, err: expect.stringMatching(reason) });
});

test.each(['sign a.pdf b.pdf --self-signed A --level T', 'extend a.pdf b.pdf --level T', 'timestamp a.pdf b.pdf'])(
  'says once for all files what %s lacks',
  async line => {
    const { code, out } = await run(`${line} --json`);
    expect([code, out.trimEnd().split('\n')]).toEqual([2, [expect.stringMatching(/^{"error":.*--tsa URL/)]]);
  },
);

test('says once for all files that a certificate cannot sign documents', async () => {
  const { key, pem } = servers.pki.id('tsa');
  writeFileSync(at('tsa.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('tsa.crt'), pem);
  const { code, out } = await run('sign a.pdf b.pdf --key tsa.pem --cert tsa.crt --json');
  expect([code, out.trimEnd().split('\n')]).toEqual([2, [expect.stringMatching(/^{"error":.*OPTION_INVALID/)]]);
});

test('an authority that does not answer as it should is named as the cause, with the next step', async () => {
  for (const answer of [
    { status: 404, body: Buffer.alloc(0) },
    { body: Buffer.alloc(200_000) },
    { body: Buffer.from('<html>') },
  ]) {
    servers.answer('/tsa', () => answer);
    const { err } = await run('timestamp a.pdf TSA -o none.pdf');
    expect(err).toMatch(/The time-stamping authority .*Check its URL \(--tsa\)/);
  }
});

test.each([401, 403])('says which options give credentials to an authority that answers %i', async status => {
  servers.answer('/tsa', () => ({ status, body: Buffer.alloc(0) }));
  const without = await run('timestamp a.pdf TSA -o none.pdf');
  expect(without.code).toBe(6);
  expect(without.err).toMatch(new RegExp(`status ${status}.*--tsa-user and --tsa-password-file.*--tsa-cert`));
  const wrong = await run('timestamp a.pdf TSA -o none.pdf --tsa-user anna --tsa-password-file word.txt');
  expect(wrong.err).toMatch(new RegExp(`status ${status}.*given a name and a password: check`));
});

test('says why a PDF cannot be extended', async () => {
  const { code, err } = await run('extend a.pdf --level LTA TSA -t root.crt');
  expect([code, err]).toEqual([3, expect.stringMatching(/no signature that can be extended.*\[NOT_PERMITTED\]/)]);
});
