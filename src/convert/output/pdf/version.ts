/** The PDF version in the header (ISO 32000-2, 7.5.2). */
import { DocconvError } from '../../../errors.js';
import type { OutgoingBlob } from '../../../isolation/worker.js';
import { textAt, writeAt } from '../blob.js';

/** In '%PDF-1.6'. */
const START = 5;
const LENGTH = 3;

/**
 * LibreOffice 7.4 does not know 1.7 and writes 1.6 without a word. What it writes is valid as 1.7 as well: only the header
 * differs. Throws OPTION_UNSUPPORTED for a PDF of a later version than the wanted one.
 */
export function requireVersion(pdf: OutgoingBlob, wanted: string): void {
  const written = textAt(pdf, START, LENGTH);
  if (written < wanted) writeAt(pdf, START, wanted);
  if (written <= wanted) return;
  throw new DocconvError(
    'OPTION_UNSUPPORTED.pdf-version-of-libreoffice',
    { wanted, written },
    { detail: { option: 'pdfVersion' } },
  );
}
