/** Writes output files: completely or not at all, and never over an existing file without --force. */
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocconvError } from '../../errors.js';
import type { Services } from '../services.js';

export type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface WriteSettings {
  /** Overwrite an existing file. */
  force: boolean;
  /** Permission bits of a new file; default 0o666 minus the umask. */
  mode?: number;
}

/** Writes to the file `name`, or to stdout for '-'. Rejects with OUTPUT_EXISTS, OUTPUT_UNWRITABLE or DISK_FULL. */
export async function writeOutput(
  name: string,
  content: Content,
  settings: WriteSettings,
  services: Services,
): Promise<void> {
  if (name === '-') return writeStdout(content, services);
  const path = resolve(services.cwd, name);
  await rejectExisting(path, name, settings);
  const temporary = join(dirname(path), `.docconv-${process.pid}-${Date.now()}.tmp`);
  try {
    await pipeline(
      asStream(content),
      createWriteStream(temporary, { flags: 'wx', mode: settings.mode ?? 0o666 }),
      services,
    );
    await rename(temporary, path);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown instanceof DocconvError ? thrown : unwritable(name, thrown as NodeJS.ErrnoException);
  }
}

async function rejectExisting(path: string, name: string, { force }: WriteSettings): Promise<void> {
  const existing = await stat(path).catch(() => null);
  if (existing?.isDirectory()) throw new DocconvError('OUTPUT_UNWRITABLE', `${name} is a folder, not a file.`);
  if (existing && !force) {
    throw new DocconvError(
      'OUTPUT_EXISTS',
      `${name} exists. Use --force to overwrite it, or -o to choose another name.`,
    );
  }
}

async function writeStdout(content: Content, { terminal, signal }: Services): Promise<void> {
  if (terminal.outIsTerminal && typeof content !== 'string') {
    throw new DocconvError('USAGE', 'The PDF would be printed to the terminal. Use -o FILE or a pipe.');
  }
  await pipeline(asStream(content), terminal.out, { end: false, signal });
}

function asStream(content: Content): Readable {
  return typeof content === 'string' || content instanceof Uint8Array
    ? Readable.from([content], { objectMode: true })
    : Readable.from(content);
}

function unwritable(name: string, cause: NodeJS.ErrnoException): DocconvError {
  if (cause.code === 'ENOSPC')
    return new DocconvError('DISK_FULL', `The disk is full: ${name} was not written.`, { cause });
  if (cause.name === 'AbortError') return new DocconvError('CANCELLED', 'Cancelled.', { cause });
  const why = REASONS[cause.code ?? ''] ?? cause.message;
  return new DocconvError('OUTPUT_UNWRITABLE', `Cannot write ${name}: ${why}.`, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
};
