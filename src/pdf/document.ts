import type { OpenOptions, PdfDocument, RandomAccess } from './types.js';

export declare function openPdf(
  source: string | Uint8Array | RandomAccess,
  options?: OpenOptions,
): Promise<PdfDocument>;
