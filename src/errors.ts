/**
 * The error type of docconv and its stable codes. The exit code (cli/exit.ts) and the HTTP status (http/problem-table.ts)
 * of every code are tables that `satisfies Record<ErrorCode, ...>`: a new code does not compile until both have a row.
 */
import { type ErrorArguments, type ErrorMessageId, errorMessage } from './messages/index.js';

/** Stable and machine-readable, grouped by cause. */
export type ErrorCode =
  // usage and configuration
  | 'USAGE'
  | 'CONFIG_INVALID'
  | 'OPTION_INVALID'
  | 'OPTION_UNSUPPORTED'
  // files on this machine
  | 'FILE_NOT_FOUND'
  | 'FILE_UNREADABLE'
  | 'OUTPUT_EXISTS'
  | 'OUTPUT_CONFLICT'
  | 'OUTPUT_UNWRITABLE'
  | 'DISK_FULL'
  // the document
  | 'EMPTY_FILE'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_FORMAT'
  | 'FORMAT_MISMATCH'
  | 'CORRUPT_DOCUMENT'
  | 'PASSWORD_NEEDED'
  | 'WRONG_PASSWORD'
  | 'ENCRYPTION_UNSUPPORTED'
  | 'LIMIT_EXCEEDED'
  | 'NOT_A_PDF'
  | 'PDF_SIGNED'
  | 'BASE64_INVALID'
  | 'NOT_PERMITTED'
  | 'HAS_WARNINGS'
  | 'PDFA_INVALID'
  // conversion and verification processes
  | 'ISOLATION_INCOMPLETE'
  | 'NO_ENGINE'
  | 'ENGINE_FAILED'
  | 'ENGINE_CRASHED'
  | 'WORKER_COMPROMISED'
  | 'TIMEOUT'
  | 'QUEUE_FULL'
  | 'VERIFICATION_CRASHED'
  | 'OVERLOADED'
  | 'CLOSED'
  | 'CANCELLED'
  // the network
  | 'URL_FORBIDDEN'
  | 'FETCH_FAILED'
  | 'FETCH_TIMEOUT'
  | 'REMOTE_REFUSED'
  | 'REMOTE_UNREACHABLE'
  // keys that sign
  | 'SIGNING_FAILED'
  // public trust
  | 'LIST_INVALID'
  | 'TRUST_UNAVAILABLE'
  // keys and mail
  | 'CODE_INVALID'
  | 'KEY_MISSING'
  | 'KEY_INVALID'
  | 'KEY_NOT_PERMITTED'
  | 'RATE_LIMITED'
  | 'MAIL_FAILED'
  | 'STORE_DAMAGED'
  | 'STORE_BUSY'
  | 'STORE_UNAVAILABLE'
  | 'STORE_OUTDATED'
  // defects of docconv
  | 'INTERNAL';

/** Machine-readable details of a message, e.g. `{ limit: 512, actual: 900 }`. Never a secret. */
export type ErrorDetail = Readonly<Record<string, string | number | boolean | null>>;

interface ErrorOptions {
  cause?: unknown;
  detail?: ErrorDetail;
}

/** Ids in messages/english/errors/ begin with a code. */
type ErrorId = Extract<ErrorMessageId, `${ErrorCode}.${string}`>;
/** The id of a text, its parameters, and options; a code without a text in the catalogue is for `received`. */
type Arguments =
  | { [Id in ErrorId]: ErrorArguments<Id, ErrorOptions> }[ErrorId]
  | [code: ErrorCode, values: Readonly<{ text: string }>, options: ErrorOptions];

/**
 * `message` is for users: what failed, why, and what to do next. It names options as command-line flags ("--pages"); the
 * HTTP service turns them into names of parameters.
 */
export class DocconvError extends Error {
  override readonly name = 'DocconvError';
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(...[id, values = {}, { cause, detail = {} } = {}]: Arguments) {
    super(errorMessage(id, values), cause === undefined ? undefined : { cause });
    this.code = id.split('.', 1)[0] as ErrorCode;
    this.detail = detail;
  }

  /** With a text that another process or server, or another error, has sent. */
  static received(code: ErrorCode, text: string, options: ErrorOptions = {}): DocconvError {
    return new DocconvError(code, { text }, options);
  }
}

/** No space is left on the file system, or none for this user. */
export function isDiskFull(cause: unknown): boolean {
  const { code } = (cause ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Wraps any other error as INTERNAL (DISK_FULL where no space is left), with the error as its cause. */
export function toDocconvError(thrown: unknown): DocconvError {
  if (thrown instanceof DocconvError) return thrown;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  if (isDiskFull(thrown)) return new DocconvError('DISK_FULL.other', { reason }, { cause: thrown });
  return new DocconvError('INTERNAL.other', { reason }, { cause: thrown });
}
