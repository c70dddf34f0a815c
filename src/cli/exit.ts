/** The table of exit codes. The documentation is generated from it. */
import type { ErrorCode } from '../errors.js';

export const EXIT_TABLE = {
  done: [0, 'success; `check`: all files are valid or intact; `serve`: SIGTERM, and all requests were finished'],
  failed: [1, 'internal error, or several different failures'],
  usage: [2, 'wrong usage or configuration'],
  document: [3, 'invalid document: corrupt, mislabelled, encrypted, unreadable, or over a limit'],
  noEngine: [4, 'no engine can convert the document'],
  timeout: [5, 'timeout'],
  remote: [
    6,
    'the remote server refused the request or cannot be reached; `sign`: what holds the key fails or refuses',
  ],
  isolation: [7, 'isolation `strict`: this machine lacks a means of isolation'],
  warnings: [8, '`convert --strict`: at least one document has warnings'],
  trust: [9, '`check`: certificates or lists that were loaded as trusted are missing or damaged'],
  invalid: [10, '`check`: at least one file is invalid'],
  indeterminate: [11, '`check`: at least one file is indeterminate'],
  unsigned: [12, '`check`: at least one file is not signed'],
  interrupted: [130, 'interrupted by Ctrl-C (SIGINT)'],
  terminated: [143, 'terminated by SIGTERM or SIGHUP; `serve`: before all requests were finished'],
} as const satisfies Record<string, readonly [code: number, meaning: string]>;

export const EXIT = Object.fromEntries(Object.entries(EXIT_TABLE).map(([name, [code]]) => [name, code])) as {
  [Name in keyof typeof EXIT_TABLE]: (typeof EXIT_TABLE)[Name][0];
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
  HAS_WARNINGS: EXIT.warnings,
  PDFA_INVALID: EXIT.document,
  PDF_SIGNED: EXIT.document,
  ISOLATION_INCOMPLETE: EXIT.isolation,
  NO_ENGINE: EXIT.noEngine,
  ENGINE_FAILED: EXIT.document,
  ENGINE_CRASHED: EXIT.failed,
  WORKER_COMPROMISED: EXIT.failed,
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
  SIGNING_FAILED: EXIT.remote,
  CODE_INVALID: EXIT.remote,
  KEY_MISSING: EXIT.remote,
  KEY_INVALID: EXIT.remote,
  KEY_NOT_PERMITTED: EXIT.remote,
  RATE_LIMITED: EXIT.remote,
  MAIL_FAILED: EXIT.remote,
  LIST_INVALID: EXIT.failed,
  TRUST_UNAVAILABLE: EXIT.trust,
  STORE_DAMAGED: EXIT.failed,
  STORE_BUSY: EXIT.failed,
  STORE_UNAVAILABLE: EXIT.failed,
  STORE_OUTDATED: EXIT.usage,
  INTERNAL: EXIT.failed,
} satisfies Record<ErrorCode, number>;

export function exitCodeOf(code: ErrorCode): number {
  return EXIT_OF_CODE[code];
}
