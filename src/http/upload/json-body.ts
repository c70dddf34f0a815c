/**
 * Reads a JSON body whose document is in base64, without holding it: JSON.parse of 20 MB of base64 blocks the event loop for
 * 150 ms, and of 70 MB of small values for seconds. The one long string is decoded in pieces while it arrives; the rest must
 * be small.
 */
import { randomUUID } from 'node:crypto';
import { Base64Decoder, invalidBase64 } from '../../system/base64.js';
import { badParameter, type HttpProblem } from '../problem.js';

/** Bytes: longer strings are long, and everything else together must not exceed it. */
const SMALL = 64 * 1024;
/** The long string starts within so many bytes. */
const HEAD = 2 * SMALL;

export interface JsonText {
  /** The JSON text, with the placeholder in place of its long string. */
  text: string;
  /** Random string that replaces the long string; no client can guess it. Null if there is none. */
  placeholder: string | null;
}

/** Passes the decoded long string, which must be the value of "base64", to `write`. Throws invalid_parameter. */
export async function readJsonText(
  body: AsyncIterable<Buffer>,
  write: (block: Uint8Array) => Promise<void>,
): Promise<JsonText> {
  const blocks = body[Symbol.asyncIterator]();
  const next = async () => (await blocks.next()).value as Buffer | undefined;
  const head = await readHead(next);
  if (head.length <= SMALL) return { text: head.toString(), placeholder: null };

  const start = startOfLongString(head);
  if (start < 0 || !isNamedBase64(head.toString('utf8', 0, start))) throw tooLong();
  let rest: Buffer | null = null;
  const literal = new LiteralDecoder();
  for (let block: Buffer | undefined = head.subarray(start + 1); block; block = await next()) {
    const quote = block.indexOf(QUOTE);
    await write(literal.push(block.subarray(0, quote < 0 ? block.length : quote)));
    if (quote >= 0) rest = block.subarray(quote + 1);
    if (quote >= 0) break;
  }
  // base64 contains no escaped quote; at one, the text would be cut inside the string
  if (!rest || literal.isInEscape) throw tooLong();
  await write(literal.end());
  const tail = await readTail(rest, next);
  if (start + tail.length > SMALL) throw tooLong();
  const placeholder = randomUUID();
  return { text: `${head.toString('utf8', 0, start)}"${placeholder}"${tail.toString()}`, placeholder };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

async function readHead(next: () => Promise<Buffer | undefined>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD) {
    const block = await next();
    if (!block) break;
    head = Buffer.concat([head, block]);
  }
  return head;
}

async function readTail(first: Buffer, next: () => Promise<Buffer | undefined>): Promise<Buffer> {
  let tail = first;
  for (let block = await next(); block; block = await next()) {
    tail = Buffer.concat([tail, block]);
    if (tail.length > SMALL) throw tooLong();
  }
  return tail;
}

/** Offset of the first string that is longer than SMALL; -1 if there is none. */
function startOfLongString(body: Buffer): number {
  let start = -1;
  for (let i = 0; i < HEAD && i < body.length; i++) {
    if (start >= 0 && i - start >= SMALL) return start;
    const byte = body[i];
    if (start >= 0 && byte === BACKSLASH) i++;
    else if (byte === QUOTE) start = start < 0 ? i : -1;
  }
  return -1;
}

/** Whether the text before a string gives it the name "base64", in any notation. */
function isNamedBase64(before: string): boolean {
  const [, name] = /("(?:[^"\\]|\\.)*")\s*:\s*$/.exec(before.slice(-SMALL)) ?? [];
  try {
    return JSON.parse(name ?? '""') === 'base64';
  } catch {
    return false;
  }
}

/** Decodes the base64 of a JSON string literal in pieces. */
class LiteralDecoder {
  readonly #decoder = new Base64Decoder();
  /** An escape sequence that is not complete yet. */
  #escape = '';

  get isInEscape(): boolean {
    return this.#escape !== '';
  }

  push(piece: Buffer): Buffer {
    const text = this.#escape + piece.toString('latin1');
    this.#escape = /\\(?:u[0-9a-f]{0,3})?$/i.exec(text)?.[0] ?? '';
    return this.#decoder.push(parseString(text.slice(0, text.length - this.#escape.length)));
  }

  end(): Buffer {
    return this.#decoder.end();
  }
}

function parseString(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    throw invalidBase64();
  }
}

function tooLong(): HttpProblem {
  const message = `The request body is too long: all of it except "base64" may have at most ${SMALL / 1024} KiB.`;
  return badParameter({ pointer: '' }, message, 'too long');
}
