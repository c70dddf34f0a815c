/** The source of a document: its bytes, and its name in the job folder. */
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { DocconvError } from '../../errors.js';
import { readError } from '../../system/files.js';
import type { Format } from '../formats.js';

/** A path or the bytes; the name decides the format of a text, whose bytes do not show it. */
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
  const [size, limit] = [Math.ceil(bytes.length / MIB), Math.floor(max / MIB)];
  const message = `The document is too large: ${size} MiB, at most ${limit} MiB allowed.`;
  throw new DocconvError('TOO_LARGE', message, { detail: { limit: 'size', actual: bytes.length, max } });
}

function unreadable(path: string): (cause: unknown) => never {
  return cause => {
    throw readError(cause, path);
  };
}

const MAX_NAME = 80;

/**
 * The file name of a document in its job folder: LibreOffice prints it in page headers. It is the user's own base name
 * without unusual characters, with the extension of the recognised format.
 */
export function jobFileName(name: string | undefined, format: Format): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const stem = base.slice(0, base.length - extname(base).length);
  const safe = stem.replace(/[^\p{L}\p{N} ._()-]/gu, '_').replace(/^[.\- ]+/, '');
  return `${[...safe].slice(0, MAX_NAME).join('') || 'document'}.${format.extensions[0]}`;
}
