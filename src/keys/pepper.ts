/** The secret that codes are hashed with: made once, and kept apart so that a copy of the store alone says nothing. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';

const BYTES = 32;

/** Reads `pepper` in the folder, or makes it; of two processes that make it at once, one wins and both use that one. */
export function openPepper(folder: string): Buffer {
  const path = join(folder, 'pepper');
  const known = read(path);
  if (known) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(BYTES).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return openPepper(folder);
}

function read(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const pepper = Buffer.from(text.trim(), 'base64url');
  if (pepper.length === BYTES) return pepper;
  throw new DocconvError(
    'STORE_DAMAGED',
    `${path} is not what docconv wrote. Remove it: codes under way stop to work.`,
  );
}
