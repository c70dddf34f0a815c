/** The source of a document: its beginning, and its bytes when a worker needs them. */
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { DocconvError } from '../../errors.js';
import type { SentBlob } from '../../isolation/index.js';
import { readError } from '../../system/files/file-errors.js';
import { readInput } from '../../system/files/files.js';
import { isSpecial } from '../../system/files/special-files.js';

/** A path or the bytes; the name decides the format of a text, whose bytes do not show it. */
export type Source = string | Uint8Array | { path: string; name?: string } | { bytes: Uint8Array; name?: string };

export interface OpenedSource {
  readonly name: string | undefined;
  /** At most `length` bytes of its beginning. */
  head(length: number): Promise<Uint8Array>;
  /** All bytes. A file is read with each call, so that waiting documents take no memory. */
  read(): Promise<Uint8Array>;
  /** As read(), but a file that is not small is only opened; the caller closes it. */
  open(): Promise<SentBlob>;
}

const MIB = 1024 ** 2;
/** Bytes of a file that is read at once. */
const SMALL = MIB;

/** Rejects, as the functions of its result do, with TOO_LARGE, FILE_NOT_FOUND or FILE_UNREADABLE. */
export async function openSource(source: Source, maxBytes: number, signal?: AbortSignal): Promise<OpenedSource> {
  if (source instanceof Uint8Array) return openBytes(source, undefined, maxBytes);
  if (typeof source === 'string') return openSource({ path: source }, maxBytes, signal);
  if ('bytes' in source) return openBytes(source.bytes, source.name, maxBytes);
  const { path, name = basename(path) } = source;
  const stats = await stat(path).catch(unreadable(path));
  // a pipe or a device can be read only once
  if (isSpecial(path, stats)) return openBytes(await readInput(path, { maxBytes, signal }), name, maxBytes);
  checkSize({ length: stats.size }, maxBytes);
  const read = async () => checkSize(await readInput(path), maxBytes);
  return {
    name,
    read,
    open: () => (stats.size <= SMALL ? read() : openFile(path, maxBytes)),
    head: length => readHead(path, length).catch(unreadable(path)),
  };
}

async function openFile(path: string, maxBytes: number): Promise<SentBlob> {
  const file = await open(path).catch(unreadable(path));
  try {
    const { size } = await file.stat();
    checkSize({ length: size }, maxBytes);
    return { file, size, path };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function openBytes(bytes: Uint8Array, name: string | undefined, maxBytes: number): OpenedSource {
  checkSize(bytes, maxBytes);
  return { name, head: async length => bytes.subarray(0, length), read: async () => bytes, open: async () => bytes };
}

async function readHead(path: string, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function checkSize<T extends { length: number }>(bytes: T, max: number): T {
  if (bytes.length <= max) return bytes;
  const [size, limit] = [Math.ceil(bytes.length / MIB), Math.floor(max / MIB)];
  throw new DocconvError(
    'TOO_LARGE.document-of-size',
    { size, limit },
    { detail: { limit: 'size', actual: bytes.length, max } },
  );
}

function unreadable(path: string): (cause: unknown) => never {
  return cause => {
    throw readError(cause, path);
  };
}
