/**
 * Pipes, devices and sockets: read and written in place. No thread waits in open() or read() of a pipe: it would keep the
 * process from ending, even after SIGTERM.
 */
import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  promises,
  type Stats,
} from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { DocconvError } from '../../errors.js';
import { limited } from '../blocks.js';
import { pause } from '../deferred.js';

/** Links there lead to open files of a process, for example /dev/stdout: to rename a file over them would remove them. */
const DEVICE_FOLDERS = /^\/(?:dev\/(?!shm\/)|proc\/)/;
/** Milliseconds between two attempts to open a pipe without a reader. */
const RETRY_MS = 50;

/** Neither a file nor a folder: it cannot be replaced by another one. */
export function isSpecial(path: string, stats: Stats): boolean {
  return !stats.isDirectory() && (!stats.isFile() || DEVICE_FOLDERS.test(path));
}

/** False for a path that does not exist. */
export async function isSpecialPath(path: string): Promise<boolean> {
  const stats = await promises.stat(path).catch(() => null);
  return stats !== null && isSpecial(path, stats);
}

/** What a pipe or device yields. Throws errors of the file system; a pipe without a writer waits for one. */
export function openSpecialForReading(path: string): Readable {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(file).isFIFO()) return new Socket({ fd: file, writable: false });
  return isatty(file) ? new ReadStream(file) : createReadStream('', { fd: file });
}

/**
 * Rejects with errors of the file system, with OUTPUT_UNWRITABLE for a disk or socket, and with the signal's reason. A pipe
 * without a reader waits for one.
 */
export async function openSpecialForWriting(path: string, signal?: AbortSignal): Promise<Writable> {
  const stats = await promises.stat(path);
  if (stats.isSocket()) throw new DocconvError('OUTPUT_UNWRITABLE.socket', { path });
  if (stats.isBlockDevice()) throw new DocconvError('OUTPUT_UNWRITABLE.disk', { path });
  const file = await openWithReader(path, signal);
  return fstatSync(file).isFIFO() ? new Socket({ fd: file, readable: false }) : createWriteStream('', { fd: file });
}

/** Appends: /dev/stdout may lead to a file in which something stands already. */
async function openWithReader(path: string, signal: AbortSignal | undefined): Promise<number> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
      if (!signal?.aborted) return file;
      closeSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await pause(RETRY_MS, signal); // the reason is thrown at the beginning
    }
  }
}

/** The bytes of a stream. Rejects with TOO_LARGE above `maxBytes`, and with the signal's reason; the stream is closed then. */
export async function readStream(stream: Readable, maxBytes: number, signal?: AbortSignal): Promise<Buffer> {
  const abort = () => stream.destroy(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of limited<Buffer>(stream, maxBytes, () => tooLarge(maxBytes))) chunks.push(chunk);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
  return Buffer.concat(chunks);
}

function tooLarge(max: number): DocconvError {
  return new DocconvError(
    'TOO_LARGE.document',
    { limit: Math.floor(max / 1024 ** 2) },
    { detail: { limit: 'size', max } },
  );
}
