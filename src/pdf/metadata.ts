import type { DocumentMetadata, PdfDocument, PdfRevision } from './types.js';

export declare function documentMetadata(document: PdfDocument): DocumentMetadata;
/** The later of header and catalog /Version (7.2.2). */
export declare function documentVersion(revision: PdfRevision): string;
