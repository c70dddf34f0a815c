/** Encrypts what must not be readable in a copy of the database: AES-256-GCM, with a version byte and a random nonce. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DocconvError } from '../errors.js';

export interface Sealer {
  seal(text: string): Buffer;
  /** Throws STORE_DAMAGED when the text was sealed with another key or changed. */
  open(sealed: Buffer): string;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/** @param keys of 32 bytes: the first seals, each of them opens */
export function createSealer(keys: readonly Uint8Array[]): Sealer {
  return {
    seal(text) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      for (const key of keys) {
        const text = tryOpen(sealed, key);
        if (text !== null) return text;
      }
      const message = 'A job cannot be decrypted: it was made with another storeSecret, or changed in the database.';
      throw new DocconvError('STORE_DAMAGED', message);
    },
  };
}

function tryOpen(sealed: Buffer, key: Uint8Array): string | null {
  if (sealed[0] !== VERSION || sealed.length < 1 + NONCE + TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE), { authTagLength: TAG });
  decipher.setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]).toString();
  } catch {
    return null;
  }
}
