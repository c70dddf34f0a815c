/** Programs that hold keys. */
import { DocconvError } from '../../errors.js';

/** Asked before a program gets a request: a signal that is aborted already calls no listener. */
export function requireNotCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new DocconvError('CANCELLED.signing');
}

/** Passwords of docconv are in such variables: what it starts has no need of them. */
export function withoutOwnVariables(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('DOCCONV_')));
}
