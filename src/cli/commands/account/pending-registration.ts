/**
 * The address that `docconv register` sent a code to last, so that `docconv verify-email` does not ask for it: the file
 * registration.json, mode 0600. It is a convenience, so that a failure to write it is no error.
 */
import { readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { docconvHome } from '../../../config/index.js';
import { makePrivateFolder, replaceFile } from '../../../system/files/files.js';
import type { Context } from '../../context.js';

export interface PendingRegistration {
  email: string;
  /** As `--server` names it; null for the local key store. */
  server: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export async function rememberRegistration(registration: PendingRegistration, context: Context): Promise<void> {
  const path = pathFor(context);
  try {
    makePrivateFolder(dirname(path));
    await replaceFile(path, temporary => writeFile(temporary, JSON.stringify(registration), { mode: 0o600 }));
  } catch {}
}

/** Null if there is none, or if its code has expired. */
export function pendingRegistration(context: Context): PendingRegistration | null {
  try {
    const { email, server, expiresAt } = JSON.parse(readFileSync(pathFor(context), 'utf8'));
    const isValid = typeof email === 'string' && (server === null || typeof server === 'string');
    return isValid && expiresAt > Date.now() ? { email, server, expiresAt } : null;
  } catch {
    return null;
  }
}

/** After its code was redeemed. */
export function forgetRegistration(email: string, context: Context): void {
  if (pendingRegistration(context)?.email !== email) return;
  try {
    rmSync(pathFor(context), { force: true });
  } catch {}
}

function pathFor({ env }: Context): string {
  return join(docconvHome(env).config, 'registration.json');
}
