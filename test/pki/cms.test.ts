import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  createDigest,
  describeScheme,
  digestName,
  encodeOcspRequest,
  findSignerCertificates,
  matchesEssId,
  parseSignedData,
  parseTimestampToken,
  type SignedData,
  signatureScheme,
  startVerification,
  type TimestampToken,
  verifySignature,
  verifySignedAttributes,
} from '../../src/pki/index.js';
import { createPki, type Digest, type KeyType, type Scheme } from '../helpers/pki.js';
import { describeTools } from '../helpers/requires.js';

const DATA = Buffer.from('the two ranges of a signed file');

const KEYS = {
  p256: 'P-256',
  p521: 'P-521',
  brainpool: 'brainpoolP512r1',
  rsa: 'RSA-2048',
  ed25519: 'Ed25519',
  ed448: 'Ed448',
  dsa: 'DSA-2048',
} as const satisfies Record<string, KeyType>;

const pki = createPki({
  root: {},
  ca: { issuer: 'root', ca: true },
  tsa: { issuer: 'ca', eku: ['timeStamping'], ekuCritical: true },
  ...(Object.fromEntries(Object.entries(KEYS).map(([name, key]) => [name, { issuer: 'ca', key }])) as Record<
    keyof typeof KEYS,
    { issuer: string; key: KeyType }
  >),
});

function verified(signed: SignedData) {
  const [signer] = signed.signers;
  const [certificate] = findSignerCertificates(signer!, signed.certificates);
  const { signatureAlgorithm: algorithm, digestAlgorithm, signature, signedAttributes } = signer!;
  const parameters = { key: certificate!.publicKey, algorithm, digestAlgorithm, signature };
  return {
    outcome: verifySignedAttributes(signer!, certificate!.publicKey),
    overDer: verifySignature(parameters, signedAttributes!.asDer) === 'valid',
  };
}

const SCHEMES: readonly [keyof typeof KEYS, Digest, Scheme, string][] = [
  ['p256', 'SHA-256', {}, 'ECDSA P-256'],
  ['p256', 'SHA3-256', {}, 'ECDSA P-256'],
  ['p256', 'SHA-256', { plain: true }, 'PLAIN-ECDSA P-256'],
  ['p521', 'SHA-512', {}, 'ECDSA P-521'],
  ['brainpool', 'SHA-512', {}, 'ECDSA brainpoolP512r1'],
  ['brainpool', 'SHA-384', { plain: true }, 'PLAIN-ECDSA brainpoolP512r1'],
  ['rsa', 'MD5', {}, 'RSASSA-PKCS1-v1_5'],
  ['rsa', 'SHA-1', {}, 'RSASSA-PKCS1-v1_5'],
  ['rsa', 'RIPEMD-160', {}, 'RSASSA-PKCS1-v1_5'],
  ['rsa', 'SHA-512', {}, 'RSASSA-PKCS1-v1_5'],
  ['rsa', 'SHA3-512', {}, 'RSASSA-PKCS1-v1_5'],
  ['rsa', 'SHA-256', { pss: {} }, 'RSASSA-PSS'],
  ['rsa', 'SHA-384', { pss: { saltLength: 20 } }, 'RSASSA-PSS'],
  ['rsa', 'SHA-256', { pss: { mgf1: 'SHA-1', saltLength: 11 } }, 'RSASSA-PSS'],
  ['ed25519', 'SHA-512', {}, 'Ed25519'],
  ['ed448', 'SHAKE256', {}, 'Ed448'],
  ['dsa', 'SHA-256', {}, 'DSA'],
];

describe.each(SCHEMES)('%s with %s %j', (key, digest, scheme, name) => {
  const cms = pki.cms(key, DATA, { digest, scheme });

  test('verifies, and its scheme is described', () => {
    const signed = parseSignedData(cms);
    expect(verified(signed)).toEqual({ outcome: 'valid', overDer: true });
    const { signatureAlgorithm, digestAlgorithm } = signed.signers[0]!;
    const found = signatureScheme(signatureAlgorithm, digestAlgorithm);
    expect(found && describeScheme(found, pki.certificate(key).publicKey)).toBe(name);
    expect(digestName(digestAlgorithm)).toBe(digest);
  });

  test('fails when the signature value was changed', () => {
    const [signer] = parseSignedData(cms).signers;
    const signature = Buffer.from(signer!.signature);
    signature[signature.length - 5]! ^= 1;
    const altered = { ...signer!, signature };
    expect(verifySignedAttributes(altered, pki.certificate(key).publicKey)).toBe('invalid');
  });

  test('verifies without signed attributes, in chunks', () => {
    const { signers } = parseSignedData(pki.cms(key, DATA, { digest, scheme, signedAttributes: false }));
    const { signatureAlgorithm: algorithm, digestAlgorithm, signature, signedAttributes } = signers[0]!;
    expect(signedAttributes).toBeNull();
    const outcome = (bytes: Uint8Array) => {
      const run = startVerification({ key: pki.certificate(key).publicKey, algorithm, digestAlgorithm, signature });
      run.update(bytes.subarray(0, 7));
      run.update(bytes.subarray(7));
      return run.finish();
    };
    expect([outcome(DATA), outcome(Buffer.from('something else'))]).toEqual(['valid', 'invalid']);
  });
});

describe('SignedData', () => {
  test('with indefinite lengths and constructed content is parsed', () => {
    const signed = parseSignedData(pki.cms('rsa', DATA, { content: true, ber: true }));
    expect(signed.indefinite).toBe(true);
    expect(Buffer.from(signed.content!)).toEqual(DATA);
    expect(verified(signed)).toEqual({ outcome: 'valid', overDer: true });
  });

  test('counts trailing bytes', () => {
    const trailing = Buffer.from([0, 1, 2]);
    expect(parseSignedData(pki.cms('p256', DATA, { padding: 9, trailing })).trailing).toEqual({ zeros: 10, others: 2 });
  });

  test('with unsorted attributes verifies over their DER', () => {
    const signed = parseSignedData(pki.cms('p256', DATA, { disorder: 'sent' }));
    expect(signed.signers[0]?.signedAttributes?.asSent).not.toEqual(signed.signers[0]?.signedAttributes?.asDer);
    expect(verified(signed)).toEqual({ outcome: 'valid', overDer: true });
  });

  test('signed over unsorted attributes verifies as sent, but not over DER', () => {
    expect(verified(parseSignedData(pki.cms('p256', DATA, { disorder: 'signed' })))).toEqual({
      outcome: 'valid',
      overDer: false,
    });
  });

  test('contains every SignerInfo and every certificate', () => {
    const signed = parseSignedData(pki.cms('p256', DATA, { signerInfos: 2 }));
    expect(signed.signers).toHaveLength(2);
    expect(signed.certificates.map(one => one.subject.commonName)).toEqual(['p256', 'ca']);
  });

  test('identifies its signer by subject key identifier', () => {
    const signed = parseSignedData(pki.cms('p256', DATA, { bySubjectKey: true }));
    expect(findSignerCertificates(signed.signers[0]!, signed.certificates)[0]?.subject.commonName).toBe('p256');
  });

  test('has revocation data from its own field and from the attribute of Adobe', () => {
    const archival = { crls: [pki.crl('root')], ocsps: [pki.ocsp('rsa')] };
    const signed = parseSignedData(pki.cms('rsa', DATA, { crls: [pki.crl('ca')], archival }));
    expect(signed.crls.map(crl => crl.issuer.commonName)).toEqual(['ca']);
    const { crls, ocspResponses } = signed.signers[0]!.revocationValues;
    expect(crls.map(crl => crl.issuer.commonName)).toEqual(['root']);
    expect(ocspResponses.map(one => one.responses[0]?.status)).toEqual(['good']);
  });

  test('reads missing and repeated attributes as null', () => {
    const missing = parseSignedData(pki.cms('rsa', DATA, { messageDigest: null, contentTypeAttribute: null }));
    expect(missing.signers[0]?.signedAttributes).toMatchObject({ messageDigest: null, contentType: null });
  });

  test.each([1, 2] as const)('identifies its certificate by ESS version %i', ess => {
    const id = (options: object) => {
      const signed = parseSignedData(pki.cms('rsa', DATA, { ess, ...options }));
      return signed.signers[0]!.signedAttributes!.signingCertificates![0]!;
    };
    expect(id({}).version).toBe(ess);
    expect(matchesEssId(id({}), pki.certificate('rsa'))).toBe(true);
    expect(matchesEssId(id({ essCertificate: pki.id('dsa') }), pki.certificate('rsa'))).toBe(false);
  });
});

const digestFor = ({ info }: TimestampToken, data: Uint8Array): Uint8Array | undefined =>
  createDigest(info.imprint.algorithm)?.update(data).digest();

describe('a timestamp token', () => {
  const time = pki.daysAgo(30);
  const token = pki.timestamp('tsa', DATA, { time });

  test('has a time and the digest of the data', () => {
    const parsed = parseTimestampToken(token);
    expect(parsed.info.time).toEqual(time);
    expect(parsed.info.accuracy).toBe(1000);
    expect(parsed.info.imprint.digest).toEqual(digestFor(parsed, DATA));
    expect(parsed.info.imprint.digest).not.toEqual(digestFor(parsed, Buffer.from('else')));
    expect(verified(parsed.signedData).outcome).toBe('valid');
  });

  test('is found in the unsigned attributes', () => {
    const signed = parseSignedData(pki.cms('rsa', DATA, { timestamp: value => pki.timestamp('tsa', value) }));
    const [signer] = signed.signers;
    const parsed = parseTimestampToken(signer!.signatureTimestamps[0]!);
    expect(parsed.info.imprint.digest).toEqual(digestFor(parsed, signer!.signature));
  });

  test('cannot be parsed from a signature', () => {
    expect(() => parseTimestampToken(pki.cms('rsa', DATA))).toThrow(/not a timestamp token/);
  });
});

describeTools('openssl agrees that', ['openssl'], () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-pki-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, bytes: string | Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return name;
  };
  // in the folder: `-untrusted` takes a space in a path for the end of it
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
  const root = () => file('root.pem', pki.id('root').pem);
  const untrusted = () => file('ca.pem', pki.id('ca').pem);

  // OpenSSL 3.0 supports neither PLAIN-ECDSA nor EdDSA in CMS.
  const theirs = SCHEMES.filter(([key, , scheme]) => !scheme.plain && !key.startsWith('ed'));
  test.each(theirs)('%s with %s %j is a valid CMS signature', (key, digest, scheme) => {
    const cms = file(`${key}.p7s`, pki.cms(key, DATA, { digest, scheme }));
    const data = file('data', DATA);
    const trust = ['-CAfile', root(), '-purpose', 'any', '-attime', `${pki.now.getTime() / 1000}`];
    run('cms', '-verify', '-binary', '-inform', 'DER', '-in', cms, '-content', data, '-out', 'o', ...trust);
  });

  test('timestamp, CRL, OCSP response and OCSP request are accepted', () => {
    const token = file('token.der', pki.timestamp('tsa', DATA));
    const at = ['-attime', `${pki.now.getTime() / 1000}`];
    run(
      'ts',
      '-verify',
      '-in',
      token,
      '-token_in',
      '-data',
      file('data', DATA),
      '-CAfile',
      root(),
      '-untrusted',
      untrusted(),
      ...at,
    );
    const crl = file('ca.crl', pki.crl('ca', { revoked: { rsa: pki.daysAgo(2) } }));
    expect(run('crl', '-inform', 'DER', '-in', crl, '-noout', '-text')).toContain('Serial Number');
    const ocsp = file('rsa.ocsp', pki.ocsp('rsa', { status: 'revoked', revokedAt: pki.daysAgo(5) }));
    expect(run('ocsp', '-respin', ocsp, '-resp_text', '-noverify')).toContain('Cert Status: revoked');
    const request = file('rsa.req', encodeOcspRequest(pki.certificate('rsa'), pki.certificate('ca')));
    const serial = `Serial Number: ${pki.certificate('rsa').serialNumber}`;
    expect(run('ocsp', '-reqin', request, '-req_text')).toContain(serial);
  });
});
