import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const BLOCK = 16;

interface Decrypted {
  readonly bytes: Uint8Array;
  /** False: programs differ in what they decrypt: they drop bytes at the end, or show nothing at all. */
  readonly isRegular: boolean;
}

/** CBC with the initialization vector first and PKCS#7 padding (ISO 32000-2, 7.6.3.1). Data that is too short is unchanged. */
export function decryptAes(key: Uint8Array, data: Uint8Array): Decrypted {
  if (data.length === 0 || data.length === BLOCK) return { bytes: new Uint8Array(0), isRegular: true };
  if (data.length < 2 * BLOCK) return { bytes: data, isRegular: false };
  const rest = data.length % BLOCK;
  const plain = decryptCbc(key, data.subarray(0, BLOCK), data.subarray(BLOCK, data.length - rest));
  const length = plain.at(-1)!;
  if (length < 1 || length > BLOCK) return { bytes: plain, isRegular: false };
  const end = plain.length - length;
  return { bytes: plain.subarray(0, end), isRegular: rest === 0 && plain.subarray(end).every(byte => byte === length) };
}

/** The reverse of `decryptAes`, with a random initialization vector. */
export function encryptAes(key: Uint8Array, data: Uint8Array): Uint8Array {
  const vector = randomBytes(BLOCK);
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, vector);
  return Buffer.concat([vector, cipher.update(data), cipher.final()]);
}

/** Without padding. */
export function decryptCbc(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
  return Buffer.concat([decipher.update(data), decipher.final()]);
}

/** Without padding. */
export function encryptCbc(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Encrypts or decrypts. OpenSSL 3 has RC4 only in its legacy provider, which Node does not load. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(state, i, j);
  }
  const out = new Uint8Array(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    swap(state, i, j);
    out[n] = data[n]! ^ state[(state[i]! + state[j]!) & 255]!;
  }
  return out;
}

function swap(state: Uint8Array, i: number, j: number): void {
  const previous = state[i]!;
  state[i] = state[j]!;
  state[j] = previous;
}
