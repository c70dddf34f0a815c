/** RSA: the parameters of RSASSA-PSS (RFC 8017, A.2.3; RFC 4055, 3.3) and the public exponent (RFC 8017, 3.1). */
import { describe, expect, test } from 'vitest';
import { readDer } from '../../src/pki/der/reader.js';
import { encode, encodeInteger, parseSignedData, sequence, TAG, verifySignedAttributes } from '../../src/pki/index.js';
import { hasValidExponent, readPublicKey } from '../../src/pki/public-key.js';
import { createPki } from '../helpers/pki.js';

const DATA = Buffer.from('the two ranges of a signed file');

const pki = createPki({
  rsa: { key: 'RSA-2048' },
  e3: { key: 'RSA-2048-e3' },
  e1: { key: 'RSA-2048-e1' },
});

const outcomeOf = (key: Parameters<typeof pki.cms>[0], options: Parameters<typeof pki.cms>[2]): string =>
  verifySignedAttributes(parseSignedData(pki.cms(key, DATA, options)).signers[0]!, pki.certificate(key).publicKey);

describe('RSASSA-PSS', () => {
  test.each([
    [{}, 'valid'],
    [{ trailer: 1 }, 'valid'],
    [{ trailer: 2 }, 'unsupported'],
    [{ maskFunction: '1.2.840.113549.1.1.9' }, 'unsupported'],
    [{ mgf1: 'SHA-1', trailer: 2 }, 'unsupported'],
    [{ statedSaltLength: -2 }, 'invalid'],
    [{ saltLength: 222 }, 'valid'],
    [{ saltLength: 222, statedSaltLength: 223 }, 'invalid'],
    [{ statedSaltLength: 255 }, 'invalid'],
    [{ statedSaltLength: 2 ** 40 }, 'invalid'],
  ] as const)('with %j is %s', (pss, expected) => {
    expect(outcomeOf('rsa', { scheme: { pss } })).toBe(expected);
  });

  test('a key for SHA-256 in MGF1 does not verify signatures with SHA-1 there', () => {
    const scheme = (mgf1: 'SHA-1' | 'SHA-256') => ({ scheme: { pss: { mgf1, saltLength: 32 } } });
    const [allowed, other] = (['SHA-256', 'SHA-1'] as const).map(
      mgf1 => parseSignedData(pki.cms('rsa', DATA, scheme(mgf1))).signers[0]!,
    );
    const { keyBytes } = pki.certificate('rsa').publicKey;
    const bits = encode(TAG.bitString, Buffer.concat([Buffer.from([0]), keyBytes]));
    const key = readPublicKey(readDer(sequence(allowed!.signatureAlgorithm.der, bits)));
    expect(verifySignedAttributes(allowed!, key)).toBe('valid');
    expect(verifySignedAttributes(other!, key)).toBe('invalid');
  });
});

test.each([
  ['rsa', 'valid'],
  ['e3', 'valid'],
  ['e1', 'invalid'],
] as const)('a signature with the key %s is %s', (key, expected) => {
  expect(outcomeOf(key, {})).toBe(expected);
});

test.each([
  ['01', false],
  ['02', false],
  ['03', true],
  ['04', false],
  ['010000', false],
  ['010001', true],
  ['81', false],
])('an RSA key with the exponent %s is valid: %s', (exponent, isValid) => {
  const modulus = encodeInteger('C'.repeat(256));
  const key = { ...pki.certificate('rsa').publicKey };
  const keyBytes = sequence(modulus, encode(TAG.integer, Buffer.from(exponent, 'hex')));
  expect(hasValidExponent({ ...key, keyBytes })).toBe(isValid);
});
