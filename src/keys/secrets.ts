/** The two secrets and their shapes: a code that a person types once, a key that a program keeps. */
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** No 0 O, 1 I L, U: nothing in it looks like something else, and hardly any word can appear. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 30^8 = 39 bits: with 5 tries and 5 codes an hour a guess succeeds once in 3 million years. */
const CODE_LENGTH = 8;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_PREFIX = 'dck_';
/** 62^30 = 178 bits, so that a plain hash is enough to keep it by. */
const KEY_RANDOM = 30;
const KEY_CHECKSUM = 6;
const KEY_SHAPE = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${KEY_RANDOM + KEY_CHECKSUM}}$`);

export function newCode(): string {
  return randomString(CODE_ALPHABET, CODE_LENGTH);
}

/** What a person typed, as newCode() writes it: letter case, blanks and hyphens do not matter. */
export function tidyCode(typed: string): string {
  return typed
    .slice(0, 100)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}

/** `dck_`, 30 random characters, and the CRC-32 of both: a typo or a scanner's false find is seen without a look-up. */
export function newKey(): string {
  const body = KEY_PREFIX + randomString(BASE62, KEY_RANDOM);
  return body + checksum(body);
}

export function isWellFormedKey(key: string): boolean {
  return KEY_SHAPE.test(key) && key.slice(-KEY_CHECKSUM) === checksum(key.slice(0, -KEY_CHECKSUM));
}

export function newKeyId(): string {
  return randomString(BASE62, 12);
}

/** The only form a key is kept in. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < KEY_CHECKSUM; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomString(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
