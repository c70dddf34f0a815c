/**
 * What the bytes of a PDF say, revision by revision. Read only; no opinion on signatures.
 *
 *     const document = await openPdf('signed.pdf', { password });      // DocconvError: NOT_A_PDF, CORRUPT_DOCUMENT, PASSWORD_NEEDED ...
 *     for (const field of signatureFields(document.latest)) ...        // every signature field with a /V
 *     await digestRanges(document.source, [{ algorithm: 'sha256', ranges }])   // one pass, shared prefixes hashed once
 *     documentMetadata(document)                                       // pages, title, version, dates
 */

export { formFields } from './content/field-tree.js';
export { permissions, signatureFields } from './content/form.js';
export { documentMetadata, documentVersion } from './content/metadata.js';
export { type PageList, pageList } from './content/pages.js';
export { digestRanges } from './document/digest.js';
export { openPdf } from './document/document.js';
export { openSource } from './source.js';
export { contentOperations, type Operation } from './syntax/content.js';
export * from './syntax/objects.js';
export { parsePdfDate, textOf } from './syntax/text.js';
export type * from './types.js';
