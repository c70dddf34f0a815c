/** Secrets: codes, which a person types once, API keys, which a program stores, and the pepper of the key store. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DocconvError } from '../errors.js';
import { isMissing } from '../system/files/file-errors.js';
import { createFileSync, makePrivateFolder } from '../system/files/files.js';

/** Without the ambiguous 0 O 1 I L, and without U, which avoids most words. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 30^8 = 39 bits: at 5 tries per code and 5 codes per hour, a guess succeeds once in 3 million years. */
const CODE_LENGTH = 8;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_PREFIX = 'dck_';
/** 62^30 = 178 bits, so that a plain hash protects the stored key. */
const KEY_RANDOM = 30;
const KEY_CHECKSUM = 6;
const KEY_PATTERN = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${KEY_RANDOM + KEY_CHECKSUM}}$`);

export function newCode(): string {
  return randomString(CODE_ALPHABET, CODE_LENGTH);
}

/** Typed text in the form of newCode(): ignores letter case, white space and hyphens. */
export function normalizeCode(typed: string): string {
  return typed
    .slice(0, 100)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}

/** Whether typed text can be a code at all. */
export function isWellFormedCode(typed: string): boolean {
  const code = normalizeCode(typed);
  return code.length === CODE_LENGTH && [...code].every(letter => CODE_ALPHABET.includes(letter));
}

/** `dck_`, 30 random characters and the CRC-32 of both, which detects typing errors without a lookup. */
export function newKey(): string {
  const body = KEY_PREFIX + randomString(BASE62, KEY_RANDOM);
  return body + checksum(body);
}

export function isWellFormedKey(key: string): boolean {
  return KEY_PATTERN.test(key) && key.slice(-KEY_CHECKSUM) === checksum(key.slice(0, -KEY_CHECKSUM));
}

export function newKeyId(): string {
  return randomString(BASE62, 12);
}

/** The only form in which a key is stored. */
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

const PEPPER_BYTES = 32;

/**
 * The HMAC key for codes, stored apart from the key store, so that a copy of the store alone reveals nothing. Reads the file
 * `pepper` of the folder, or creates it. If two processes create it at once, both use the same one.
 */
export function openPepper(folder: string): Buffer {
  const path = join(folder, 'pepper');
  const existing = readPepper(path);
  if (existing) return existing;
  makePrivateFolder(folder);
  createFileSync(path, randomBytes(PEPPER_BYTES).toString('base64url'));
  return openPepper(folder);
}

function readPepper(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const pepper = Buffer.from(text.trim(), 'base64url');
  if (pepper.length === PEPPER_BYTES) return pepper;
  throw new DocconvError('STORE_DAMAGED.code-secret', { path });
}
