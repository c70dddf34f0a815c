/** The bytes of a document that `check` and `sign` read: from a file, a pipe or a URL. */
import { DocconvError, toDocconvError } from '../../errors.js';
import { readError } from '../../system/files/file-errors.js';
import { openSpecialForReading, readStream } from '../../system/files/special-files.js';
import type { Context } from '../context.js';
import type { Input } from './inputs.js';

/** Limit for pipes and URLs, which are held in memory. Files have none: they are read in place. */
const MAX_BYTES = 512 << 20;
const FETCH_TIMEOUT_MS = 60_000;

/** A path (the reader opens the file itself) or bytes. Rejects with the reason why there is no document. */
export async function openDocument(input: Input, context: Context): Promise<string | Uint8Array> {
  if (input.kind === 'missing') throw input.error;
  if (input.kind === 'file') return input.path;
  const bytes = input.kind === 'stream' ? await readPipe(input, context) : await download(input.url, context);
  if (bytes.length === 0) throw new DocconvError('EMPTY_FILE', `${input.name} is empty.`);
  return bytes;
}

async function download(url: string, { signal }: Context): Promise<Uint8Array> {
  const { createFetcher } = await import('../../fetch/index.js'); // takes 3 ms, which files do not need
  const { body } = await createFetcher().fetch({ url, maxBytes: MAX_BYTES, timeoutMs: FETCH_TIMEOUT_MS, signal });
  return body;
}

type Pipe = Extract<Input, { kind: 'stream' }>;

/** The content of a pipe, device or stdin. Rejects with USAGE where stdin is a terminal, TOO_LARGE, FILE_UNREADABLE or CANCELLED. */
export async function readPipe({ path, name }: Pipe, { terminal, signal }: Context): Promise<Uint8Array> {
  if (path === null && (terminal.in as NodeJS.ReadStream).isTTY) {
    throw new DocconvError('USAGE', "'-' reads a document from stdin. Pipe one in: cat FILE | docconv ...");
  }
  try {
    return await readStream(path === null ? terminal.in : openSpecialForReading(path), MAX_BYTES, signal);
  } catch (thrown) {
    if (signal.aborted) throw new DocconvError('CANCELLED', 'Cancelled.', { cause: thrown });
    if (thrown instanceof DocconvError && thrown.code === 'TOO_LARGE') throw tooLarge(name);
    throw path === null ? toDocconvError(thrown) : readError(thrown, name);
  }
}

function tooLarge(name: string): DocconvError {
  const subject = name === '-' ? 'The document on stdin' : name;
  const message = `${subject} is larger than ${MAX_BYTES >> 20} MB. Save it as a file first.`;
  return new DocconvError('TOO_LARGE', message, { detail: { limit: MAX_BYTES } });
}
