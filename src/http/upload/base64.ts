/** A document that arrives as base64 in JSON. */
import { DocconvError } from '../../errors.js';
import { HttpProblem } from '../problem.js';

/**
 * The bytes behind `text` (RFC 4648, 4 or 5; a data: prefix and line ends are tolerated). Rejects what is not base64,
 * which Buffer.from() would skip: a document that is half skipped must not be judged.
 */
export function decodeBase64(text: string, maxBytes: number): Uint8Array {
  if (text.length * 0.75 <= maxBytes) {
    const bytes = Buffer.from(text, 'base64');
    // nothing was skipped: the usual case, without a second look at 60 million characters
    if (bytes.length > 0 && bytes.length === lengthOf(text)) return bytes;
  }
  const bare = text.replace(/^data:[^,]{0,200},/i, '').replace(/[\r\n\t ]+/g, '');
  const end = bare.endsWith('==') ? bare.length - 2 : bare.endsWith('=') ? bare.length - 1 : bare.length;
  if (end % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(bare.slice(0, end))) throw undecodable();
  if (end * 0.75 > maxBytes + 2) throw tooLarge(maxBytes);
  return Buffer.from(bare, 'base64');
}

/** Of the bytes behind clean base64; NaN where one character too many could go unnoticed. */
function lengthOf(text: string): number {
  const digits = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  return digits % 4 === 1 ? Number.NaN : Math.floor((digits * 3) / 4);
}

export function undecodable(): HttpProblem {
  const errors = [{ pointer: '/document/base64', detail: 'not base64' }];
  return new HttpProblem('undecodable_document', undefined, { errors });
}

export function tooLarge(limit: number): DocconvError {
  const sentence = `The document is larger than the ${Math.floor(limit / 1e6)} MB that this service takes.`;
  return new DocconvError('TOO_LARGE', sentence, { detail: { limit } });
}
