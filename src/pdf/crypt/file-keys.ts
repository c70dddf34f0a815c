/** File encryption keys of the standard security handler (ISO 32000-2, 7.6.4.3.2 to 7.6.4.4). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { decryptCbc, encryptCbc, rc4 } from './ciphers.js';
import type { StandardParameters } from './encryption-dictionary.js';

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

export interface FileKey {
  readonly bytes: Uint8Array;
  /** The password is the owner password, which has no restrictions. The user password may be equal to it. */
  readonly isOwner: boolean;
}

/** Revisions 2 to 4, with MD5 and RC4. Null: `password` is neither that of the owner nor that of users. */
export function fileKeyR2R4(parameters: StandardParameters, password: string): FileKey | null {
  const bytes = Buffer.from(password, 'latin1');
  return fileKeyOf(userKey(parameters, userPasswordOf(parameters, bytes)), () => userKey(parameters, bytes));
}

function fileKeyOf(owner: Uint8Array | null, user: () => Uint8Array | null): FileKey | null {
  const bytes = owner ?? user();
  return bytes && { bytes, isOwner: owner !== null };
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
  return keyFrom(parameters, md5(padded(password), owner, permissions, parameters.documentId, open));
}

/** From revision 3 on, the hash is hashed again. */
function keyFrom({ revision, keyLength }: StandardParameters, hash: Buffer): Buffer {
  let key = hash;
  for (let i = 0; revision >= 3 && i < 50; i++) key = md5(key.subarray(0, keyLength));
  return key.subarray(0, keyLength);
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
  const key = keyFrom(parameters, md5(padded(password)));
  const rounds = parameters.revision === 2 ? [0] : Array.from({ length: 20 }, (_, i) => 19 - i);
  return rounds.reduce((data, i) => rc4(keyOfRound(key, i), data), parameters.ownerEntry.subarray(0, 32));
}

const ZERO_VECTOR = Buffer.alloc(16);

/** The same of revisions 5 and 6, with AES-256. */
export function fileKeyR5R6(parameters: StandardParameters, password: string): FileKey | null {
  // Of SASLprep, only NFKC makes a difference in practice.
  for (const text of new Set([password.normalize('NFKC'), password])) {
    const bytes = Buffer.from(text, 'utf8').subarray(0, 127);
    const { ownerEntry, userEntry, ownerKey, userKey } = parameters;
    const key = fileKeyOf(unlock(parameters, bytes, ownerEntry, ownerKey, userEntry.subarray(0, 48)), () =>
      unlock(parameters, bytes, userEntry, userKey, Buffer.alloc(0)),
    );
    if (key) return key;
  }
  return null;
}

/** An entry is a hash (32 bytes), a validation salt and a key salt (8 each). */
function unlock(
  { revision }: StandardParameters,
  password: Uint8Array,
  entry: Uint8Array,
  wrappedKey: Uint8Array,
  extra: Uint8Array,
): Uint8Array | null {
  if (entry.length < 48 || wrappedKey.length < 32) return null;
  const hash = revision === 5 ? simpleHash : hardenedHash;
  const expected = hash(password, entry.subarray(32, 40), extra);
  if (!expected.equals(entry.subarray(0, 32))) return null;
  return decryptCbc(hash(password, entry.subarray(40, 48), extra), ZERO_VECTOR, wrappedKey.subarray(0, 32));
}

const simpleHash = (password: Uint8Array, salt: Uint8Array, extra: Uint8Array): Buffer =>
  createHash('sha256').update(password).update(salt).update(extra).digest();

/** Algorithm 2.B: at least 64 rounds; the result of each round selects the next hash. */
function hardenedHash(password: Uint8Array, salt: Uint8Array, extra: Uint8Array): Buffer {
  let key = simpleHash(password, salt, extra);
  for (let round = 1, last = 0; round <= 64 || last > round - 33; round++) {
    const once = Buffer.concat([password, key, extra]);
    const block = Buffer.concat(new Array<Buffer>(64).fill(once));
    const encrypted = encryptCbc(key.subarray(0, 16), key.subarray(16, 32), block);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][remainder]!).update(encrypted).digest();
    last = encrypted.at(-1)!;
  }
  return key.subarray(0, 32);
}
