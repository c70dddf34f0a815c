/** The person or program at the other end: results go to `out`, everything else to `err`. */
import type { Readable, Writable } from 'node:stream';
import { Chalk, type ChalkInstance } from 'chalk';

export interface Terminal {
  readonly in: Readable;
  readonly out: Writable;
  readonly err: Writable;
  /** A person can be asked: stdin and stderr are terminals. */
  readonly interactive: boolean;
  /** A person watches stderr: spinners and bars make sense. */
  readonly watched: boolean;
  readonly outIsTerminal: boolean;
  /** Colours for `out` and for `err`, plain where nobody watches or NO_COLOR asks for it. */
  readonly color: { out: ChalkInstance; err: ChalkInstance };
  readonly columns: number;
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    in: stdin,
    out: stdout,
    err: stderr,
    interactive: Boolean(stdin.isTTY && stderr.isTTY) && !env.CI,
    watched: Boolean(stderr.isTTY) && env.TERM !== 'dumb' && !env.CI,
    outIsTerminal: Boolean(stdout.isTTY),
    color: { out: chalkFor(stdout.isTTY), err: chalkFor(stderr.isTTY) },
    columns: stderr.columns ?? 80,
  };
}

function chalkFor(isTerminal: boolean): ChalkInstance {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return new Chalk({ level: 0 });
  if (FORCE_COLOR && FORCE_COLOR !== '0') return new Chalk({ level: 1 });
  return new Chalk({ level: isTerminal && TERM !== 'dumb' ? 1 : 0 });
}
