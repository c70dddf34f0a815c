/** Who judges a signed PDF: this machine, or a docconv elsewhere. */
import { readFile } from 'node:fs/promises';
import { DocconvError } from '../../../errors.js';
import { type CheckOptions, type CheckSource, check, type VerificationResult } from '../../../signatures/index.js';
import { openRemote } from '../../remote.js';
import type { Services } from '../../services.js';

export interface Judge {
  check(source: CheckSource, options: CheckOptions): Promise<Judged>;
  close(): Promise<void>;
}

export interface Judged {
  result: VerificationResult;
  /** Whether a signer whom nobody trusts is enough: decides between invalid and indeterminate. */
  trustRequired: boolean;
}

export async function openJudge(server: string | undefined, services: Services): Promise<Judge> {
  if (server === undefined) return { check: checkHere, close: async () => {} };
  const remote = await openRemote(server, services);
  return {
    check: async (source, { password, at, signal }) => {
      const given = { ...(password !== undefined && { password }), ...(at && { at }), ...(signal && { signal }) };
      return remote.verify(await bytesOf(source), given);
    },
    close: () => remote.close(),
  };
}

async function checkHere(source: CheckSource, options: CheckOptions): Promise<Judged> {
  return { result: await check(source, options), trustRequired: options.requireTrust ?? false };
}

async function bytesOf(source: CheckSource): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (typeof source !== 'string') return source.read(0, source.size);
  return readFile(source).catch(cause => {
    throw new DocconvError('FILE_UNREADABLE', `${source} cannot be read (${cause.code}).`, { cause });
  });
}
