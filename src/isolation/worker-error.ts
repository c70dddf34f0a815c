/** The end of a worker process, before it becomes an error for users. */
import { DocconvError, type ErrorCode, type ErrorDetail } from '../errors.js';
import { singleLine } from '../system/text.js';

/**
 * 'unread': the worker ended before it read the whole request, which it has not begun; 'unusable': it reported that it
 * cannot start; 'malformed': it violated the protocol.
 */
export type WorkerErrorReason =
  | 'crashed'
  | 'unread'
  | 'unusable'
  | 'malformed'
  | 'start-timeout'
  | 'memory'
  | 'cpu'
  | 'processes'
  | 'disk'
  | 'stalled'
  | 'stopped';

/** Why a worker process ended. Each domain maps it to errors of its own. */
export class WorkerError extends Error {
  constructor(
    readonly reason: WorkerErrorReason,
    message: string,
    /** For 'memory' and 'disk' (bytes), 'cpu' (seconds) and 'processes'. */
    readonly usage: { actual: number; max: number } = { actual: 0, max: 0 },
  ) {
    super(message);
  }

  /** Where a start has failed: the program or its sandbox is to blame, and no limit. */
  get isOfStart(): boolean {
    return ['crashed', 'unread', 'unusable', 'start-timeout'].includes(this.reason);
  }
}

export function malformed({ message }: Error): WorkerError {
  return new WorkerError('malformed', `the worker violated the protocol: ${message}`);
}

/** The error for users of a 'malformed' worker. */
export function compromised(cause: WorkerError): DocconvError {
  const message =
    'The process that read this document violated the protocol with docconv, as if the document had taken control of it, and was ended. Do not open the document before its origin is clear.';
  return new DocconvError('WORKER_COMPROMISED', message, { cause });
}

/** The error for users of a worker that did not start. @param what it is, as the subject of a sentence */
export function didNotStart(code: ErrorCode, what: string, cause: WorkerError, detail: ErrorDetail = {}): DocconvError {
  const message = `${what} did not start: ${singleLine(cause.message, MAX_REASON)}. Run "docconv doctor" to see what this machine offers.`;
  return new DocconvError(code, message, { cause, detail });
}

/** Characters of the reason, which a process may have written before it ended. */
const MAX_REASON = 300;
