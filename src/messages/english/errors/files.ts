/** The texts of errors about files on this machine, and what the operating system says of them. */
export const fileErrors = () =>
  ({
    // files on this machine
    'FILE_NOT_FOUND.name-empty': 'A file name is empty. Is a shell variable unset?',
    'FILE_NOT_FOUND.no-match': 'No file matches {pattern}.',
    'FILE_NOT_FOUND.job-document-incomplete': 'The document of the job is not complete.',
    'FILE_NOT_FOUND.job-document-gone': 'The document of the job is no longer in the store.',
    'FILE_NOT_FOUND.no-trusted-lists': 'No trusted lists are loaded. Run: docconv trust update',
    'FILE_NOT_FOUND.no-documents.top':
      'The folder {folder} contains no documents. Use --recursive to search its subfolders.',
    'FILE_NOT_FOUND.no-files.top':
      'The folder {folder} contains no {extension} files. Use --recursive to search its subfolders.',
    'FILE_NOT_FOUND.no-documents': 'The folder {folder} contains no documents.',
    'FILE_NOT_FOUND.no-files': 'The folder {folder} contains no {extension} files.',
    'FILE_NOT_FOUND.missing': '{subject} does not exist.',
    'FILE_UNREADABLE.neither-file-nor-folder': '{name} is neither a file nor a folder.',
    'FILE_UNREADABLE.not-a-file': '{path} is not a file.',
    'FILE_UNREADABLE.size-changed': 'Cannot read {file}: its size changed while it was sent.',
    'FILE_UNREADABLE.cannot-read': 'Cannot read {name}: {reason}.',
    'FILE_UNREADABLE.name-not-utf8': '{subject} has a name that is not UTF-8. Rename it.',
    'USAGE.json-beside-output': '--json and the output both go to standard output. Use -o FILE, or omit --json.',
    'OUTPUT_EXISTS.all-numbers': '{wanted} exists, and so do {count} names with a number.',
    'OUTPUT_EXISTS.exists': '{name} exists. Use --force to overwrite it, or -o to choose another name.',
    'OUTPUT_EXISTS.not-a-pdf': '{name} exists and is not a PDF. Use --force to overwrite it.',
    'OUTPUT_EXISTS.converted': '{name} exists. Use --force to overwrite it.',
    'OUTPUT_CONFLICT.merge-overwrites-input': '{file} is an input of --merge and would be overwritten.',
    'OUTPUT_CONFLICT.same-output': '{names} would both be written to {file}. Use different output folders.',
    'OUTPUT_CONFLICT.overwrites-input': '{file} is an input and would be overwritten. Use -o.',
    'OUTPUT_CONFLICT.is-folder': '{name} is a folder.',
    'OUTPUT_CONFLICT.already-pdf': '{name} is already a PDF. Omit it.',
    'OUTPUT_CONFLICT.pdf-over-itself':
      '{name} would be overwritten by its own result. Name another file or folder with -o.',
    'OUTPUT_CONFLICT.overwrites-itself': '{name} would be overwritten by its own conversion. Use another -o.',
    'USAGE.current-folder': 'The current folder does not exist any more. Change to another one.',
    'OUTPUT_UNWRITABLE.not-an-installed-package':
      '{folder} is not a package that npm or pnpm installed. Remove it by hand.',
    'OUTPUT_UNWRITABLE.folder': '{name} is a folder, not a file.',
    'OUTPUT_UNWRITABLE.key-store': 'Cannot write the key store in {folder} ({code}). Check its owner and permissions.',
    'OUTPUT_UNWRITABLE.trust-lists':
      'The trusted lists cannot be saved in {folder}: {reason}. Make the folder writable for this user, or name another place in DOCCONV_HOME.',
    'OUTPUT_UNWRITABLE.cannot-write': 'Cannot write {path}: {reason}.',
    'OUTPUT_UNWRITABLE.socket': 'Cannot write {path}: it is a socket.',
    'OUTPUT_UNWRITABLE.disk': 'Cannot write {path}: it is a disk.',
    'OUTPUT_UNWRITABLE.windows-name': 'Cannot write {path}: {problem}. Choose another name.',
    'DISK_FULL.saved-keys': 'The disk is full: cannot save keys in {folder}.',
    'DISK_FULL.not-written': 'The disk is full: {path} was not written.',
    'DISK_FULL.trust-store': 'The disk is full: {target} cannot be written.',
    'DISK_FULL.other': 'The disk is full: {reason}',

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

    // what Windows refuses in names of files
    'windows.device': '{name} is a device on Windows',
    'windows.character': 'names of Windows do not contain {character}',
    'windows.end': 'Windows removes a dot or a space at the end of a name',
  }) as const;
