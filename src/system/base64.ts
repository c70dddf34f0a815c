/** Strict base64: a document of which the decoder silently skips a part must not be verified. */
import { DocconvError } from '../errors.js';

/**
 * Decodes base64 or base64url (RFC 4648, sections 4 and 5); a data: prefix and line ends are allowed. Throws
 * BASE64_INVALID for any other character, which Buffer.from() would skip, and TOO_LARGE above `maxBytes`.
 */
export function decodeBase64(text: string, maxBytes: number): Uint8Array {
  if (text.length * 0.75 <= maxBytes) {
    const bytes = Buffer.from(text, 'base64');
    // the usual case: nothing was skipped, so 60 million characters need no second pass
    if (bytes.length > 0 && bytes.length === decodedLength(text)) return bytes;
  }
  const bare = text.replace(/^data:[^,]{0,200},/i, '').replace(/[\r\n\t ]+/g, '');
  const end = bare.endsWith('==') ? bare.length - 2 : bare.endsWith('=') ? bare.length - 1 : bare.length;
  if (end % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(bare.slice(0, end))) throw invalidBase64();
  if (end * 0.75 > maxBytes + 2) throw tooLarge(maxBytes);
  return Buffer.from(bare, 'base64');
}

export function invalidBase64(): DocconvError {
  return new DocconvError('BASE64_INVALID', 'The document cannot be decoded: it is not base64.');
}

/** NaN where one character too many could go unnoticed. */
function decodedLength(text: string): number {
  const digits = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  return digits % 4 === 1 ? Number.NaN : Math.floor((digits * 3) / 4);
}

function tooLarge(limit: number): DocconvError {
  const message = `The document is larger than the allowed ${Math.floor(limit / 1e6)} MB.`;
  return new DocconvError('TOO_LARGE', message, { detail: { limit } });
}
