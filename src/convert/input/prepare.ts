/** From a stranger's bytes to a document an engine may see: recognised, decrypted, within the limits. */
import { DocconvError } from '../../errors.js';
import type { Format } from '../formats.js';
import { DEFAULT_LIMITS, type Limits } from '../limits.js';
import type { PdfOptions } from '../options.js';
import { isTurnable } from '../output/export-filter.js';
import { detectFormat, type Hints } from './detect.js';
import { withoutDirectives } from './html.js';
import { inspect } from './inspect/index.js';

export interface IntakeOptions extends Hints {
  /** Opens an encrypted document; not looked at for others. */
  readonly password?: string | undefined;
  readonly limits?: Limits | undefined;
  /** `landscape` is done here, before the engine lays the pages out. */
  readonly pdf?: PdfOptions | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Intake {
  readonly format: Format;
  /** What the engine is to read: the same bytes, or the decrypted document. */
  readonly bytes: Uint8Array;
}

/**
 * Throws EMPTY_FILE, UNSUPPORTED_FORMAT, FORMAT_MISMATCH, CORRUPT_DOCUMENT, PASSWORD_NEEDED, WRONG_PASSWORD,
 * ENCRYPTION_UNSUPPORTED or LIMIT_EXCEEDED.
 */
export async function takeIn(bytes: Uint8Array, options: IntakeOptions = {}): Promise<Intake> {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const { encryption } = detectFormat(bytes, options, limits);
  if (encryption) {
    const { decrypt } = await import('./decrypt/index.js');
    const plain = await decrypt(bytes, encryption, options.password, limits);
    return takeInPlain(plain, options, limits);
  }
  return takeInPlain(bytes, options, limits);
}

/** Decryption may bring to light anything: the plain document is recognised and judged like any other. */
async function takeInPlain(bytes: Uint8Array, options: IntakeOptions, limits: Limits): Promise<Intake> {
  const { format, encryption } = detectFormat(bytes, options, limits);
  if (encryption || !format) throw new DocconvError('ENCRYPTION_UNSUPPORTED', 'The document is encrypted twice.');
  await inspect(bytes, format, limits, options.signal);
  if (format.container === 'html') return { format, bytes: withoutDirectives(bytes) };
  if (!options.pdf?.landscape || !isTurnable(format)) return { format, bytes };
  const { toLandscape } = await import('./landscape.js');
  return { format, bytes: toLandscape(bytes, format, limits) };
}
