/** Verifies on this machine or on a remote server. */
import { readFile } from 'node:fs/promises';
import { DocconvError } from '../../../errors.js';
import { type CheckOptions, type CheckSource, check, type VerificationResult } from '../../../signatures/index.js';
import type { Services } from '../../services.js';

export interface Verifier {
  verify(source: CheckSource, options: CheckOptions): Promise<VerificationResult>;
  close(): Promise<void>;
}

export async function openVerifier(server: string | undefined, services: Services): Promise<Verifier> {
  if (server === undefined) return { verify: check, close: async () => {} };
  const { openRemote } = await import('../../remote.js'); // undici takes 90 ms
  const remote = openRemote(server, services);
  return {
    verify: async (source, { password, at, signal }) => {
      const given = { ...(password !== undefined && { password }), ...(at && { at }), ...(signal && { signal }) };
      return remote.verify(await bytesOf(source), given);
    },
    close: () => remote.close(),
  };
}

async function bytesOf(source: CheckSource): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (typeof source !== 'string') return source.read(0, source.size);
  return readFile(source).catch(cause => {
    throw new DocconvError('FILE_UNREADABLE', `${source} cannot be read (${cause.code}).`, { cause });
  });
}
