import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSelfSigned, isWithin, parseCertificate, sameName, verifySignedBy } from '../../src/pki/index.js';
import { octetString, utf8 } from '../helpers/pki/der.js';
import { createPki, NOW } from '../helpers/pki.js';
import { describeCorpus } from '../helpers/requires.js';

const pki = createPki({
  root: { pathLength: 2, key: 'brainpoolP384r1', scheme: { digest: 'SHA-384' } },
  ca: {
    issuer: 'root',
    ca: true,
    permitted: ['dns:example.com', 'dir:C=DE', 'ip:10.0.0.0/255.0.0.0'],
    excluded: ['email:bad.example'],
    key: 'RSA-2048',
  },
  ann: {
    issuer: 'ca',
    subject: 'C=DE,O=Acme\\; Sons,E=ann@acme.example,CN=Ann  B',
    key: 'Ed25519',
    eku: ['emailProtection', '1.2.3.4'],
    san: ['email:ann@acme.example', 'dns:ann.example', 'ip:10.1.2.3'],
    policies: ['1.2.3'],
    ocspUrl: 'http://ocsp.example/',
    caIssuersUrl: 'http://ca.example/ca.cer',
    crlUrl: 'http://crl.example/ca.crl',
    extensions: [{ oid: '1.2.3.4.5', critical: true, value: utf8('?') }],
  },
  twin: { issuer: 'ca', subject: 'C=DE,O=ACME\\; sons,E=ANN@acme.example,CN= ann b ' },
  old: { version: 1 },
});

describe('a certificate', () => {
  test('is parsed into its fields', () => {
    const ann = pki.certificate('ann');
    expect(ann.subject).toMatchObject({
      organization: 'Acme\\; Sons',
      country: 'DE',
      commonName: 'Ann  B',
      email: 'ann@acme.example',
    });
    expect(ann.subject.text).toBe('CN=Ann  B,emailAddress=ann@acme.example,O=Acme\\\\\\; Sons,C=DE');
    expect(ann.version).toBe(3);
    expect([ann.notBefore, ann.notAfter].map(date => date.getUTCFullYear())).toEqual([2025, 2027]);
    expect(ann.publicKey.text).toBe('Ed25519');
    expect(ann.extensions.keyUsage).toEqual(new Set(['digitalSignature', 'nonRepudiation']));
    expect(ann.extensions.extendedKeyUsage).toEqual(['1.3.6.1.5.5.7.3.4', '1.2.3.4']);
    expect(ann.extensions.policies).toEqual(['1.2.3']);
    expect(ann.extensions.authorityInfoAccess).toEqual({
      ocsp: ['http://ocsp.example/'],
      caIssuers: ['http://ca.example/ca.cer'],
    });
    expect(ann.extensions.crlDistributionPoints[0]?.fullNames).toEqual([
      { type: 'uri', value: 'http://crl.example/ca.crl' },
    ]);
    expect(ann.extensions.unknownCritical).toEqual(['1.2.3.4.5']);
    expect(ann.extensions.authorityKeyId?.keyId).toBe(pki.certificate('ca').extensions.subjectKeyId);
  });

  test('of a CA has its constraints parsed', () => {
    const { basicConstraints, nameConstraints } = pki.certificate('ca').extensions;
    expect(basicConstraints).toEqual({ ca: true, pathLength: null });
    expect(pki.certificate('root').extensions.basicConstraints?.pathLength).toBe(2);
    expect(nameConstraints?.permitted.map(name => name.type)).toEqual(['dns', 'directory', 'ip']);
    expect(nameConstraints?.excluded).toEqual([{ type: 'email', value: 'bad.example' }]);
    expect(pki.certificate('root').publicKey.text).toBe('EC brainpoolP384r1');
    expect(pki.certificate('ca').publicKey.text).toBe('RSA 2048');
  });

  test('of version 1 is parsed', () => {
    expect(pki.certificate('old')).toMatchObject({ version: 1, extensions: { all: [] } });
  });

  test('verifies with the key of its issuer only', () => {
    const [root, ca, ann] = pki.certificates('root', 'ca', 'ann');
    expect(verifySignedBy(ann!, ca!.publicKey)).toBe('valid');
    expect(verifySignedBy(ca!, root!.publicKey)).toBe('valid');
    expect(verifySignedBy(ann!, root!.publicKey)).toBe('invalid');
    expect([root, ca, ann].map(one => isSelfSigned(one!))).toEqual([true, false, false]);
  });

  test('with a repeated extension is malformed', () => {
    const twice = [1, 2].map(() => ({ oid: '1.2.3.4.9', value: octetString(Buffer.from('x')) }));
    const { certificate } = createPki({ one: { extensions: twice } }).id('one');
    expect(certificate.extensions.malformed).toEqual(['1.2.3.4.9']);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['half a certificate', pki.id('ann').der.subarray(0, 200)],
    ['a certificate with a tail', Buffer.concat([pki.id('ann').der, Buffer.from([0])])],
    ['a deep nest', Buffer.alloc(20_000, 0x30)],
    ['endless indefinite lengths', Buffer.from('3080'.repeat(5000), 'hex')],
  ])('%s is refused as corrupt', (_, bytes) => {
    expect(() => parseCertificate(bytes)).toThrow(expect.objectContaining({ code: 'CORRUPT_DOCUMENT' }));
  });
});

describe('names', () => {
  test('are equal regardless of case and white space', () => {
    expect(sameName(pki.certificate('ann').subject, pki.certificate('twin').subject)).toBe(true);
    expect(sameName(pki.certificate('ann').subject, pki.certificate('ca').subject)).toBe(false);
  });

  test('are within a subtree that is a prefix of them', () => {
    const base = pki.certificate('ca').extensions.nameConstraints?.permitted.find(name => name.type === 'directory');
    expect(base && isWithin(pki.certificate('ann').subject, base.name)).toBe(true);
    expect(base && isWithin(pki.certificate('root').subject, base.name)).toBe(false);
  });
});

function agreesWithOpenSsl(der: Uint8Array): void {
  const ours = parseCertificate(der);
  const theirs = new X509Certificate(der);
  expect(ours.serialNumber).toBe(theirs.serialNumber);
  expect(ours.notBefore).toEqual(new Date(theirs.validFrom));
  expect(ours.notAfter).toEqual(new Date(theirs.validTo));
  expect(ours.sha256).toBe(theirs.fingerprint256.replaceAll(':', '').toLowerCase());
  expect(ours.extensions.authorityInfoAccess.ocsp[0] ?? null).toBe(
    /OCSP - URI:(\S+)/.exec(theirs.infoAccess ?? '')?.[1] ?? null,
  );
  expect(isSelfSigned(ours)).toBe(theirs.issuer === theirs.subject && theirs.verify(theirs.publicKey));
}

test.each(['root', 'ca', 'ann'] as const)('OpenSSL reads the same fields from %s', name => {
  agreesWithOpenSsl(pki.id(name).der);
  expect(pki.certificate(name).notBefore < NOW).toBe(true);
});

describeCorpus('the certificates of the corpus', 'trust', folder => {
  test.each(readdirSync(folder).filter(name => /-cert\d+\.der$/.test(name)))('%s', name => {
    agreesWithOpenSsl(readFileSync(join(folder, name)));
  });
});
