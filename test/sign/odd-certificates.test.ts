/** Certificates of signers that are unusual: names that OpenSSL does not read, issuers of the same name, PEM with trust settings. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localSigner, openCommand, readKeyFiles, sign } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { createPki } from '../helpers/pki.js';
import { describeTools } from '../helpers/requires.js';
import { document } from './documents.js';

const pki = createPki(
  {
    root: {},
    ca: { issuer: 'root', ca: true, subject: 'CN=CA' },
    renewed: { issuer: 'root', ca: true, subject: 'CN=CA' },
    ann: { issuer: 'ca', subject: 'CN=Ann@@@' },
    bob: { issuer: 'ca', subject: 'CN=Bob@@@' },
  },
  new Date(),
);
const pem = (...names: ('root' | 'ca' | 'renewed' | 'ann')[]) => names.map(name => pki.id(name).pem).join('');
const key = Buffer.from(pki.id('ann').key.export({ type: 'pkcs8', format: 'pem' }));

/** UTF-8 that is none, as some authorities wrote Latin 1: node:crypto refuses the certificate. */
function odd(name: 'ann' | 'bob'): Buffer {
  const der = Buffer.from(pki.id(name).der);
  return der.fill(0xe4, der.indexOf('@@@'), der.indexOf('@@@') + 3);
}

describe('a name that OpenSSL does not read', () => {
  it('in the certificate of a key file', async () => {
    const identity = readKeyFiles(key, odd('ann'));
    const { signer } = await check(await sign(document(), identity));
    expect(signer).toMatchObject({ intact: true, level: 'PAdES-BASELINE-B' });
  });

  it('in another certificate of the file', () => {
    const bundle = `${asPem(odd('bob'))}${pem('ann', 'ca')}`;
    expect(readKeyFiles(key, Buffer.from(bundle)).others.map(({ sha256 }) => sha256)).toEqual([
      pki.certificate('ca').sha256,
    ]);
  });

  it('in the certificate of a signer command', async () => {
    const { certificate } = readKeyFiles(key, odd('ann'));
    const settings = { command: 'none', certificates: [certificate], env: {}, cwd: '.' };
    expect((await openCommand(settings)).publicKey.equals(localSigner(identityOf('ann')).publicKey)).toBe(true);
  });
});

describe('issuers of the same name', () => {
  it.each([
    ['the one that has not issued it first', ['ann', 'renewed', 'ca', 'root']],
    ['in the wrong order', ['root', 'ca', 'renewed', 'ann']],
  ] as const)('%s', (_, names) => {
    const { certificate, others } = readKeyFiles(key, Buffer.from(pem(...names)));
    const expected = ['ca', 'root'].map(name => pki.certificate(name as 'ca').sha256);
    expect(certificate.sha256).toBe(pki.certificate('ann').sha256);
    expect(others.map(({ sha256 }) => sha256)).toEqual(expected);
  });
});

describeTools('files of openssl', ['openssl'], () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'docconv-odd-'));
    writeFileSync(join(folder, 'key.pem'), key);
    writeFileSync(join(folder, 'ann.pem'), pem('ann'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });

  it('a certificate with what it is trusted for', () => {
    const trusted = openssl('x509 -in ann.pem -trustout -addtrust emailProtection');
    expect(trusted.toString()).toContain('TRUSTED CERTIFICATE');
    expect(readKeyFiles(key, trusted).certificate.sha256).toBe(pki.certificate('ann').sha256);
  });

  it('a key that is encrypted with an empty password', () => {
    const encrypted = openssl('pkcs8 -topk8 -in key.pem -passout pass:');
    expect(readKeyFiles(encrypted, Buffer.from(pem('ann')), '').key.equals(pki.id('ann').key)).toBe(true);
  });
});

function identityOf(name: 'ann') {
  return { key: pki.id(name).key, certificate: pki.certificate(name), others: [] };
}

function asPem(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}
