/** File encryption keys of the standard security handler, revisions 5 and 6 (ISO 32000-2, 7.6.4.3.3, 7.6.4.4): AES-256. */
import { createHash } from 'node:crypto';
import { decryptCbc, encryptCbc } from './ciphers.js';
import type { StandardParameters } from './encryption-dictionary.js';

const ZERO_VECTOR = Buffer.alloc(16);

/** The file encryption key if `password` is the user or the owner password; null otherwise. */
export function fileKeyR5R6(parameters: StandardParameters, password: string): Uint8Array | null {
  // Of SASLprep, only NFKC makes a difference in practice.
  for (const text of new Set([password.normalize('NFKC'), password])) {
    const bytes = Buffer.from(text, 'utf8').subarray(0, 127);
    const { ownerEntry, userEntry, ownerKey, userKey } = parameters;
    const key =
      unlock(parameters, bytes, userEntry, userKey, Buffer.alloc(0)) ??
      unlock(parameters, bytes, ownerEntry, ownerKey, userEntry.subarray(0, 48));
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
