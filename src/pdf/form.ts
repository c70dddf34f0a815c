import type { FormField, PdfRevision, Permissions, SignatureField } from './types.js';

/** Terminal fields as of a revision, in the order of the field tree. */
export declare function formFields(revision: PdfRevision): FormField[];
/** Signature fields with a value. */
export declare function signatureFields(revision: PdfRevision): SignatureField[];
/** /Perms of the catalog (12.8.6). */
export declare function permissions(revision: PdfRevision): Permissions;
