/** Who signed this PDF, does it hold, and can it be trusted. */
import { DocconvError } from '../errors.js';
import type { CheckOptions, CheckSource } from './options.js';
import type { VerificationResult } from './result.js';

/**
 * Resolves with an answer also for a bad signature; rejects with a DocconvError for what is no readable PDF
 * (NOT_A_PDF, CORRUPT_DOCUMENT, PASSWORD_NEEDED, WRONG_PASSWORD, ...) and for a mistaken option.
 */
export async function check(_source: CheckSource, _options: CheckOptions = {}): Promise<VerificationResult> {
  throw new DocconvError('INTERNAL', 'Checking signatures is not built yet.');
}
