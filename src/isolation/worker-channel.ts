/** The worker's end of the pipe to docconv (frame.ts). Its descriptors block, so that no stream has to be loaded. */
import { closeSync, fstatSync, openSync, read, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { ANSWERS, encodeHeader, LENGTH_BYTES, REQUESTS } from './frame.js';

/** Bytes, or the path of a file with them. */
export type OutgoingBlob = Uint8Array | { path: string };

export interface Received {
  header: Record<string, unknown>;
  blobs: Buffer[];
}

/** Bytes that are read from a file at once. */
const CHUNK = 1024 ** 2;

const readAsync = promisify(read);

/** The next message; null when docconv has closed its end. Only the wait for the first byte does not block. */
export async function receive(): Promise<Received | null> {
  try {
    const length = Buffer.alloc(LENGTH_BYTES);
    const { bytesRead } = await readAsync(REQUESTS, length, 0, LENGTH_BYTES, null);
    if (bytesRead === 0) return null;
    fill(length, bytesRead);
    const { blobs, ...header } = JSON.parse(fill(Buffer.allocUnsafeSlow(length.readUInt32LE())).toString());
    return { header, blobs: (blobs as number[]).map(size => fill(Buffer.allocUnsafeSlow(size))) };
  } catch {
    return null; // ECONNRESET, or the end in the middle of a message
  }
}

export function send(header: object, blobs: readonly OutgoingBlob[] = []): void {
  const sources = blobs.map(openBlob);
  writeAll(
    encodeHeader(
      header,
      sources.map(({ size }) => size),
    ),
  );
  for (const source of sources) source.write();
}

function openBlob(blob: OutgoingBlob): { size: number; write(): void } {
  if (blob instanceof Uint8Array) return { size: blob.byteLength, write: () => writeAll(blob) };
  const file = openSync(blob.path, 'r');
  const { size } = fstatSync(file);
  return { size, write: () => copyFile(file, size) };
}

function copyFile(file: number, size: number): void {
  const buffer = Buffer.allocUnsafeSlow(Math.min(size, CHUNK));
  for (let left = size; left > 0; ) {
    const length = readSync(file, buffer, 0, Math.min(left, buffer.length), null);
    if (length === 0) throw new Error('a file became shorter while it was sent');
    writeAll(buffer.subarray(0, length));
    left -= length;
  }
  closeSync(file);
}

/** Reads until `buffer` is full. */
function fill(buffer: Buffer, from = 0): Buffer {
  for (let at = from; at < buffer.length; ) {
    const length = readSync(REQUESTS, buffer, at, buffer.length - at, null);
    if (length === 0) throw new Error('the pipe was closed');
    at += length;
  }
  return buffer;
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(ANSWERS, bytes, at, bytes.byteLength - at);
}
