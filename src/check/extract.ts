/** The document as somebody signed it. */
import { DocconvError } from '../errors.js';
import type { CheckOptions, CheckSource } from './options.js';

/**
 * The byte-exact revision that signature `number` (1 = first, in the order of `signers`) covers, in pieces, so that a
 * large file is never held whole. Rejects with OPTION_INVALID when there is no such signature or it covers no revision.
 */
export async function extractRevision(
  _source: CheckSource,
  _number: number,
  _options: Pick<CheckOptions, 'password'> = {},
): Promise<AsyncIterable<Uint8Array>> {
  throw new DocconvError('INTERNAL', 'Taking out a revision is not built yet.');
}
