import type { ErrorCode } from '../errors.js';

/** The errors of a document that workers of engines and those that merge PDFs may report. */
export const DOCUMENT_FAILURES: readonly ErrorCode[] = [
  'EMPTY_FILE',
  'UNSUPPORTED_FORMAT',
  'CORRUPT_DOCUMENT',
  'PASSWORD_NEEDED',
  'WRONG_PASSWORD',
  'ENCRYPTION_UNSUPPORTED',
  'LIMIT_EXCEEDED',
  'OPTION_INVALID',
  'OPTION_UNSUPPORTED',
  'ENGINE_FAILED',
  'PDFA_INVALID',
  'INTERNAL',
];
