/** Random access to a file or to bytes in memory. Only small files are read completely. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { DocconvError } from '../errors.js';
import { readError } from '../system/files/file-errors.js';

export interface RandomAccess {
  readonly size: number;
  /** At most `length` bytes from `offset`, fewer at the end of the file. The caller must not modify them. */
  read(offset: number, length: number): Uint8Array;
  /** Fills `target` from `offset` and returns the number of bytes read. Avoids allocations when reading sequentially. */
  readInto?(target: Uint8Array, offset: number): number;
  close(): void;
}

/** Opens a path or bytes; returns a RandomAccess unchanged. The caller closes it. Throws FILE_NOT_FOUND, FILE_UNREADABLE. */
export function openSource(source: string | Uint8Array | RandomAccess): RandomAccess {
  if (typeof source === 'string') return openFile(source);
  return source instanceof Uint8Array ? fromBytes(source) : source;
}

function fromBytes(bytes: Uint8Array): RandomAccess {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length), close: () => {} };
}

/** Up to this size a file is read at once: one call is faster than many pages. */
const WHOLE_FILE = 4 << 20;
const PAGE = 64 << 10;
const CACHED_PAGES = 64;

function openFile(path: string): RandomAccess {
  const { descriptor, size } = openDescriptor(path);
  if (size > WHOLE_FILE) return new PagedFile(descriptor, size);
  try {
    const bytes = Buffer.allocUnsafeSlow(size);
    return fromBytes(bytes.subarray(0, readFully(descriptor, bytes, 0)));
  } finally {
    closeSync(descriptor);
  }
}

function openDescriptor(path: string): { descriptor: number; size: number } {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // a pipe does not block
    const status = fstatSync(descriptor);
    if (status.isFile()) return { descriptor, size: status.size };
    closeSync(descriptor);
  } catch (cause) {
    throw readError(cause, path);
  }
  throw new DocconvError('FILE_UNREADABLE.not-a-file', { path });
}

class PagedFile implements RandomAccess {
  /** Least recently used first. */
  readonly #pages = new Map<number, Uint8Array>();

  constructor(
    readonly descriptor: number,
    readonly size: number,
  ) {}

  read(offset: number, length: number): Uint8Array {
    const wanted = Math.max(0, Math.min(length, this.size - offset));
    const first = Math.floor(offset / PAGE);
    if (wanted > PAGE) return this.#direct(offset, wanted);
    const within = offset - first * PAGE;
    if (within + wanted <= PAGE) return this.#page(first).subarray(within, within + wanted);
    return Buffer.concat([this.#page(first).subarray(within), this.#page(first + 1)], wanted);
  }

  readInto(target: Uint8Array, offset: number): number {
    return readFully(this.descriptor, target, offset);
  }

  close(): void {
    this.#pages.clear();
    closeSync(this.descriptor);
  }

  #direct(offset: number, length: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(length);
    return bytes.subarray(0, this.readInto(bytes, offset));
  }

  #page(number: number): Uint8Array {
    const page = this.#pages.get(number) ?? this.#direct(number * PAGE, PAGE);
    this.#pages.delete(number);
    this.#pages.set(number, page);
    if (this.#pages.size > CACHED_PAGES) this.#pages.delete(this.#pages.keys().next().value!);
    return page;
  }
}

function readFully(descriptor: number, target: Uint8Array, offset: number): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(descriptor, target, done, target.length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
