/** Keys whose encryption has more iterations than docconv supports: refused before the first one, wherever they are stated. */
import { createHmac, pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { context, encode, encodeInteger, encodeOid, sequence, TAG } from '../../src/pki/index.js';
import { readIdentity, readKeyFiles } from '../../src/sign/index.js';

/** It would take hours. */
const MANY = 1_000_000_000;
const octets = (content: Uint8Array) => encode(TAG.octetString, content);
const number = (value: number) => encodeInteger(value.toString(16));
const explicit = (content: Uint8Array) => encode(context(0), content, true);
const SALT = octets(Buffer.from('saltsalt'));
const CIPHERTEXT = Buffer.alloc(32);

const pbkdf2 = (iterations: number) =>
  sequence(
    encodeOid('1.2.840.113549.1.5.12'),
    sequence(SALT, number(iterations), sequence(encodeOid('1.2.840.113549.2.9'), encode(TAG.null, Buffer.alloc(0)))),
  );
const AES = sequence(encodeOid('2.16.840.1.101.3.4.1.42'), octets(Buffer.alloc(16)));
const scrypt = (...factors: number[]) =>
  sequence(encodeOid('1.3.6.1.4.1.11591.4.11'), sequence(SALT, ...factors.map(number)));
const pbes2 = (derivation: Uint8Array) => sequence(encodeOid('1.2.840.113549.1.5.13'), sequence(derivation, AES));
const pbes1 = (oid: string, iterations = MANY) => sequence(encodeOid(oid), sequence(SALT, number(iterations)));
const tripleDes = pbes1('1.2.840.113549.1.12.1.3');
const privateKey = (algorithm: Uint8Array) => sequence(algorithm, octets(CIPHERTEXT));

const data = (content: Uint8Array) => sequence(encodeOid('1.2.840.113549.1.7.1'), explicit(octets(content)));
const keyBag = (algorithm: Uint8Array) =>
  data(sequence(sequence(encodeOid('1.2.840.113549.1.12.10.1.2'), explicit(privateKey(algorithm)))));
const encryptedSafe = (algorithm: Uint8Array) => {
  const content = sequence(encodeOid('1.2.840.113549.1.7.1'), algorithm, encode(context(0), CIPHERTEXT));
  return sequence(encodeOid('1.2.840.113549.1.7.6'), explicit(sequence(number(0), content)));
};
const p12 = (safe: Uint8Array, ...mac: Uint8Array[]) => sequence(number(3), data(sequence(safe)), ...mac);
const mac = (algorithm: Uint8Array, iterations: number) =>
  sequence(sequence(algorithm, octets(CIPHERTEXT)), SALT, number(iterations));
const SHA256 = sequence(encodeOid('2.16.840.1.101.3.4.2.1'), encode(TAG.null, Buffer.alloc(0)));
const HMAC_SHA256 = sequence(encodeOid('1.2.840.113549.2.9'));
const pbmac1 = (iterations: number) => {
  const derivation = sequence(SALT, number(iterations), number(32), HMAC_SHA256);
  return sequence(
    encodeOid('1.2.840.113549.1.5.14'),
    sequence(sequence(encodeOid('1.2.840.113549.1.5.12'), derivation), HMAC_SHA256),
  );
};

const REFUSED = expect.objectContaining({
  code: 'OPTION_UNSUPPORTED',
  message: expect.stringContaining('too many iterations'),
});

describe('10^9 iterations of a PKCS#12 file', () => {
  it.each([
    ['for a key, with PBES2', p12(keyBag(pbes2(pbkdf2(MANY))))],
    ['for a key, with 3DES', p12(keyBag(tripleDes))],
    ['for the certificates, with PBES2', p12(encryptedSafe(pbes2(pbkdf2(MANY))))],
    ['for the certificates, with RC2', p12(encryptedSafe(pbes1('1.2.840.113549.1.12.1.6')))],
    ['for the MAC', p12(keyBag(pbes2(pbkdf2(1))), mac(SHA256, MANY))],
    ['for PBMAC1', p12(keyBag(pbes2(pbkdf2(1))), mac(pbmac1(MANY), 1))],
  ])('%s', (_, file) => {
    for (const password of ['secret', 'Schlüssel€', undefined])
      expect(() => readIdentity(file, password)).toThrowError(REFUSED);
  });
});

it('counts the iterations of PBMAC1 with those of the keys', () => {
  const content = sequence(keyBag(pbes2(pbkdf2(9_999_000))));
  const value = createHmac('sha256', pbkdf2Sync('secret', 'saltsalt', 2000, 32, 'sha256')).update(content);
  const macData = sequence(sequence(pbmac1(2000), octets(value.digest())), SALT, number(1));
  expect(() => readIdentity(sequence(number(3), data(content), macData), 'secret')).toThrowError(REFUSED);
});

it('counts on where a number of iterations cannot be read', () => {
  const empty = encode(TAG.integer, Buffer.alloc(0));
  const derivation = sequence(SALT, empty, number(32), HMAC_SHA256);
  const unreadable = sequence(
    encodeOid('1.2.840.113549.1.5.14'),
    sequence(sequence(encodeOid('1.2.840.113549.1.5.12'), derivation), HMAC_SHA256),
  );
  const file = p12(keyBag(pbes2(pbkdf2(MANY))), mac(unreadable, 1));
  expect(() => readIdentity(file, 'Schlüssel€')).toThrow();
});

describe('what forge derives in JavaScript is refused earlier', () => {
  it.each([
    ['a key, with 3DES', p12(keyBag(pbes1('1.2.840.113549.1.12.1.3', 4_000_000)))],
    ['certificates, with RC2', p12(encryptedSafe(pbes1('1.2.840.113549.1.12.1.6', 4_000_000)))],
    ['the MAC', p12(keyBag(pbes2(pbkdf2(1))), mac(SHA256, 4_000_000))],
  ])('%s', (_, file) => {
    expect(() => readIdentity(file, 'secret')).toThrowError(REFUSED);
  });
});

const pemOf = (key: Uint8Array): string => {
  const base64 = Buffer.from(key).toString('base64');
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${base64}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
};

describe('10^9 iterations of a key in PEM', () => {
  it.each([
    ['PBES2', pbes2(pbkdf2(MANY))],
    ['scrypt', pbes2(scrypt(2 ** 30, 8, 1))],
    ['scrypt, by its last factor', pbes2(scrypt(2 ** 14, 8, 10_000))],
    ['3DES', tripleDes],
  ])('with %s', (_, algorithm) => {
    const key = pemOf(privateKey(algorithm));
    for (const pem of [key, pemOf(sequence(number(1))) + key])
      expect(() => readKeyFiles(Buffer.from(pem), Buffer.alloc(0), 'secret')).toThrowError(REFUSED);
  });
});
