/** What keeps a worker from starting: a layer of the sandbox, or the program itself. */
import { WorkerError } from '../worker-error.js';
import { reasonOfStart, type TryStart } from './layers.js';
import type { SandboxCapabilities } from './sandbox-capabilities.js';

/** Milliseconds in which a reason is used again: every document may start a worker, and the trials take seconds. */
const VALID_MS = 60_000;

const reasons = new Map<string, { found: Promise<string | null>; at: number }>();

/**
 * The error with the reason in its message, where it is about a start that failed.
 *
 * @param identity of the worker: the same one fails for the same reason
 */
export async function explainStart(
  error: unknown,
  capabilities: SandboxCapabilities,
  { entry, sandbox, config }: { entry: string; sandbox: object; config: unknown },
  starts: TryStart,
): Promise<unknown> {
  if (!(error instanceof WorkerError) || !error.isOfStart || error.reason === 'start-timeout') return error;
  const key = JSON.stringify([entry, sandbox, config, capabilities]);
  const known = reasons.get(key);
  const isValid = known !== undefined && performance.now() - known.at < VALID_MS;
  const { found } = isValid ? known : { found: reasonOfStart(capabilities, starts) };
  if (!isValid) {
    reasons.set(key, { found, at: performance.now() });
    found.catch(() => reasons.delete(key)); // it was cancelled
  }
  const reason = await found;
  return reason === null ? error : new WorkerError(error.reason, `${reason}: ${error.message}`, error.usage);
}
