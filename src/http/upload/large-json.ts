/**
 * Parses a large JSON body without its one long string, the base64 document, which stays in a buffer: JSON.parse of 20 MB
 * of base64 blocks the event loop for 150 ms, and of 70 MB of small values for seconds. The rest must be small.
 */
import { randomUUID } from 'node:crypto';
import type { App } from '../app.js';
import { HttpProblem } from '../problem.js';

/** Bytes: longer strings are long, and everything else together must not exceed it. */
const SMALL = 64 * 1024;

interface LongString {
  /** As in the JSON text, with its quotes and escapes. */
  readonly literal: Buffer;
  /** Random string that replaces it in the parsed body; no client can guess it. */
  readonly placeholder: string;
}

/** Parses the bodies of `scope` this way; `request.longString` is the extracted string. */
export function parseLargeJson(scope: App): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.decorateRequest('longString', null);
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const { text, longString } = extractLongString(body as Buffer);
      request.longString = longString;
      parse(request, text, done);
    } catch (thrown) {
      done(thrown as Error);
    }
  });
}

/** The JSON text with the placeholder in place of its long string. Throws invalid_parameter if the rest is too large. */
export function extractLongString(body: Buffer): { text: string; longString: LongString | null } {
  if (body.length <= SMALL) return { text: body.toString(), longString: null };
  const start = startOfLongString(body);
  const end = start < 0 ? -1 : body.indexOf(QUOTE, start + SMALL);
  // base64 contains no escaped quote; at one, the text would be cut inside the string
  if (end < 0 || body[end - 1] === BACKSLASH || body.length - (end - start) > SMALL) throw tooLong();
  const placeholder = randomUUID();
  const text = `${body.toString('utf8', 0, start)}"${placeholder}"${body.toString('utf8', end + 1)}`;
  return { text, longString: { literal: body.subarray(start, end + 1), placeholder } };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Offset of the first string that is longer than SMALL; -1 if there is none. */
function startOfLongString(body: Buffer): number {
  let start = -1;
  for (let i = 0; i < 2 * SMALL && i < body.length; i++) {
    if (start >= 0 && i - start >= SMALL) return start;
    const byte = body[i];
    if (start >= 0 && byte === BACKSLASH) i++;
    else if (byte === QUOTE) start = start < 0 ? i : -1;
  }
  return -1;
}

function tooLong(): HttpProblem {
  const message = `The request body is too long: all of it except "base64" may have at most ${SMALL / 1024} KiB.`;
  return new HttpProblem('invalid_parameter', message, { errors: [{ pointer: '', detail: 'too long' }] });
}

declare module 'fastify' {
  interface FastifyRequest {
    longString: LongString | null;
  }
}
