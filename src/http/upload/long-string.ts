/**
 * A JSON body whose one long string is left as it came: a document of 20 MB as base64 keeps a parser, and with it every
 * other request, waiting for 150 ms; and 70 MB of small things in it for seconds. What is parsed here stays small.
 */
import { randomUUID } from 'node:crypto';
import type { App } from '../app.js';
import { HttpProblem } from '../problem.js';

/** Bytes of everything but the long string, and from which length on a string is long. */
const SMALL = 64 * 1024;

export interface LongString {
  /** As JSON writes it, with its quotes. */
  readonly literal: Buffer;
  /** What stands in its place. Nobody knew it when the body was sent. */
  readonly mark: string;
}

/** Bodies of `scope` are read so; `request.longString` is what was cut out. */
export function cutLongString(scope: App): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.decorateRequest('longString', null);
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const { text, long } = cutBody(body as Buffer);
      request.longString = long;
      parse(request, text, done);
    } catch (thrown) {
      done(thrown as Error);
    }
  });
}

/** The JSON text without its long string, and that. */
export function cutBody(body: Buffer): { text: string; long: LongString | null } {
  if (body.length <= SMALL) return { text: body.toString(), long: null };
  const start = startOfLong(body);
  const end = start < 0 ? -1 : body.indexOf(QUOTE, start + SMALL);
  // an escaped quote is in no document; and where it is none, the text would be cut in the wrong place
  if (end < 0 || body[end - 1] === BACKSLASH || body.length - (end - start) > SMALL) throw noneSoLong();
  const mark = randomUUID();
  const text = `${body.toString('utf8', 0, start)}"${mark}"${body.toString('utf8', end + 1)}`;
  return { text, long: { literal: body.subarray(start, end + 1), mark } };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the first string begins that goes on for longer than SMALL; -1 where none does. */
function startOfLong(body: Buffer): number {
  let start = -1;
  for (let i = 0; i < 2 * SMALL && i < body.length; i++) {
    if (start >= 0 && i - start >= SMALL) return start;
    const byte = body[i];
    if (start >= 0 && byte === BACKSLASH) i++;
    else if (byte === QUOTE) start = start < 0 ? i : -1;
  }
  return -1;
}

function noneSoLong(): HttpProblem {
  return new HttpProblem('invalid_parameter', 'Only the document itself, in "base64", may be this long.', {
    errors: [{ pointer: '', detail: 'too long' }],
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    longString: LongString | null;
  }
}
