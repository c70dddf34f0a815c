/** Strict base64: a document of which the decoder silently skips a part must not be verified. */
import { DocconvError } from '../errors.js';

/**
 * Decodes base64 or base64url (RFC 4648, sections 4 and 5) in pieces; a data: prefix, which must be in the first piece, and
 * line ends are allowed. Throws BASE64_INVALID for any other character, which Buffer.from() would skip.
 */
export class Base64Decoder {
  /** Digits that do not make a group of four yet. */
  #rest = '';
  #padding = '';
  #started = false;

  push(text: string): Buffer {
    const digits = this.#rest + this.#digitsOf(this.#started ? text : text.replace(/^data:[^,]{0,200},/i, ''));
    this.#started = true;
    const whole = digits.length - (digits.length % 4);
    this.#rest = digits.slice(whole);
    return Buffer.from(digits.slice(0, whole), 'base64');
  }

  /** The last bytes. */
  end(): Buffer {
    if (this.#rest.length === 1 || this.#padding.length > 2) throw invalidBase64();
    return Buffer.from(this.#rest, 'base64');
  }

  #digitsOf(text: string): string {
    if (this.#padding === '' && ONLY_DIGITS.test(text)) return text; // the usual case: needs no second pass
    const bare = text.replace(/[\r\n\t ]+/g, '');
    const end = this.#padding === '' ? bare.search(/=|$/) : 0;
    this.#padding += bare.slice(end);
    const digits = bare.slice(0, end);
    if (!ONLY_DIGITS.test(digits) || !/^=*$/.test(this.#padding)) throw invalidBase64();
    return digits;
  }
}

const ONLY_DIGITS = /^[A-Za-z0-9+/_-]*$/;

/** Decodes at once; throws TOO_LARGE above `maxBytes`. */
export function decodeBase64(text: string, maxBytes: number): Uint8Array {
  const decoder = new Base64Decoder();
  const bytes = Buffer.concat([decoder.push(text), decoder.end()]);
  if (bytes.length > maxBytes)
    throw new DocconvError('TOO_LARGE.base64', { limit: Math.floor(maxBytes / 1e6) }, { detail: { limit: maxBytes } });
  return bytes;
}

export function invalidBase64(): DocconvError {
  return new DocconvError('BASE64_INVALID.document');
}
