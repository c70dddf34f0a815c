/** What the workers of engines and those that merge PDFs have in common. */
import type { ErrorCode } from '../errors.js';
import type { PoolWorker, WorkerProcess } from '../isolation/index.js';

/** The errors that each of them may report of a document. */
export const DOCUMENT_FAILURES: readonly ErrorCode[] = [
  'EMPTY_FILE',
  'UNSUPPORTED_FORMAT',
  'CORRUPT_DOCUMENT',
  'PASSWORD_NEEDED',
  'WRONG_PASSWORD',
  'ENCRYPTION_UNSUPPORTED',
  'LIMIT_EXCEEDED',
  'OPTION_INVALID',
  'OPTION_UNSUPPORTED',
  'ENGINE_FAILED',
  'PDFA_INVALID',
  'INTERNAL',
];

type Process = Pick<WorkerProcess<unknown>, 'usable' | 'ended' | 'last' | 'memory' | 'stop'>;

/** A process as a worker of a pool. */
export function asPoolWorker<Job, Result>(
  process: Process,
  own: Pick<PoolWorker<Job, Result>, 'batch' | 'ready' | 'run'>,
): PoolWorker<Job, Result> {
  const { ended, last } = process;
  return {
    ...own,
    ended,
    last,
    get usable() {
      return process.usable;
    },
    memory: () => process.memory,
    stop: () => process.stop(),
  };
}
