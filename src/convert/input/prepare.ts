/** Prepares a document for an engine: format recognised, decrypted, limits checked, pages turned. */
import { DocconvError } from '../../errors.js';
import type { Format } from '../formats.js';
import { DEFAULT_LIMITS, type Limits } from '../limits.js';
import type { PdfOptions } from '../options.js';
import { isTurnable } from '../output/export-filter.js';
import { detectFormat, type Hints } from './detect.js';
import { withoutDirectives } from './html.js';
import { inspect } from './inspect/index.js';

export interface PrepareOptions extends Hints {
  /** Opens an encrypted document; ignored for others. */
  readonly password?: string | undefined;
  readonly limits?: Limits | undefined;
  /** Only `landscape` is used: pages are turned before the engine lays them out. */
  readonly pdf?: PdfOptions | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PreparedDocument {
  readonly format: Format;
  /** What the engine reads: the same bytes, or the decrypted or edited document. */
  readonly bytes: Uint8Array;
}

/**
 * Throws EMPTY_FILE, UNSUPPORTED_FORMAT, FORMAT_MISMATCH, CORRUPT_DOCUMENT, PASSWORD_NEEDED, WRONG_PASSWORD,
 * ENCRYPTION_UNSUPPORTED or LIMIT_EXCEEDED.
 */
export async function prepareDocument(bytes: Uint8Array, options: PrepareOptions = {}): Promise<PreparedDocument> {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const detection = await detectFormat(bytes, options, limits);
  if (detection.encryption === null) return preparePlain(bytes, detection.format, options, limits);
  const { decrypt } = await import('./decrypt/index.js');
  const plain = await decrypt(bytes, detection.encryption, options.password, limits, options.signal);
  // encryption can hide anything, so the decrypted document is recognised and inspected like any other
  const { format, encryption } = await detectFormat(plain, options, limits);
  return preparePlain(plain, encryption === null ? format : null, options, limits);
}

async function preparePlain(
  bytes: Uint8Array,
  format: Format | null,
  options: PrepareOptions,
  limits: Limits,
): Promise<PreparedDocument> {
  if (!format) throw new DocconvError('ENCRYPTION_UNSUPPORTED', 'The document is encrypted twice.');
  await inspect(bytes, format, limits, options.signal);
  if (format.container === 'html') return { format, bytes: withoutDirectives(bytes) };
  if (!options.pdf?.landscape || !isTurnable(format)) return { format, bytes };
  const { toLandscape } = await import('./landscape.js');
  return { format, bytes: await toLandscape(bytes, format, limits) };
}
