/** The end of a worker process, before it becomes an error for users. */
import { DocconvError } from '../errors.js';
import { singleLine } from '../text.js';

/**
 * 'unread': the worker ended before it read the whole request, which it has not begun; 'unsuitable': it reported that the
 * request needs another process; 'unusable': it reported that it cannot start; 'malformed': it violated the protocol; 'watches': it
 * watches more files by epoll than any engine.
 */
export type WorkerErrorReason =
  | 'crashed'
  | 'unread'
  | 'unsuitable'
  | 'unusable'
  | 'malformed'
  | 'start-timeout'
  | 'memory'
  | 'cpu'
  | 'processes'
  | 'disk'
  | 'watches'
  | 'stalled'
  | 'stopped';

/** Why a worker process ended. Each domain maps it to errors of its own. */
export class WorkerError extends Error {
  constructor(
    readonly reason: WorkerErrorReason,
    message: string,
    /** For 'memory' and 'disk' (bytes), 'cpu' (seconds), 'processes' and 'watches'. */
    readonly usage: { actual: number; max: number } = { actual: 0, max: 0 },
  ) {
    super(message);
  }

  /** Where a start has failed: the program or its sandbox is to blame, and no limit. */
  get isOfStart(): boolean {
    return ['crashed', 'unread', 'unusable', 'start-timeout'].includes(this.reason);
  }

  /** It did what a worker does only where a document has taken control of it: see `compromised`. */
  get isCompromised(): boolean {
    return this.reason === 'malformed' || this.reason === 'watches';
  }
}

export function malformed({ message }: Error): WorkerError {
  return new WorkerError('malformed', `the worker violated the protocol: ${message}`);
}

export function startTimedOut(milliseconds: number): WorkerError {
  return new WorkerError('start-timeout', `not ready after ${milliseconds / 1000} s`);
}

/** The error for users, of a worker that `isCompromised`. */
export function compromised(cause: WorkerError): DocconvError {
  if (cause.reason === 'watches')
    return new DocconvError('WORKER_COMPROMISED.watches', { limit: cause.usage.max }, { cause });
  return new DocconvError('WORKER_COMPROMISED.protocol-violated', {}, { cause });
}

/** For users, of a worker that did not start. */
export function reasonOf({ message }: WorkerError): string {
  return singleLine(message, MAX_REASON);
}

/** Characters of the reason, which a process may have written before it ended. */
const MAX_REASON = 300;
