/** The shape of an attack, and what it may use. */

import type { Link } from './link.js';
import type { Scene } from './scene.js';

export interface Attempt {
  readonly scene: Scene;
  /** The worker's end of the connection to docconv. */
  readonly link: Link;
  /** Remembers something that a worker must not be able to do; it is part of the PDF. */
  reached(what: string): void;
}

/** When it resolves, the worker answers with a PDF that has what was reached, unless it resolves to 'no answer'. */
export type Attack = (attempt: Attempt) => Promise<unknown> | unknown;

export const NO_ANSWER = 'no answer';

/** Runs `attempt`, and says what it did when it did not throw. */
export async function tryTo(
  { reached }: Pick<Attempt, 'reached'>,
  what: string,
  attempt: () => unknown,
): Promise<void> {
  try {
    const result = await attempt();
    if (result !== false) reached(typeof result === 'string' ? `${what}: ${result}` : what);
  } catch {
    // refused
  }
}

export const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
