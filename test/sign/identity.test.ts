import { execFileSync } from 'node:child_process';
import { createHmac, pbkdf2Sync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { children, readDer } from '../../src/pki/der/reader.js';
import { encode, encodeInteger, encodeOid, sequence, TAG } from '../../src/pki/index.js';
import { createIdentity, readIdentity, readKeyFiles, sign } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { describeTools } from '../helpers/requires.js';
import { document } from './documents.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-p12-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });

describeTools('PKCS#12 files', ['openssl'], () => {
  beforeAll(() => {
    openssl('req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=Test-CA -days 30');
    for (const [name, key] of [
      ['rsa', 'rsa:3072'], // one of 2048 bits is weak from 2029 on
      ['short', 'rsa:1024'],
      ['p256', 'ec -pkeyopt ec_paramgen_curve:P-256'],
      ['p384', 'ec -pkeyopt ec_paramgen_curve:P-384'],
      ['brainpool', 'ec -pkeyopt ec_paramgen_curve:brainpoolP512r1'],
      ['explicit', 'ec -pkeyopt ec_paramgen_curve:P-256 -pkeyopt ec_param_enc:explicit'],
      ['ed25519', 'ed25519'],
      [
        'pss',
        'rsa-pss -pkeyopt rsa_keygen_bits:3072 -pkeyopt rsa_pss_keygen_md:sha384 -pkeyopt rsa_pss_keygen_mgf1_md:sha384',
      ],
    ]) {
      openssl(`req -newkey ${key} -nodes -keyout ${name}.key -out ${name}.csr -subj /O=Org/CN=${name}`);
      openssl(`x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out ${name}.pem -days 20`);
      openssl(
        `pkcs12 -export -inkey ${name}.key -in ${name}.pem -certfile ca.pem -out ${name}.p12 -passout pass:secret`,
      );
    }
  });

  it.each([
    ['rsa', 'RSASSA-PKCS1-v1_5', 'SHA-256'],
    ['p256', 'ECDSA', 'SHA-256'],
    ['p384', 'ECDSA', 'SHA-384'],
    ['brainpool', 'ECDSA brainpoolP512r1', 'SHA-512'],
    ['ed25519', 'Ed25519', 'SHA-512'],
    ['pss', 'RSASSA-PSS', 'SHA-384'],
  ])('with a key of kind %s sign what is valid', async (name, algorithm, digest) => {
    const identity = readIdentity(readFileSync(at(`${name}.p12`)), 'secret');
    expect(identity.others.map(({ subject }) => subject.commonName)).toEqual(['Test-CA']);
    const result = await check(await sign(document(), identity));
    expect(result.valid, result.reason).toBe(true);
    expect(result.signer?.signatureAlgorithm).toContain(algorithm);
    expect(result.signer?.digestAlgorithm).toBe(digest);
    expect(result.signer?.certificate?.sha256).toBe(identity.certificate.sha256);
  });

  it('with the keys of several people embed the issuers of one only, each once', () => {
    const all = ['rsa', 'p256', 'p384'].flatMap(name => ['ca.pem', `${name}.pem`, `${name}.key`]);
    const bundle = all.map(name => readFileSync(at(name)));
    writeFileSync(at('several.pem'), Buffer.concat([...bundle.toReversed(), readFileSync(at('ca.pem'))]));
    openssl('pkcs12 -export -in several.pem -inkey p256.key -out several.p12 -passout pass:secret');
    const { certificate, others } = readIdentity(readFileSync(at('several.p12')), 'secret');
    expect(certificate.subject.commonName).toBe('p256');
    expect(others.map(({ subject }) => subject.commonName)).toEqual(['Test-CA']);
  });

  it.each(['PBE-SHA1-RC4-128', 'PBE-SHA1-RC2-128', 'PBE-SHA1-2DES', 'CAMELLIA-256-CBC'])(
    'encrypted by %s are refused, with how to convert them',
    scheme => {
      const how = `-keypbe ${scheme} -certpbe ${scheme} -provider legacy -provider default`;
      openssl(`pkcs12 -export -inkey rsa.key -in rsa.pem -out other.p12 -passout pass:secret ${how}`);
      expect(() => readIdentity(readFileSync(at('other.p12')), 'secret')).toThrow(
        expect.objectContaining({
          code: 'OPTION_UNSUPPORTED',
          message: expect.stringMatching(/not supported\. Write it again with AES.*openssl/),
        }),
      );
    },
  );

  it('with the parameters of a curve in place of its name are refused', async () => {
    const identity = readIdentity(readFileSync(at('explicit.p12')), 'secret');
    await expect(sign(document(), identity)).rejects.toThrow('named curve');
  });

  it.each([
    ['3DES and SHA-1', '-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1'],
    ['AES-128 and SHA-512', '-keypbe AES-128-CBC -certpbe AES-128-CBC -macalg sha512'],
    ['certificates in the clear', '-certpbe NONE'],
    ['no encryption at all', '-keypbe NONE -certpbe NONE'],
  ])('are read with %s', (_, how) => {
    openssl(`pkcs12 -export -inkey rsa.key -in rsa.pem -out how.p12 -passout pass:secret ${how}`);
    expect(readIdentity(readFileSync(at('how.p12')), 'secret').certificate.subject.commonName).toBe('rsa');
  });

  it.each([
    ['AES', ''],
    ['3DES', '-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES'],
  ])('are read with a password beyond ASCII, encrypted with %s', (_, how) => {
    openssl(`pkcs12 -export -inkey rsa.key -in rsa.pem -out word.p12 -passout pass:Schlüssel€ ${how}`.trim());
    const p12 = readFileSync(at('word.p12'));
    expect(readIdentity(p12, 'Schlüssel€').certificate.subject.commonName).toBe('rsa');
    expect(() => readIdentity(p12, 'Schlüssel')).toThrowError(expect.objectContaining({ code: 'WRONG_PASSWORD' }));
    const changed = Buffer.from(p12);
    changed[changed.length - 20]! ^= 1; // in the MAC, its salt and its iterations, which are at the end
    expect(() => readIdentity(changed, 'Schlüssel€')).toThrowError(expect.objectContaining({ code: 'WRONG_PASSWORD' }));
  });

  it.each([
    ['sha256', 'sha256'],
    ['sha512', 'sha384'],
  ] as const)('are read with PBMAC1 of %s and PBKDF2 with %s', (mac, prf) => {
    openssl('pkcs12 -export -inkey rsa.key -in rsa.pem -nomac -out bare.p12 -passout pass:Schlüssel€');
    const p12 = withPbmac1(readFileSync(at('bare.p12')), 'Schlüssel€', mac, prf);
    expect(readIdentity(p12, 'Schlüssel€').certificate.subject.commonName).toBe('rsa');
    expect(() => readIdentity(p12)).toThrowError(expect.objectContaining({ code: 'PASSWORD_NEEDED' }));
    expect(() => readIdentity(p12, 'Schlüssel')).toThrowError(expect.objectContaining({ code: 'WRONG_PASSWORD' }));
    p12[40]! ^= 1; // in the content
    expect(() => readIdentity(p12, 'Schlüssel€')).toThrowError(expect.objectContaining({ code: 'WRONG_PASSWORD' }));
  });

  it.each([
    ['for encryption only', 'keyUsage=critical,keyEncipherment', /key usage .* does not include signatures/],
    ['for certificates only', 'keyUsage=critical,keyCertSign,cRLSign', /key usage .* does not include signatures/],
    ['of a server', 'extendedKeyUsage=serverAuth', /extended key usage .* does not include documents/],
  ])('with a certificate %s are refused for signing', async (_, extension, message) => {
    writeFileSync(at('purpose.ext'), `${extension}\n`);
    openssl('x509 -req -in p256.csr -CA ca.pem -CAkey ca.key -out purpose.pem -days 20 -extfile purpose.ext');
    const identity = readKeyFiles(readFileSync(at('p256.key')), readFileSync(at('purpose.pem')));
    await expect(sign(document(), identity)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(message),
    });
  });

  it('keep the DER of the certificate', () => {
    const der = execFileSync('openssl', ['x509', '-in', at('p256.pem'), '-outform', 'DER']);
    const own = readIdentity(readFileSync(at('p256.p12')), 'secret').certificate.der;
    expect(Buffer.compare(der, own)).toBe(0);
    const rsa = readIdentity(readFileSync(at('rsa.p12')), 'secret').certificate.der;
    expect(Buffer.compare(execFileSync('openssl', ['x509', '-in', at('rsa.pem'), '-outform', 'DER']), rsa)).toBe(0);
  });

  it('open without a password if it is empty', () => {
    openssl('pkcs12 -export -inkey rsa.key -in rsa.pem -out open.p12 -passout pass:');
    expect(readIdentity(readFileSync(at('open.p12'))).certificate.subject.commonName).toBe('rsa');
  });

  it('are rejected without a password, and with a wrong one', () => {
    const p12 = readFileSync(at('rsa.p12'));
    expect(() => readIdentity(p12)).toThrowError(expect.objectContaining({ code: 'PASSWORD_NEEDED' }));
    expect(() => readIdentity(p12, 'wrong')).toThrowError(expect.objectContaining({ code: 'WRONG_PASSWORD' }));
  });

  it.each([
    ['a PEM file', () => readFileSync(at('rsa.pem')), /not a PKCS#12/],
    ['nothing', () => Buffer.alloc(0), /not a PKCS#12/],
    ['a certificate in DER', () => execFileSync('openssl', ['x509', '-in', at('rsa.pem'), '-outform', 'DER']), /./],
    ['half a file', () => readFileSync(at('rsa.p12')).subarray(0, 500), /not a PKCS#12/],
    ['a file without a key', () => withoutKey(), /no private key/],
  ])('are not %s', (_, make, message) => {
    expect(() => readIdentity(make(), 'secret')).toThrowError(
      expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringMatching(message) }),
    );
  });

  it('with a key that is too short are refused for signing', async () => {
    const identity = readIdentity(readFileSync(at('short.p12')), 'secret');
    await expect(sign(document(), identity)).rejects.toMatchObject({ code: 'OPTION_UNSUPPORTED' });
  });
});

describe('a PKCS#12 file of another program', () => {
  const data = (content: Uint8Array) =>
    sequence(encodeOid('1.2.840.113549.1.7.1'), encode(0xa0, encode(TAG.octetString, content)));
  const file = (content: Uint8Array, ...mac: Uint8Array[]) =>
    sequence(encodeInteger('03'), data(sequence(content)), ...mac);
  const octets = encode(TAG.octetString, Buffer.alloc(8));
  const macOf = (oid: string) => sequence(sequence(sequence(encodeOid(oid)), octets), octets, encodeInteger('01'));
  const bagOf = (type: number) =>
    data(sequence(sequence(encodeOid(`1.2.840.113549.1.12.10.1.${type}`), encode(0xa0, sequence()))));

  it.each([
    ['a list of revocations', file(bagOf(4))],
    ['another secret', file(bagOf(5))],
    ['content of another type', file(sequence(encodeOid('1.2.840.113549.1.7.3'), encode(0xa0, sequence())))],
    ['a MAC that is not known', file(data(sequence()), macOf('1.2.3'))],
  ])('is not said to be encrypted: %s', (_, p12) => {
    const message = expect.stringMatching(/cannot be read: .*unsupported/i);
    expect(() => readIdentity(p12, 'x')).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', message }));
  });

  const [pbes2, pbkdf2, scrypt] = ['1.2.840.113549.1.5.13', '1.2.840.113549.1.5.12', '1.3.6.1.4.1.11591.4.11'];
  const [gcm, cbc] = ['2.16.840.1.101.3.4.1.46', '2.16.840.1.101.3.4.1.42'];
  const one = encodeInteger('01');
  it.each([
    ['AES in GCM', sequence(encodeOid(pbkdf2), sequence(octets, one)), sequence(encodeOid(gcm), sequence(octets, one))],
    ['scrypt', sequence(encodeOid(scrypt), sequence(octets, one, one, one)), sequence(encodeOid(cbc), octets)],
    [
      'PBKDF2 with another function',
      sequence(encodeOid(pbkdf2), sequence(octets, one, sequence(encodeOid('1.2.3'), encode(5, new Uint8Array())))),
      sequence(encodeOid(cbc), octets),
    ],
  ])('encrypted by %s is not called a wrong password', (_, derivation, scheme) => {
    const algorithm = sequence(encodeOid(pbes2), sequence(derivation, scheme));
    const content = sequence(encodeOid('1.2.840.113549.1.7.1'), algorithm, encode(0x80, Buffer.alloc(16)));
    const encrypted = encode(0xa0, sequence(encodeInteger('00'), content));
    const p12 = file(sequence(encodeOid('1.2.840.113549.1.7.6'), encrypted));
    expect(() => readIdentity(p12, 'x')).toThrow(expect.objectContaining({ code: 'OPTION_UNSUPPORTED' }));
  });
});

/** P-256, encrypted with pbeWithSHA1And40BitRC2-CBC and the password "secret". */
const OLD_KEY = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIGxMBwGCiqGSIb3DQEMAQYwDgQIP0hbT5+EqCECAggABIGQQZK4a5jHsqB8QCEF
TcXrE94JH4MpjAcE7PpgcS89ALB7Ise9muJ2E3Su87SbUKuHpahhQ0j9TLJsbDWN
sd3qe9y5heiolu3dosDz56peTJlD1DtNV0cCwu1i3FBwMsAMqdxzu1E3UlaNNzEv
7UjUFYxDPqKoU4naJNGoj2ssJUUjfXJSyM+R4WBtAmR1WqxG
-----END ENCRYPTED PRIVATE KEY-----`;

describeTools('encrypted keys in PEM', ['openssl'], () => {
  it('of an old scheme are not called a wrong password', () => {
    openssl('pkcs8 -topk8 -in rsa.key -out new.pem8 -passout pass:secret');
    const [recent, certificate] = ['new.pem8', 'rsa.pem'].map(name => readFileSync(at(name)));
    const code = (name: string) => expect.objectContaining({ code: name });
    expect(() => readKeyFiles(Buffer.from(OLD_KEY), certificate!, 'secret')).toThrowError(code('OPTION_UNSUPPORTED'));
    expect(() => readKeyFiles(recent!, certificate!, 'wrong')).toThrowError(code('WRONG_PASSWORD'));
    expect(readKeyFiles(recent!, certificate!, 'secret').key.asymmetricKeyType).toBe('rsa');
  });
});

const HMAC = { sha256: 9, sha384: 10, sha512: 11 } as const;

/** RFC 9579, 3. `p12` has no MAC. */
function withPbmac1(p12: Buffer, password: string, mac: keyof typeof HMAC, prf: keyof typeof HMAC): Buffer {
  const [version, content] = children(readDer(p12));
  const octets = children(children(content!)[1]!)[0]!.content;
  const [salt, iterations, length] = [Buffer.from('saltsalt'), 2048, 32];
  const key = pbkdf2Sync(password, salt, iterations, length, prf);
  const hmac = (name: keyof typeof HMAC) => sequence(encodeOid(`1.2.840.113549.2.${HMAC[name]}`));
  const number = (value: number) => encodeInteger(value.toString(16).padStart(4, '0'));
  const saltOctets = encode(TAG.octetString, salt);
  const derivation = sequence(saltOctets, number(iterations), number(length), hmac(prf));
  const parameters = sequence(sequence(encodeOid('1.2.840.113549.1.5.12'), derivation), hmac(mac));
  const algorithm = sequence(encodeOid('1.2.840.113549.1.5.14'), parameters);
  const digest = encode(TAG.octetString, createHmac(mac, key).update(octets).digest());
  const macData = sequence(sequence(algorithm, digest), saltOctets, number(1));
  return Buffer.from(sequence(version!.bytes, content!.bytes, macData));
}

function withoutKey(): Buffer {
  openssl('pkcs12 -export -nokeys -in rsa.pem -out part.p12 -passout pass:secret');
  return readFileSync(at('part.p12'));
}

describe('a self-signed identity', () => {
  it('has the name, a new key each time, and is valid for a year', () => {
    const now = new Date('2026-06-01T00:00:00Z');
    const [one, two] = [createIdentity('Änne 東京', now), createIdentity('Änne 東京', now)];
    expect(one.certificate.subject.commonName).toBe('Änne 東京');
    expect(one.certificate.sha256).not.toBe(two.certificate.sha256);
    expect(one.certificate.notAfter.toISOString()).toBe('2027-06-01T00:00:00.000Z');
    expect(one.certificate.extensions.keyUsage).toEqual(new Set(['digitalSignature', 'nonRepudiation']));
    expect(one.certificate.extensions.malformed).toEqual([]);
  });

  it('reaches past 2049, where dates are written otherwise', () => {
    const { certificate } = createIdentity('Late', new Date('2060-06-01T00:00:00Z'));
    expect(certificate.notBefore.toISOString()).toBe('2060-05-31T00:00:00.000Z');
  });
});
