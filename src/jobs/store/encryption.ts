/** Encrypts what must not be readable in a copy of the database: AES-256-GCM, with a version byte and a random nonce. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { DocconvError } from '../../errors.js';

export interface Encryption {
  encrypt(text: string): Buffer;
  /** Throws STORE_DAMAGED when the text was encrypted with another key or changed. */
  decrypt(encrypted: Buffer): string;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/** With keys of its own, derived from the secrets. @param secrets as createEncryption() has keys */
export function encryptionFor(purpose: string, secrets: readonly Uint8Array[]): Encryption {
  return createEncryption(secrets.map(secret => createHmac('sha256', secret).update(purpose).digest()));
}

/** @param keys of 32 bytes: the first encrypts, each of them decrypts */
export function createEncryption(keys: readonly Uint8Array[]): Encryption {
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    decrypt(encrypted) {
      for (const key of keys) {
        const text = tryDecrypt(encrypted, key);
        if (text !== null) return text;
      }
      throw new DocconvError('STORE_DAMAGED.job-not-decryptable');
    },
  };
}

function tryDecrypt(encrypted: Buffer, key: Uint8Array): string | null {
  if (encrypted[0] !== VERSION || encrypted.length < 1 + NONCE + TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(1, 1 + NONCE), { authTagLength: TAG });
  decipher.setAuthTag(encrypted.subarray(1 + NONCE, 1 + NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(1 + NONCE + TAG)), decipher.final()]).toString();
  } catch {
    return null;
  }
}
