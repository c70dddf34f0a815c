/** A pause that a signal ends early. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after so many milliseconds, or when the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, signal && { signal }).catch(() => {});
}
