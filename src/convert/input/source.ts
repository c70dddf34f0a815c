/** Where a document comes from. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { DocconvError } from '../../errors.js';

/** A path, the bytes, or bytes with the name that tells what a text file is. */
export type Source = string | Uint8Array | { path: string; name?: string } | { bytes: Uint8Array; name?: string };

const MIB = 1024 ** 2;

/** Throws TOO_LARGE (before it is read), FILE_NOT_FOUND or FILE_UNREADABLE. */
export async function readSource(
  source: Source,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; name: string | undefined }> {
  if (source instanceof Uint8Array) return { bytes: checkSize(source, maxBytes), name: undefined };
  if (typeof source === 'string') return readSource({ path: source }, maxBytes);
  if ('bytes' in source) return { bytes: checkSize(source.bytes, maxBytes), name: source.name };
  const { size } = await stat(source.path).catch(unreadable(source.path));
  checkSize({ length: size }, maxBytes);
  const bytes = await readFile(source.path).catch(unreadable(source.path));
  return { bytes, name: source.name ?? basename(source.path) };
}

function checkSize<T extends { length: number }>(bytes: T, max: number): T {
  if (bytes.length <= max) return bytes;
  const message = `The document has ${Math.ceil(bytes.length / MIB)} MiB; docconv takes ${Math.floor(max / MIB)} MiB.`;
  throw new DocconvError('TOO_LARGE', message, { detail: { limit: 'size', actual: bytes.length, max } });
}

function unreadable(path: string): (cause: NodeJS.ErrnoException) => never {
  return cause => {
    const gone = cause.code === 'ENOENT';
    const message = gone ? `There is no file ${path}.` : `${path} cannot be read (${cause.code}).`;
    throw new DocconvError(gone ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE', message, { cause });
  };
}
