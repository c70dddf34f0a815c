/** What a PDF states and has: for callers that show it, or that write it anew. */
import { documentMetadata, openPdf, signatureFields, UNLIMITED_WORK } from '../../pdf/index.js';
import { type Limits, requireWithin } from '../limits.js';
import type { PdfDescription } from '../operation-types.js';
import { describeAttachments } from './attach.js';
import { readBookmarks } from './bookmarks.js';
import { featuresOf } from './features.js';
import { readMetadata } from './metadata.js';

/** Throws PASSWORD_NEEDED, WRONG_PASSWORD, NOT_A_PDF, CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export async function describe(
  pdf: Uint8Array,
  { password, limits }: { readonly password?: string | undefined; readonly limits: Limits },
): Promise<PdfDescription> {
  const document = await openPdf(pdf, { maxWork: UNLIMITED_WORK, ...(password !== undefined && { password }) });
  const { latest, encrypted } = document;
  const { pages, pdfVersion } = await documentMetadata(document);
  requireWithin(limits, 'pages', pages ?? 0);
  return {
    pages: pages ?? 0,
    version: pdfVersion,
    encrypted,
    signatures: signatureFields(latest).length,
    metadata: await readMetadata(latest),
    bookmarks: readBookmarks(latest),
    features: featuresOf(latest),
    attachments: describeAttachments(latest),
  };
}
