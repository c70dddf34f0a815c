/**
 * The texts of errors in English, by code: each states what failed, why, and what to do next. A function, because most starts
 * need none of them: as a constant they would take 1 ms of the start of each process.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table
export function errorTexts() {
  return {
    // usage and configuration
    'USAGE.socket-on-windows': 'On Windows, docconv uses no unix sockets: name a host and a port instead of {path}',
    'USAGE.socket-path-too-long': 'The path of a socket has at most {limit} bytes, choose a shorter one: {path}',
    'CONFIG_INVALID.temporary-folder':
      'Cannot write temporary files to {folder}: {reason}. Set {variable} to another folder.',
    'OPTION_INVALID.unknown-member': '{member} is not a member of {object}. Its members are {known}.',

    // files on this machine
    'FILE_NOT_FOUND.missing': '{subject} does not exist.',
    'FILE_UNREADABLE.cannot-read': 'Cannot read {name}: {reason}.',
    'FILE_UNREADABLE.name-not-utf8': '{subject} has a name that is not UTF-8. Rename it.',
    'OUTPUT_UNWRITABLE.cannot-write': 'Cannot write {path}: {reason}.',
    'OUTPUT_UNWRITABLE.socket': 'Cannot write {path}: it is a socket.',
    'OUTPUT_UNWRITABLE.disk': 'Cannot write {path}: it is a disk.',
    'OUTPUT_UNWRITABLE.windows-name': 'Cannot write {path}: {problem}. Choose another name.',
    'DISK_FULL.not-written': 'The disk is full: {path} was not written.',
    'DISK_FULL.other': 'The disk is full: {reason}',

    // the document
    'TOO_LARGE.base64': 'The document is larger than the allowed {limit} MB.',
    'TOO_LARGE.document': 'The document is too large: at most {limit} MiB allowed.',
    'BASE64_INVALID.document': 'The document cannot be decoded: it is not base64.',

    // keys and mail
    'STORE_BUSY.locked': 'Another docconv process holds the lock {path}. Try again, or stop that process first.',

    // defects of docconv
    'INTERNAL.other': 'Internal error: {reason}',

    // reasons of the operating system
    'system.ENOENT': 'its folder does not exist',
    'system.ENOTDIR': 'its folder is a file',
    'system.EEXIST': 'a file has this name',
    'system.EACCES': 'permission denied',
    'system.EPERM': 'permission denied',
    'system.EISDIR': 'it is a folder',
    'system.ENXIO': 'it is a socket, or a device that does not exist',
    'system.EPIPE': 'its reader closed the pipe',
    'system.EROFS': 'the file system is read-only',
    'system.ELOOP': 'too many symbolic links',
    'system.ENAMETOOLONG': 'the name is too long',
    'system.EMFILE': 'too many open files',
    'system.ERR_INVALID_FILE_URL_PATH': 'not a valid file URL',
    'system.ERR_INVALID_FILE_URL_HOST': 'a file URL must not name another host',
  } as const;
}
