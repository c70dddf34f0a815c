/** Extracts the revision that a signature covers. */
import { DocconvError } from '../errors.js';
import { openPdf, type PdfDocument, type RandomAccess } from '../pdf/index.js';
import { sizeOfRevision } from './find/byte-range.js';
import { findSignatures } from './find/signature-sites.js';
import type { CheckOptions, CheckSource } from './options.js';

/**
 * The exact bytes that signature `number` (1 = first, in the order of `signers`) covers, as a stream. Rejects with
 * OPTION_INVALID when there is no such signature or it covers no revision.
 */
export async function extractRevision(
  source: CheckSource,
  number: number,
  options: Pick<CheckOptions, 'password'> = {},
): Promise<AsyncIterable<Uint8Array>> {
  const document = await openPdf(source, options);
  const close = () => {
    if (typeof source === 'string') document.close();
  };
  try {
    return chunksOf(document.source, coveredLength(document, number), close);
  } catch (error) {
    close();
    throw error;
  }
}

/** The length in bytes from the start of the file. */
function coveredLength(document: PdfDocument, number: number): number {
  const sites = findSignatures(document);
  const site = sites[number - 1];
  if (!site) {
    const count = sites.length === 1 ? 'one signature' : `${sites.length} signatures`;
    throw new DocconvError('OPTION_INVALID.no-such-signature', { number, count });
  }
  const size = sizeOfRevision(site.range);
  if (size !== null) return size;
  throw new DocconvError('OPTION_INVALID.no-revision-to-extract', { number });
}

const CHUNK = 1 << 20;

async function* chunksOf(source: RandomAccess, length: number, close: () => void): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < length; at += CHUNK) yield source.read(at, Math.min(CHUNK, length - at));
  } finally {
    close();
  }
}
