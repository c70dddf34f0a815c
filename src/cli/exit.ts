/** Exit codes: the one table. The README's copy is generated from it. */
import type { ErrorCode } from '../errors.js';

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  document: 3,
  noEngine: 4,
  timeout: 5,
  remote: 6,
  invalid: 10,
  indeterminate: 11,
  unsigned: 12,
  interrupted: 130,
  terminated: 143,
} as const;

export const EXIT_MEANING: Record<keyof typeof EXIT, string> = {
  done: 'done, or all signatures valid',
  failed: "something failed that is nobody's input (also: files of a batch failed for different reasons)",
  usage: 'wrong usage or configuration',
  document:
    'a document is at fault: corrupt, disguised, encrypted without its password, refused by a limit, unreadable',
  noEngine: 'no engine for it',
  timeout: 'timed out',
  remote: 'the remote server refused or cannot be reached',
  invalid: '`check`: at least one file is invalid',
  indeterminate: '`check`: at least one is indeterminate while trust is required',
  unsigned: '`check`: at least one is not signed',
  interrupted: 'ended by Ctrl-C',
  terminated: 'ended by SIGTERM',
};

const EXIT_OF_CODE = {
  USAGE: EXIT.usage,
  CONFIG_INVALID: EXIT.usage,
  OPTION_INVALID: EXIT.usage,
  OPTION_UNSUPPORTED: EXIT.usage,
  FILE_NOT_FOUND: EXIT.usage,
  FILE_UNREADABLE: EXIT.usage,
  OUTPUT_EXISTS: EXIT.usage,
  OUTPUT_CONFLICT: EXIT.usage,
  OUTPUT_UNWRITABLE: EXIT.usage,
  DISK_FULL: EXIT.failed,
  EMPTY_FILE: EXIT.document,
  TOO_LARGE: EXIT.document,
  UNSUPPORTED_FORMAT: EXIT.document,
  FORMAT_MISMATCH: EXIT.document,
  CORRUPT_DOCUMENT: EXIT.document,
  PASSWORD_NEEDED: EXIT.document,
  WRONG_PASSWORD: EXIT.document,
  ENCRYPTION_UNSUPPORTED: EXIT.document,
  LIMIT_EXCEEDED: EXIT.document,
  NOT_A_PDF: EXIT.document,
  BASE64_INVALID: EXIT.document,
  NOT_PERMITTED: EXIT.document,
  NO_ENGINE: EXIT.noEngine,
  ENGINE_FAILED: EXIT.document,
  ENGINE_CRASHED: EXIT.failed,
  TIMEOUT: EXIT.timeout,
  QUEUE_FULL: EXIT.failed,
  VERIFICATION_CRASHED: EXIT.failed,
  OVERLOADED: EXIT.failed,
  CLOSED: EXIT.failed,
  CANCELLED: EXIT.interrupted,
  URL_FORBIDDEN: EXIT.remote,
  FETCH_FAILED: EXIT.remote,
  FETCH_TIMEOUT: EXIT.timeout,
  REMOTE_REFUSED: EXIT.remote,
  REMOTE_UNREACHABLE: EXIT.remote,
  CODE_INVALID: EXIT.remote,
  KEY_MISSING: EXIT.remote,
  KEY_INVALID: EXIT.remote,
  RATE_LIMITED: EXIT.remote,
  MAIL_FAILED: EXIT.remote,
  STORE_DAMAGED: EXIT.failed,
  STORE_BUSY: EXIT.failed,
  INTERNAL: EXIT.failed,
} satisfies Record<ErrorCode, number>;

export function exitCodeOf(code: ErrorCode): number {
  return EXIT_OF_CODE[code];
}
