/** The document as somebody signed it. */
import { DocconvError } from '../errors.js';
import { openPdf, type PdfDocument, type RandomAccess } from '../pdf/index.js';
import { findSignatures } from './find/signature-sites.js';
import type { CheckOptions, CheckSource } from './options.js';

/**
 * The byte-exact revision that signature `number` (1 = first, in the order of `signers`) covers, in pieces, so that a
 * large file is never held whole. Rejects with OPTION_INVALID when there is no such signature or it covers no revision.
 */
export async function extractRevision(
  source: CheckSource,
  number: number,
  options: Pick<CheckOptions, 'password'> = {},
): Promise<AsyncIterable<Uint8Array>> {
  const document = await openPdf(source, options.password === undefined ? {} : { password: options.password });
  const close = () => {
    if (typeof source === 'string') document.close();
  };
  try {
    return piecesOf(document.source, coveredBy(document, number), close);
  } catch (error) {
    close();
    throw error;
  }
}

/** How many bytes from the start of the file. */
function coveredBy(document: PdfDocument, number: number): number {
  const sites = findSignatures(document);
  const site = sites[number - 1];
  if (!site) {
    const count = sites.length === 1 ? 'is 1' : `are ${sites.length}`;
    throw new DocconvError('OPTION_INVALID', `There is no signature ${number}: there ${count} in this file.`);
  }
  const { coverage, end } = site.range;
  if (end !== null && (coverage === 'file' || coverage === 'revision')) return end;
  throw new DocconvError('OPTION_INVALID', `Signature ${number} covers no whole revision, so none can be taken out.`);
}

const PIECE = 1 << 20;

async function* piecesOf(source: RandomAccess, length: number, close: () => void): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < length; at += PIECE) yield source.read(at, Math.min(PIECE, length - at));
  } finally {
    close();
  }
}
