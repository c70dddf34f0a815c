import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const BLOCK = 16;

/** CBC with the vector in front and PKCS#7 padding (ISO 32000-2, 7.6.3.1). Null when the data is no such thing. */
export function decryptAes(key: Uint8Array, data: Uint8Array): Uint8Array | null {
  if (data.length < 2 * BLOCK) return data.length === 0 || data.length === BLOCK ? new Uint8Array(0) : null;
  const whole = data.length - (data.length % BLOCK);
  const plain = cbc(key, data.subarray(0, BLOCK), data.subarray(BLOCK, whole));
  const padding = plain.at(-1)!;
  return padding >= 1 && padding <= BLOCK ? plain.subarray(0, plain.length - padding) : plain;
}

/** A fresh vector in front, PKCS#7 padding behind. */
export function encryptAes(key: Uint8Array, data: Uint8Array): Uint8Array {
  const vector = randomBytes(BLOCK);
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, vector);
  return Buffer.concat([vector, cipher.update(data), cipher.final()]);
}

/** Without padding. */
export function cbc(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
  return Buffer.concat([decipher.update(data), decipher.final()]);
}

/** Without padding. */
export function encryptCbc(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}
