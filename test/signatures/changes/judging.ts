/** Judges the first signature of a form, by its revisions alone. */

import { openPdf } from '../../../src/pdf/index.js';
import { type ChangeOptions, type ChangesVerdict, judgeRevisions } from '../../../src/signatures/changes/index.js';
import { findSignatures } from '../../../src/signatures/find/signatures.js';
import type { FormPdf } from '../../helpers/form-pdf.js';

/** One verdict per signature, in the order of their revisions. */
export async function judgeAll(pdf: FormPdf | Uint8Array, options?: ChangeOptions): Promise<ChangesVerdict[]> {
  const document = await openPdf(pdf instanceof Uint8Array ? pdf : pdf.bytes);
  const sites = findSignatures(document).map(({ field, range }) => ({
    field,
    signed: range.coverage === 'file' ? document.latest : range.signed,
  }));
  return judgeRevisions(document, sites, options);
}

export async function judgeFirst(pdf: FormPdf | Uint8Array, options?: ChangeOptions): Promise<ChangesVerdict> {
  return (await judgeAll(pdf, options))[0]!;
}
