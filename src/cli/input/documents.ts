/** The bytes of a document that `check` and `sign` read: from a file, a pipe or a URL. */
import type { Readable } from 'node:stream';
import { DocconvError, toDocconvError } from '../../errors.js';
import { readError } from '../../system/files/file-errors.js';
import { openSpecialForReading, readStream } from '../../system/files/special-files.js';
import type { Context } from '../context.js';
import { displayName, shownName } from '../output/display-name.js';
import type { Input } from './inputs.js';

/** Limit for pipes and URLs, which are held in memory. Files have none: they are read in place. */
const MAX_BYTES = 512 << 20;
const FETCH_TIMEOUT_MS = 60_000;

/** A path (the reader opens the file itself) or bytes. Rejects with the reason why there is no document. */
export async function openDocument(input: Input, context: Context): Promise<string | Uint8Array> {
  if (input.kind === 'missing') throw input.error;
  if (input.kind === 'file') return input.path;
  const bytes = input.kind === 'stream' ? await readPipe(input, context) : await download(input.url, context);
  if (bytes.length === 0) throw new DocconvError('EMPTY_FILE.named', { name: shownName(input.name) });
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
  if (path === null && (terminal.in as NodeJS.ReadStream).isTTY) throw new DocconvError('USAGE.stdin-is-terminal');
  try {
    const stream = path === null ? terminal.in : openSpecialForReading(path);
    announceWait(stream, () => terminal.err.write(`Waiting for data from ${displayName(name)}.\n`));
    return await readStream(stream, MAX_BYTES, signal);
  } catch (thrown) {
    if (signal.aborted) throw new DocconvError('CANCELLED.plain', {}, { cause: thrown });
    if (thrown instanceof DocconvError && thrown.code === 'TOO_LARGE') throw tooLarge(name);
    throw path === null ? toDocconvError(thrown) : readError(thrown, name);
  }
}

/** A pipe that no program writes to looks like a program that hangs. */
const ANNOUNCED_MS = 2_000;

function announceWait(stream: Readable, announce: () => void): void {
  const timer = setTimeout(announce, ANNOUNCED_MS);
  for (const event of ['readable', 'close']) stream.once(event, () => clearTimeout(timer));
}

function tooLarge(name: string): DocconvError {
  const values = { name: shownName(name), limit: MAX_BYTES >> 20 };
  return new DocconvError('TOO_LARGE.pipe', values, { detail: { limit: MAX_BYTES } });
}
