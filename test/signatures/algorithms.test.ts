import { describe, expect, test } from 'vitest';
import type { DigestName, KeyKind, PublicKey } from '../../src/pki/index.js';
import { algorithmUse, weaknessAt } from '../../src/signatures/verify/algorithms.js';
import { createPki } from '../helpers/pki.js';

const strong = createPki({ root: {} }).certificate('root').publicKey;
const key = (kind: KeyKind, bits: number | null): PublicKey => ({ ...strong, kind, bits, text: `${kind} ${bits}` });
const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

describe('a digest', () => {
  test.each<[DigestName, string | null]>([
    ['MD5', '2004-08-01'],
    ['SHA-1', '2012-08-01'],
    ['RIPEMD-160', '2012-08-01'],
    ['SHA-224', '2029-01-01'],
    ['SHA-256', null],
    ['SHA3-512', null],
    ['SHAKE256', null],
  ])('%s is reliable until %s', (digest, limit) => {
    const weak = (time: Date) => weaknessAt({ digests: [digest], key: strong }, time)?.what ?? null;
    const end = limit ? day(limit) : day('2090-01-01');
    expect(weak(new Date(end.getTime() - 1))).toBeNull();
    expect(weak(end)).toBe(limit ? digest : null);
  });

  test.each<[DigestName | null]>([['MD2'], ['MD4'], [null]])('%s was never reliable', digest => {
    expect(weaknessAt({ digests: [digest], key: strong }, day('1995-01-01'))?.since).toBeNull();
  });
});

describe('a key', () => {
  test.each<[KeyKind, number, string | null]>([
    ['RSA', 1024, '2019-10-01'],
    ['RSA', 1899, '2019-10-01'],
    ['RSA', 1900, '2029-01-01'],
    ['RSA-PSS', 2048, '2029-01-01'],
    ['RSA', 2999, '2029-01-01'],
    ['RSA', 3000, null],
    ['DSA', 1024, '2019-10-01'],
    ['DSA', 2048, null],
    ['EC', 224, '2021-10-01'],
    ['EC', 256, null],
    ['Ed25519', 256, null],
    ['Ed448', 456, null],
  ])('%s of %i bits is reliable until %s', (kind, bits, limit) => {
    const weak = (time: Date) => weaknessAt({ digests: ['SHA-256'], key: key(kind, bits) }, time);
    const end = limit ? day(limit) : day('2090-01-01');
    expect(weak(new Date(end.getTime() - 1))).toBeNull();
    expect(weak(end)?.since ?? null).toEqual(limit ? end : null);
  });

  test('of unknown strength is never reliable', () => {
    expect(weaknessAt({ digests: ['SHA-256'], key: key('EC', null) }, day('2026-01-01'))?.since).toBeNull();
    expect(weaknessAt({ digests: ['SHA-256'], key: null }, day('2026-01-01'))?.since).toBeNull();
  });
});

test('the weakness with the earliest limit is reported', () => {
  const use = { digests: ['SHA-1', 'MD5'] as const, key: key('RSA', 1024) };
  expect(weaknessAt(use, day('2026-01-01'))?.what).toBe('MD5');
});

test.each<[DigestName, string | null]>([
  ['SHA-256', null],
  ['SHA-1', null],
  ['MD5', 'MD5'],
])('MGF1 with %s weakens RSASSA-PSS with SHA-256: %s', (mgf1Digest, what) => {
  const pss = { mgf1Digest, saltLength: 32, der: null };
  const use = algorithmUse({ name: 'RSASSA-PSS', digest: 'SHA-256', pss }, strong);
  expect(weaknessAt(use, day('2026-01-01'))?.what ?? null).toBe(what);
});
