/** A multipart form with files, streamed with a known length (RFC 7578). */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { DocconvError } from '../errors.js';
import type { CheckSource } from '../signatures/index.js';
import { readError } from '../system/files/file-errors.js';

type RandomAccess = Exclude<CheckSource, string | Uint8Array>;

export type Upload = { path: string; name?: string } | { bytes: Uint8Array; name?: string };
/** `part`: its name in the form; 'file' by default. */
export type FormFile = (Upload | { access: RandomAccess; name?: string }) & { part?: string };

export interface Form {
  headers: Record<string, string>;
  /** A new stream for each attempt. */
  body(): AsyncIterable<Uint8Array>;
}

/** @param onProgress receives the bytes of the files sent so far and in total */
export async function formOf(
  files: readonly FormFile[],
  fields: Readonly<Record<string, string>>,
  onProgress: (sent: number, total: number) => void = () => {},
): Promise<Form> {
  const boundary = `docconv-${randomBytes(18).toString('hex')}`;
  const sizes = await Promise.all(files.map(sizeOf));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  const parts = Object.entries(fields).map(([name, value]) => `${header(boundary, name)}\r\n\r\n${value}\r\n`);
  const heads = files.map((file, i) => {
    const fileHeader = `${header(boundary, file.part ?? 'file')}; filename="${nameOf(file)}"\r\nContent-Type: application/octet-stream`;
    return Buffer.from(`${i === 0 ? parts.join('') : LINE_END}${fileHeader}\r\n\r\n`);
  });
  const tail = Buffer.from(`${LINE_END}--${boundary}--\r\n`);
  const overhead = [...heads, tail].reduce((sum, { length }) => sum + length, 0);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(overhead + size),
    },
    async *body() {
      let sent = 0;
      for (const [i, file] of files.entries()) {
        yield heads[i]!;
        let left = sizes[i]!;
        for await (const chunk of chunksOf(file)) {
          left -= chunk.length;
          if (left < 0) throw changed(file);
          yield chunk;
          sent += chunk.length;
          onProgress(sent, size);
        }
        if (left > 0) throw changed(file);
      }
      yield tail;
    },
  };
}

const LINE_END = '\r\n';

function header(boundary: string, name: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
}

/** Escaped as browsers do (WHATWG HTML, 4.10.21.8). */
function nameOf(file: FormFile): string {
  const name = file.name ?? ('path' in file ? basename(file.path) : 'document');
  return name.replace(/["\r\n]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

async function sizeOf(file: FormFile): Promise<number> {
  if ('bytes' in file) return file.bytes.length;
  if ('access' in file) return file.access.size;
  try {
    return (await stat(file.path)).size;
  } catch (cause) {
    throw readError(cause, file.path);
  }
}

/** The length that was announced cannot be kept. */
function changed(file: FormFile): DocconvError {
  return new DocconvError('FILE_UNREADABLE.size-changed', { file: nameOf(file) });
}

const CHUNK = 64 * 1024;

async function* chunksOf(file: FormFile): AsyncIterable<Uint8Array> {
  if ('path' in file) return yield* fileChunks(file.path);
  const size = await sizeOf(file);
  for (let at = 0; at < size; at += CHUNK)
    yield 'bytes' in file ? file.bytes.subarray(at, at + CHUNK) : file.access.read(at, CHUNK);
}

async function* fileChunks(path: string): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK });
  } catch (cause) {
    throw readError(cause, path);
  }
}
