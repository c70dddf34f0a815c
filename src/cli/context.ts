/** What a command gets from the process that it runs in. */
import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';

export interface Context {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** Exit code of the process if nothing is thrown. */
  exitCode: number;
  /** Set by a command that finished all its work after SIGTERM: for a service this is success, not an interruption. */
  finishedAfterSignal: boolean;
}

export async function processContext(signal: AbortSignal): Promise<Context> {
  const terminal = await processTerminal();
  return { terminal, env: process.env, cwd: process.cwd(), signal, exitCode: 0, finishedAfterSignal: false };
}

const COLORS = ['red', 'green', 'yellow', 'cyan', 'bold', 'dim'] as const;

type Colors = Record<(typeof COLORS)[number], (text: string) => string>;

/** The standard streams: results go to `out`, everything else to `err`. */
export interface Terminal {
  readonly in: Readable;
  readonly out: Writable;
  readonly err: Writable;
  /** Prompts are possible: stdin and stderr are terminals. */
  readonly interactive: boolean;
  /** Spinners and bars can be drawn on stderr. */
  readonly showsProgress: boolean;
  readonly outIsTerminal: boolean;
  /** Functions that colour text, or return it unchanged (pipes, NO_COLOR). */
  readonly color: { out: Colors; err: Colors };
  readonly columns: number;
}

async function processTerminal(): Promise<Terminal> {
  const { stdout, stderr, env } = process;
  return {
    // a getter: opening stdin has a cost, and most commands do not read it
    get in() {
      return process.stdin;
    },
    out: stdout,
    err: stderr,
    interactive: isatty(0) && Boolean(stderr.isTTY) && !env.CI,
    // at a terminal of width 0 (`script`, some CI systems) a spinner clears lines in an endless loop
    showsProgress: Boolean(stderr.isTTY && stderr.columns) && env.TERM !== 'dumb' && !env.CI,
    outIsTerminal: Boolean(stdout.isTTY),
    color: { out: await colorsFor(stdout.isTTY), err: await colorsFor(stderr.isTTY) },
    columns: stderr.columns || 80,
  };
}

/** chalk takes 5 ms to load, so only when there are colours. */
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
