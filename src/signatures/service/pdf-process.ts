/** What each process that reads the PDF of a stranger may report and use. */
import type { ErrorCode } from '../../errors.js';

/** The errors of check(), and of all that reads a PDF. */
export const PDF_FAILURES: ReadonlySet<ErrorCode> = new Set([
  'EMPTY_FILE',
  'NOT_A_PDF',
  'CORRUPT_DOCUMENT',
  'PASSWORD_NEEDED',
  'WRONG_PASSWORD',
  'ENCRYPTION_UNSUPPORTED',
  'LIMIT_EXCEEDED',
  'TOO_LARGE',
  'OPTION_INVALID',
  'TRUST_UNAVAILABLE',
  'INTERNAL',
]);

/** For code that the document took control of. The document, its copies and what it unpacks to are outside of V8's heap. */
export function pdfLimits(memoryMb: number): { memory: number; cpu: number } {
  return { memory: (2 * memoryMb + 1024) * 1024 ** 2, cpu: Number.POSITIVE_INFINITY }; // the time limit bounds it
}
