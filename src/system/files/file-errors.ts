/** The errors of reading and writing files, in words. Apart from files.ts, which loads more of Node. */
import { DocconvError } from '../../errors.js';

/** FILE_NOT_FOUND or FILE_UNREADABLE. `kind` names the purpose of the file, for example 'password file'. */
export function readError(cause: unknown, path: string, kind?: string): DocconvError {
  const name = kind === undefined ? path : `the ${kind} ${path}`;
  if (isMissing(cause)) return missingFile(kind === undefined ? path : `The ${kind} ${path}`, cause);
  return new DocconvError('FILE_UNREADABLE', `Cannot read ${name}: ${reasonOf(cause)}.`, { cause });
}

/** FILE_NOT_FOUND, or FILE_UNREADABLE for a name that Node cannot pass on. `subject` begins the message. */
export function missingFile(subject: string, cause?: unknown): DocconvError {
  if (!hasLostBytes(subject)) return new DocconvError('FILE_NOT_FOUND', `${subject} does not exist.`, { cause });
  return new DocconvError('FILE_UNREADABLE', `${subject} has a name that is not UTF-8. Rename it.`, { cause });
}

/** Node replaces the bytes of a name that are not UTF-8 by U+FFFD, and then finds no such file. */
export function hasLostBytes(name: string): boolean {
  return name.includes('\ufffd');
}

/** DISK_FULL or OUTPUT_UNWRITABLE; an error that is a DocconvError already stays as it is. */
export function writeError(cause: unknown, path: string): DocconvError {
  if (cause instanceof DocconvError) return cause;
  if ((cause as NodeJS.ErrnoException).code === 'ENOSPC')
    return new DocconvError('DISK_FULL', `The disk is full: ${path} was not written.`, { cause });
  return new DocconvError('OUTPUT_UNWRITABLE', `Cannot write ${path}: ${reasonOf(cause)}.`, { cause });
}

/** The path does not exist, or one of its folders is a file. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** In words, without the path. */
export function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? code ?? message;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EEXIST: 'a file has this name',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENXIO: 'it is a socket, or a device that does not exist',
  EPIPE: 'its reader closed the pipe',
  EROFS: 'the file system is read-only',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many open files',
  ERR_INVALID_FILE_URL_PATH: 'not a valid file URL',
  ERR_INVALID_FILE_URL_HOST: 'a file URL must not name another host',
};
