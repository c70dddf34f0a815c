import { expect, test } from 'vitest';
import { hashKey, isWellFormedKey, newCode, newKey, normalizeCode } from '../../src/keys/secrets.js';

test('a code has eight characters, none of them ambiguous', () => {
  const codes = Array.from({ length: 2000 }, newCode);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('')).size).toBe(30);
});

test.each(['abcd-2345', ' AbCd 2345\n', 'a b c d 2 3 4 5', 'ＡＢＣＤ２３４５', 'ABCD–2345'])(
  '%j is read as ABCD2345',
  typed => {
    expect(normalizeCode(typed)).toBe('ABCD2345');
  },
);

test('a key is dck_, 30 characters and a checksum', () => {
  const keys = Array.from({ length: 2000 }, newKey);
  for (const key of keys) {
    expect(key).toMatch(/^dck_[0-9A-Za-z]{36}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test('every mistyped character of a key is detected', () => {
  const key = newKey();
  for (let i = 0; i < key.length; i++) {
    const wrong = key[i] === 'x' ? 'y' : 'x';
    expect(isWellFormedKey(key.slice(0, i) + wrong + key.slice(i + 1)), `character ${i}`).toBe(false);
  }
});

test.each([
  '',
  'dck_',
  `dck_${'0'.repeat(36)}`,
  `${newKey()} `,
  `${newKey()}\n`,
  ` ${newKey()}`,
  newKey().toUpperCase(),
])('%j is not a key', text => expect(isWellFormedKey(text)).toBe(false));

test('a key is stored as a 256-bit hash', () => {
  const key = newKey();
  expect(hashKey(key)).toMatch(/^[\w-]{43}$/);
  expect(hashKey(key)).not.toContain(key.slice(4, 12));
});
