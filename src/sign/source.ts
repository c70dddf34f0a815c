/** Reads a PDF that is to be signed, extended or timestamped. */
import { DocconvError } from '../errors.js';
import type { PdfDocument } from '../pdf/index.js';

/** Several copies of the file are held in memory. */
const MAX_BYTES = 512 << 20;

/** Bits of /P, table 22. */
const MODIFY = 1 << 3;
const ANNOTATE = 1 << 5;
const FILL = 1 << 8;

/** Throws NOT_PERMITTED where the author of an encrypted PDF reserves signing to those who have the owner password. */
export function requireSigningPermitted({ permissions }: PdfDocument, field: string | undefined): void {
  const mayFill = (permissions & (ANNOTATE | FILL)) !== 0;
  const mayAdd = (permissions & MODIFY) !== 0 && (permissions & ANNOTATE) !== 0;
  if (field === undefined ? mayAdd : mayFill) return;
  throw new DocconvError(mayFill ? 'NOT_PERMITTED.restricted-to-fields' : 'NOT_PERMITTED.restricted');
}

/** Rejects a file to which no revision can be appended. */
export function readWhole({ source, size, recovered, revisions }: PdfDocument): Buffer {
  if (size > MAX_BYTES)
    throw new DocconvError(
      'TOO_LARGE.pdf-to-sign',
      { limit: MAX_BYTES >> 20 },
      { detail: { limit: MAX_BYTES, actual: size } },
    );
  if (recovered) throw new DocconvError('CORRUPT_DOCUMENT.not-signable-cross-reference');
  // old and new programs see different objects in it (7.5.8.4): not everybody would see what is signed
  if (revisions.some(({ trailer }) => trailer.has('XRefStm')))
    throw new DocconvError('CORRUPT_DOCUMENT.not-signable-hybrid');
  const { buffer, byteOffset, length } = source.read(0, size);
  const file = Buffer.from(buffer, byteOffset, length);
  // @signpdf/signpdf finds the placeholder by its text, and fills only one
  if (file.includes('/ByteRange [0 /**********')) throw new DocconvError('CORRUPT_DOCUMENT.not-signable-placeholder');
  return file;
}
