/** Certificates of signers that are unusual: names that OpenSSL does not read, several of one name or key, PEM with trust settings. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { children, context, encode, parseCertificate, readDer, sequence, TAG } from '../../src/pki/index.js';
import { localSigner, openCommand, readIdentity, readKeyFiles, sign } from '../../src/sign/index.js';
import { CKA, CKF, CKO } from '../../src/sign/keys/token/constants.js';
import type { Cryptoki } from '../../src/sign/keys/token/cryptoki.js';
import { openSession } from '../../src/sign/keys/token/session.js';
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
    expired: { issuer: 'ca', keyOf: 'ann', subject: 'CN=Ann', notAfter: new Date(Date.now() - 86_400_000) },
    old: { issuer: 'ca', subject: 'CN=Ann', notAfter: new Date(Date.now() - 86_400_000) },
    bob: { issuer: 'ca', subject: 'CN=Bob@@@' },
    strange: { issuer: 'ca', extensions: [{ oid: '1.3.6.1.4.1.55555.1', critical: true, value: Buffer.of(5, 0) }] },
    malformed: { issuer: 'ca', extensions: [{ oid: '2.5.29.32', value: Buffer.of(5, 0) }] },
  },
  new Date(),
);
const pem = (...names: Parameters<typeof pki.id>[0][]) => names.map(name => pki.id(name).pem).join('');
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

describe('a certificate that no check accepts', () => {
  it.each([
    ['strange', /unknown critical extension \(1\.3\.6\.1\.4\.1\.55555\.1\)/],
    ['malformed', /malformed extension/],
  ] as const)('is refused: %s', async (name, message) => {
    const promise = sign(document(), identityOf(name));
    await expect(promise).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(message),
    });
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

describe('a certificate from before the renewal of the same key', () => {
  const renewed = pki.certificate('ann').sha256;

  it('in a file', () => {
    expect(readKeyFiles(key, Buffer.from(pem('expired', 'ann'))).certificate.sha256).toBe(renewed);
    expect(readKeyFiles(key, Buffer.from(pem('expired'))).certificate.sha256).toBe(pki.certificate('expired').sha256);
  });

  it('in a token', () => {
    const { certificates } = openSession({ kind: 'open', module: '' }, tokenWith('expired', 'ann'));
    expect(parseCertificate(certificates[0]!).sha256).toBe(renewed);
  });
});

/** All objects have the same identifier. */
function tokenWith(...names: ('expired' | 'ann')[]): Cryptoki {
  const info = { label: 'Card', serialNumber: '1', flags: CKF.tokenInitialized };
  const attributes: Record<number, (object: number) => Buffer | null> = {
    [CKA.id]: () => Buffer.of(1),
    [CKA.value]: object => Buffer.from(pki.id(names[object]!).der),
  };
  return {
    ...{
      slots: () => [0],
      tokenInfo: () => info,
      mechanisms: () => [],
      openSession: () => 1,
      login() {},
      finalize() {},
    },
    ...{ signInit() {}, sign: () => Buffer.alloc(0) },
    find: (_, objectClass) => (objectClass === CKO.certificate ? names.map((_, i) => i) : [0]),
    attribute: (_, object, type) => attributes[type]?.(object) ?? null,
  };
}

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

  it('a PKCS#12 file with a certificate from before the renewal', () => {
    writeFileSync(join(folder, 'both.pem'), pem('expired', 'ann'));
    openssl('pkcs12 -export -inkey key.pem -in both.pem -out both.p12 -passout pass:secret');
    const { certificate } = readIdentity(readFileSync(join(folder, 'both.p12')), 'secret');
    expect(certificate.sha256).toBe(pki.certificate('ann').sha256);
  });

  it('a PKCS#12 file with an expired certificate of another key', () => {
    const bags = [
      ['old.key', pki.id('old').key.export({ type: 'pkcs8', format: 'pem' })],
      ['old.pem', pem('old')],
    ] as const;
    for (const [name, content] of bags) writeFileSync(join(folder, name), content);
    const parts = ['old', 'ann'].map(name => {
      const key = name === 'ann' ? 'key.pem' : 'old.key';
      openssl(
        `pkcs12 -export -inkey ${key} -in ${name}.pem -out ${name}.p12 -passout pass: -keypbe NONE -certpbe NONE -nomac`,
      );
      return readFileSync(join(folder, `${name}.p12`));
    });
    expect(readIdentity(joined(parts)).certificate.sha256).toBe(pki.certificate('ann').sha256);
  });

  it('a key that is encrypted with an empty password', () => {
    const encrypted = openssl('pkcs8 -topk8 -in key.pem -passout pass:');
    expect(readKeyFiles(encrypted, Buffer.from(pem('ann')), '').key.equals(pki.id('ann').key)).toBe(true);
    const other = openssl('pkcs8 -topk8 -in key.pem -passout pass:x');
    expect(() => readKeyFiles(other, Buffer.from(pem('ann')), '')).toThrow(
      expect.objectContaining({ code: 'WRONG_PASSWORD' }),
    );
  });
});

function identityOf(name: 'ann' | 'strange' | 'malformed') {
  return { key: pki.id(name).key, certificate: pki.certificate(name), others: [] };
}

/** One file with the contents of several that have no MAC (RFC 7292, 4). */
function joined(files: readonly Buffer[]): Buffer {
  const [version, content] = children(readDer(files[0]!));
  const safes = files.map(file => {
    const [, explicit] = children(children(readDer(file))[1]!);
    return readDer(children(explicit!)[0]!.content).content;
  });
  const octets = encode(TAG.octetString, sequence(...safes));
  const data = sequence(children(content!)[0]!.bytes, encode(context(0), octets, true));
  return Buffer.from(sequence(version!.bytes, data));
}

function asPem(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}
