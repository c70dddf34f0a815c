/** A document that arrives as base64 in JSON. */
import { DocconvError } from '../errors.js';
import { HttpProblem } from './problem.js';

/**
 * The bytes behind `text` (RFC 4648, 4 or 5; a data: prefix and line ends are tolerated). Rejects what is not base64,
 * which Buffer.from() would skip: a document that is half skipped must not be judged.
 */
export function decodeBase64(text: string, maxBytes: number): Uint8Array {
  const bare = text.replace(/^data:[^,]{0,200},/i, '').replace(/[\r\n\t ]+/g, '');
  const end = bare.endsWith('==') ? bare.length - 2 : bare.endsWith('=') ? bare.length - 1 : bare.length;
  if (end % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(bare.slice(0, end))) throw undecodable();
  if (end * 0.75 > maxBytes + 2) throw tooLarge(maxBytes);
  return Buffer.from(bare, 'base64');
}

function undecodable(): HttpProblem {
  const errors = [{ pointer: '/document/base64', detail: 'not base64' }];
  return new HttpProblem('undecodable_document', undefined, { errors });
}

export function tooLarge(limit: number): DocconvError {
  const sentence = `The document is larger than the ${Math.floor(limit / 1e6)} MB that this service takes.`;
  return new DocconvError('TOO_LARGE', sentence, { detail: { limit } });
}
