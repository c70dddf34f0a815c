/** What this machine offers to isolate workers. Loaded when it is asked for: conversions usually do not need it. */
import type { Mechanism } from './mechanisms/index.js';

/** All mechanisms in a fixed order. Takes about as long as the start of a worker. */
export async function examineIsolation(): Promise<Mechanism[]> {
  return (await import('./mechanisms/index.js')).examineIsolation();
}

/** Rejects with ISOLATION_INCOMPLETE, whose message lists what is missing and what offers it. */
export async function requireIsolation(): Promise<void> {
  await (await import('./mechanisms/index.js')).requireIsolation();
}
