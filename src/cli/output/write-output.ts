/** Writes output files: completely or not at all, and never over an existing file without --force. */
import { createWriteStream, promises } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocconvError } from '../../errors.js';
import { writeError } from '../../system/files/file-errors.js';
import { isFolder, replaceFile } from '../../system/files/files.js';
import { isSpecial } from '../../system/files/special-files.js';
import type { Context } from '../context.js';

type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/** The others than '-' are links to a file that has another name. */
const STDOUT = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

export const isStdout = (output: string): boolean => STDOUT.includes(output);

/** JSON and a document cannot share standard output. Throws USAGE. @param places with `output`: '-' is standard output */
export function rejectJsonBesideOutput(places: readonly { output: string }[], { json }: { json?: boolean }): void {
  if (json && places.some(({ output }) => isStdout(output))) throw new DocconvError('USAGE.json-beside-output');
}

/** Whether what was given as an output is a folder: one that exists, or a name that ends as one. */
export async function namesFolder(output: string, cwd: string): Promise<boolean> {
  return /[/\\]$/.test(output) || (await isFolder(resolve(cwd, output)));
}

interface WriteSettings {
  /** Overwrite an existing file. */
  force: boolean;
}

/** Writes to the file `name`, or to stdout for '-'. Rejects with OUTPUT_EXISTS, OUTPUT_UNWRITABLE or DISK_FULL. */
export async function writeOutput(
  name: string,
  content: Content,
  settings: WriteSettings,
  context: Context,
): Promise<void> {
  if (isStdout(name)) return writeStdout(content, context);
  await requireOutput(name, settings, context);
  const write = (temporary: string) =>
    pipeline(asStream(content), createWriteStream(temporary, { flags: 'wx' }), context);
  await replaceFile(resolve(context.cwd, name), write, context.signal).catch((cause: Error) => {
    throw cause.name === 'AbortError' ? new DocconvError('CANCELLED.plain', {}, { cause }) : writeError(cause, name);
  });
}

/** Rejects as writeOutput() would for a PDF, as far as that is known before it is made: a signature may cost money. */
export async function requireOutput(name: string, { force }: WriteSettings, context: Context): Promise<void> {
  if (isStdout(name)) return rejectTerminal(context);
  const path = resolve(context.cwd, name);
  const existing = await promises.stat(path).catch(() => null);
  if (existing && isSpecial(path, existing)) return;
  if (existing?.isDirectory()) throw new DocconvError('OUTPUT_UNWRITABLE.folder', { name });
  if (existing && !force) throw new DocconvError('OUTPUT_EXISTS.exists', { name });
  await promises.access(dirname(path), promises.constants.W_OK).catch((cause: Error) => {
    throw writeError(cause, name);
  });
}

function rejectTerminal({ terminal }: Context): void {
  if (terminal.outIsTerminal) throw new DocconvError('USAGE.pdf-on-terminal');
}

async function writeStdout(content: Content, context: Context): Promise<void> {
  const { terminal, signal } = context;
  if (typeof content === 'string') return void terminal.out.write(content);
  rejectTerminal(context);
  await pipeline(asStream(content), terminal.stdout, { end: false, signal });
}

function asStream(content: Content): Readable {
  return typeof content === 'string' || content instanceof Uint8Array
    ? Readable.from([content], { objectMode: true })
    : Readable.from(content);
}
