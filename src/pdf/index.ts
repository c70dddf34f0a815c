/**
 * What the bytes of a PDF say, revision by revision. Read only; no opinion on signatures.
 *
 *     const document = await openPdf('signed.pdf', { password });      // DocconvError: NOT_A_PDF, CORRUPT_DOCUMENT, PASSWORD_NEEDED ...
 *     for (const field of signatureFields(document.latest)) ...        // every signature field with a /V
 *     await digestRanges(document.source, [{ algorithm: 'sha256', ranges }])   // one pass, shared prefixes hashed once
 *     documentMetadata(document)                                       // pages, title, version, dates
 */

export { contentOperations, type Operation } from './content.js';
export { digestRanges } from './digest.js';
export { openPdf } from './document.js';
export { formFields } from './field-tree.js';
export { permissions, signatureFields } from './form.js';
export { documentMetadata, documentVersion } from './metadata.js';
export * from './objects.js';
export { type PageList, pageList } from './pages.js';
export { openSource } from './source.js';
export { parsePdfDate, textOf } from './text.js';
export type * from './types.js';
