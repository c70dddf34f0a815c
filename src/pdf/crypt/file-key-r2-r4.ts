/** File encryption keys of the standard security handler, revisions 2 to 4 (ISO 32000-2, 7.6.4.3.2 to 7.6.4.3.4): MD5, RC4. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { rc4 } from './ciphers.js';
import type { StandardParameters } from './encryption-dictionary.js';

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** The file encryption key if `password` is the user or the owner password; null otherwise. */
export function fileKeyR2R4(parameters: StandardParameters, password: string): Uint8Array | null {
  const bytes = Buffer.from(password, 'latin1');
  return userKey(parameters, bytes) ?? userKey(parameters, userPasswordOf(parameters, bytes));
}

function userKey(parameters: StandardParameters, password: Uint8Array): Uint8Array | null {
  const key = fileKey(parameters, password);
  const length = parameters.revision === 2 ? 32 : 16;
  const expected = Buffer.from(parameters.userEntry.subarray(0, length));
  const actual = userEntry(parameters, key).subarray(0, length);
  return expected.length === length && timingSafeEqual(expected, actual) ? key : null;
}

const md5 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const padded = (password: Uint8Array): Buffer => Buffer.concat([password, PADDING]).subarray(0, 32);

/** Algorithm 2. */
function fileKey(parameters: StandardParameters, password: Uint8Array): Uint8Array {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(parameters.permissions | 0);
  const open = parameters.revision >= 4 && !parameters.encryptMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  const owner = parameters.ownerEntry.subarray(0, 32);
  let key = md5(padded(password), owner, permissions, parameters.documentId, open);
  for (let i = 0; parameters.revision >= 3 && i < 50; i++) key = md5(key.subarray(0, parameters.keyLength));
  return key.subarray(0, parameters.keyLength);
}

/** Algorithms 4 and 5: the expected /U for this key. */
function userEntry(parameters: StandardParameters, key: Uint8Array): Uint8Array {
  if (parameters.revision === 2) return rc4(key, PADDING);
  const rounds = Array.from({ length: 20 }, (_, i) => i);
  return rounds.reduce((data: Uint8Array, i) => rc4(keyOfRound(key, i), data), md5(PADDING, parameters.documentId));
}

const keyOfRound = (key: Uint8Array, round: number): Uint8Array => key.map(byte => byte ^ round);

/** Algorithm 7: the user password encrypted in /O, if `password` is the owner password. */
function userPasswordOf(parameters: StandardParameters, password: Uint8Array): Uint8Array {
  let key = md5(padded(password));
  for (let i = 0; parameters.revision >= 3 && i < 50; i++) key = md5(key.subarray(0, parameters.keyLength));
  key = key.subarray(0, parameters.keyLength);
  const rounds = parameters.revision === 2 ? [0] : Array.from({ length: 20 }, (_, i) => 19 - i);
  return rounds.reduce((data, i) => rc4(keyOfRound(key, i), data), parameters.ownerEntry.subarray(0, 32));
}
