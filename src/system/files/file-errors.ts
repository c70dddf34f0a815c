/** The errors of reading and writing files, in words. Apart from files.ts, which loads more of Node. */
import { DocconvError, isDiskFull, toDocconvError } from '../../errors.js';
import { errorMessage } from '../../messages/index.js';

/** FILE_NOT_FOUND or FILE_UNREADABLE. `kind` names the purpose of the file, for example 'password file'. */
export function readError(cause: unknown, path: string, kind?: string): DocconvError {
  const name = kind === undefined ? path : `the ${kind} ${path}`;
  if (isMissing(cause)) return missingFile(kind === undefined ? path : `The ${kind} ${path}`, cause);
  return new DocconvError('FILE_UNREADABLE.cannot-read', { name, reason: reasonOf(cause) }, { cause });
}

/** FILE_NOT_FOUND, or FILE_UNREADABLE for a name that Node cannot pass on. `subject` begins the message. */
export function missingFile(subject: string, cause?: unknown): DocconvError {
  if (!hasLostBytes(subject)) return new DocconvError('FILE_NOT_FOUND.missing', { subject }, { cause });
  return new DocconvError('FILE_UNREADABLE.name-not-utf8', { subject }, { cause });
}

/** Node replaces the bytes of a name that are not UTF-8 by U+FFFD, and then finds no such file. */
export function hasLostBytes(name: string): boolean {
  return name.includes('\ufffd');
}

/** DISK_FULL or OUTPUT_UNWRITABLE; an error that is a DocconvError already stays as it is. */
export function writeError(cause: unknown, path: string): DocconvError {
  if (cause instanceof DocconvError) return cause;
  const id = (cause as NodeJS.ErrnoException).code === 'EDQUOT' ? 'DISK_FULL.quota' : 'DISK_FULL.not-written';
  if (isDiskFull(cause)) return new DocconvError(id, { path }, { cause });
  return new DocconvError('OUTPUT_UNWRITABLE.cannot-write', { path, reason: reasonOf(cause) }, { cause });
}

/**
 * toDocconvError() for a service: its own files cannot be used for a while, as on a disk that is read-only, and its clients are
 * to come again. Errors of files in worker processes do not arrive as those of the system.
 */
export function serviceError(thrown: unknown): DocconvError {
  const { code = '', message: reason = '' } = (thrown ?? {}) as Partial<NodeJS.ErrnoException>;
  if (thrown instanceof DocconvError || !UNUSABLE.has(code)) return toDocconvError(thrown);
  return new DocconvError('STORE_UNAVAILABLE.files', { reason }, { cause: thrown });
}

/** The code of the error about a folder that another program has replaced. */
export const NOT_PRIVATE = 'NOT_PRIVATE';

const UNUSABLE = new Set([NOT_PRIVATE, 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** The path does not exist, or one of its folders is a file. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** In words, without the path. */
export function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return errorMessage(`system.${code}`, { text: code ?? message });
}
