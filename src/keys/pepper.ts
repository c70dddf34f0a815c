/** The HMAC key for codes, stored apart from the key store, so that a copy of the store alone reveals nothing. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { createFileSync, isMissing } from '../system/files.js';

const BYTES = 32;

/** Reads the file `pepper` of the folder, or creates it. If two processes create it at once, both use the same one. */
export function openPepper(folder: string): Buffer {
  const path = join(folder, 'pepper');
  const existing = read(path);
  if (existing) return existing;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  createFileSync(path, randomBytes(BYTES).toString('base64url'));
  return openPepper(folder);
}

function read(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const pepper = Buffer.from(text.trim(), 'base64url');
  if (pepper.length === BYTES) return pepper;
  const message = `${path} is damaged. Remove it to create a new one; pending codes become invalid.`;
  throw new DocconvError('STORE_DAMAGED', message);
}
