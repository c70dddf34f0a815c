/** What an engine wrote, and what becomes of it: bytes in memory, or a file in the folder of the worker. */
import { closeSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import type { OutgoingBlob } from '../../isolation/worker.js';

/** What the user gets. */
export interface FinishedFile {
  /** The number of the page that the image shows, 1 = first; null for other outputs. */
  readonly page: number | null;
  readonly blob: OutgoingBlob;
}

/** What LibreOffice wrote. */
export interface Written {
  readonly written: OutgoingBlob;
  /** Pictures beside an HTML page, by file name. */
  readonly pictures?: ReadonlyMap<string, OutgoingBlob>;
}

/** In bytes. */
export function sizeOf(blob: OutgoingBlob): number {
  return blob instanceof Uint8Array ? blob.length : statSync(blob.path).size;
}

export function bytesOf(blob: OutgoingBlob): Uint8Array {
  return blob instanceof Uint8Array ? blob : readFileSync(blob.path);
}

/** The `length` bytes from `start` as Latin-1, without reading the rest of the file; zeros beyond its end. */
export function textAt(blob: OutgoingBlob, start: number, length: number): string {
  const bytes = Buffer.alloc(length);
  if (blob instanceof Uint8Array) bytes.set(blob.subarray(start, start + length));
  else withFile(blob.path, 'r', file => readSync(file, bytes, 0, length, start));
  return bytes.toString('latin1');
}

/** Replaces the bytes from `start`. */
export function writeAt(blob: OutgoingBlob, start: number, text: string): void {
  const bytes = Buffer.from(text, 'latin1');
  if (blob instanceof Uint8Array) blob.set(bytes, start);
  else withFile(blob.path, 'r+', file => writeSync(file, bytes, 0, bytes.length, start));
}

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}
