/** A document that comes through a pipe. */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DocconvError } from '../../errors.js';
import type { Services } from '../services.js';
import type { Input } from './inputs.js';

/** All bytes of a piped document; TOO_LARGE past `maxBytes`, for a pipe has to be held in memory. */
export async function readStream(
  input: Extract<Input, { kind: 'stream' }>,
  { terminal, signal }: Services,
  maxBytes: number,
): Promise<Uint8Array> {
  if (input.path === null && (terminal.in as NodeJS.ReadStream).isTTY) {
    throw new DocconvError(
      'USAGE',
      "Nothing is piped in: '-' reads a document from stdin, as in: cat a.pdf | docconv ...",
    );
  }
  const stream: Readable = input.path === null ? terminal.in : createReadStream(input.path);
  const abort = () => stream.destroy(new DocconvError('CANCELLED', 'Cancelled.'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await collect(stream, input.name, maxBytes);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function collect(stream: Readable, name: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(name, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(name: string, limit: number): DocconvError {
  const message = `${name === '-' ? 'What comes from stdin' : name} is larger than ${limit >> 20} MB. Save it as a file first.`;
  return new DocconvError('TOO_LARGE', message, { detail: { limit } });
}

/** All that is piped in, for a command that was told '-' in place of a word. */
export async function readText({ terminal }: Services): Promise<string> {
  const { text } = await import('node:stream/consumers');
  return text(terminal.in);
}

export function firstLineOf(text: string): string {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '';
}
