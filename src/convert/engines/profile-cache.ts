/** The packed profiles that docconv keeps between runs. Apart from profile.ts, which every worker loads. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder, replaceFile } from '../../system/files/files.js';
import type { EngineName } from '../engine-name.js';
import { profileSettings } from './profile.js';

/** Null where none is kept. */
export function readPackedProfile(path: string): Promise<Buffer | null> {
  return readFile(path).catch(() => null);
}

/** Several processes may keep one at the same time; without one, each worker's start takes longer. */
export async function keepPackedProfile(path: string, packed: Uint8Array): Promise<void> {
  const write = async (temporary: string) => {
    makePrivateFolder(dirname(path));
    await writeFile(temporary, packed, { mode: 0o600, flag: 'wx' });
  };
  await replaceFile(path, write).catch(() => {}); // only a cache
}

/** The file in the cache for this engine, this LibreOffice and these settings. */
export function packedProfilePath(cacheFolder: string, engine: EngineName, stamp: string): string {
  const key = createHash('sha256').update(`${engine}\n${stamp}\n${profileSettings()}`).digest('hex');
  return join(cacheFolder, `profile-${key.slice(0, 16)}.packed`);
}
