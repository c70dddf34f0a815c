/** The person or program at the other end: results go to `out`, everything else to `err`. */
import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';

const COLORS = ['red', 'green', 'yellow', 'cyan', 'bold', 'dim'] as const;

export type Colors = Record<(typeof COLORS)[number], (text: string) => string>;

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
  readonly color: { out: Colors; err: Colors };
  readonly columns: number;
}

export async function processTerminal(): Promise<Terminal> {
  const { stdout, stderr, env } = process;
  return {
    // the stream is made when first asked for, and most commands never ask
    get in() {
      return process.stdin;
    },
    out: stdout,
    err: stderr,
    interactive: isatty(0) && Boolean(stderr.isTTY) && !env.CI,
    // a terminal of no width (`script`, some CI) would have a spinner clear its lines for ever
    watched: Boolean(stderr.isTTY && stderr.columns) && env.TERM !== 'dumb' && !env.CI,
    outIsTerminal: Boolean(stdout.isTTY),
    color: { out: await colorsFor(stdout.isTTY), err: await colorsFor(stderr.isTTY) },
    columns: stderr.columns || 80,
  };
}

/** chalk is loaded only where colours are wanted: not in a pipe. */
async function colorsFor(isTerminal: boolean): Promise<Colors> {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const forced = Boolean(FORCE_COLOR && FORCE_COLOR !== '0');
  if (NO_COLOR || !(forced || (isTerminal && TERM !== 'dumb'))) return colorsBy(text => text);
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return colorsBy((text, name) => chalk[name](text));
}

function colorsBy(paint: (text: string, name: keyof Colors) => string): Colors {
  return Object.fromEntries(COLORS.map(name => [name, (text: string) => paint(text, name)])) as Colors;
}
