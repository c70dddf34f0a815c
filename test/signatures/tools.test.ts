/** Compares the results with those of pdfsig and OpenSSL for the same files. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from '../../src/signatures/index.js';
import { createPki, NOW } from '../helpers/pki.js';
import { describeTools } from '../helpers/requires.js';
import { blankPdf, type SignOptions, type TestPdf } from '../helpers/signed-pdf.js';

const pki = createPki({ root: { key: 'RSA-2048' }, ann: { issuer: 'root', key: 'RSA-2048' }, ec: { issuer: 'root' } });
const signed = (options: Partial<SignOptions> = {}) =>
  blankPdf().sign({ make: bytes => pki.cms('ann', bytes), ...options });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-tools-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function tampered(pdf: TestPdf): Buffer {
  const bytes = Buffer.from(pdf.bytes);
  bytes.write('Jello', bytes.indexOf('Hello'));
  return bytes;
}

const FILES: [string, () => Buffer][] = [
  ['RSA', () => signed().bytes],
  ['an elliptic curve', () => signed({ make: bytes => pki.cms('ec', bytes) }).bytes],
  ['PKCS #7', () => signed({ subFilter: 'adbe.pkcs7.detached' }).bytes],
  ['SHA-512', () => signed({ make: bytes => pki.cms('ann', bytes, { digest: 'SHA-512' }) }).bytes],
  ['two signatures', () => signed().sign({ make: bytes => pki.cms('ec', bytes) }).bytes],
  ['a changed page', () => tampered(signed())],
  ['a changed page under two signatures', () => tampered(signed().sign({ make: bytes => pki.cms('ec', bytes) }))],
  ['another digest', () => signed({ make: bytes => pki.cms('ann', bytes, { messageDigest: Buffer.alloc(32) }) }).bytes],
];

describeTools('pdfsig agrees on what is intact', ['pdfsig'], () => {
  test.each(FILES)('%s', async (_, make) => {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, make());
    const { stdout } = spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
    const verdicts = [...stdout.matchAll(/Signature Validation: (.*)/g)].map(
      match => match[1] === 'Signature is Valid.',
    );
    const { signers } = await check(make(), { at: NOW });
    expect(signers.map(({ intact }) => intact)).toEqual(verdicts);
    expect(verdicts.length).toBeGreaterThan(0);
  });
});

describeTools('openssl agrees on what is intact', ['openssl'], () => {
  test.each(FILES)('%s', async (_, make) => {
    const bytes = make();
    const verdicts = [...bytes.toString('latin1').matchAll(/\/ByteRange\[(\d+) (\d+) (\d+) (\d+)\]/g)].map(match => {
      const [, a, b, c, d] = match.map(Number) as [number, number, number, number, number];
      return opensslVerifies(
        Buffer.concat([bytes.subarray(a, a + b), bytes.subarray(c, c + d)]),
        Buffer.from(bytes.subarray(b + 1, c - 1).toString('latin1'), 'hex'),
      );
    });
    const { signers } = await check(bytes, { at: NOW });
    expect(signers.map(({ intact }) => intact)).toEqual(verdicts);
    expect(verdicts.length).toBeGreaterThan(0);
  });
});

function opensslVerifies(content: Buffer, message: Buffer): boolean {
  const [contentFile, messageFile] = [join(folder, 'content'), join(folder, 'message')];
  writeFileSync(contentFile, content);
  writeFileSync(messageFile, message);
  const files = ['-in', messageFile, '-content', contentFile, '-out', '/dev/null'];
  return spawnSync('openssl', ['cms', '-verify', '-noverify', '-binary', '-inform', 'DER', ...files]).status === 0;
}
