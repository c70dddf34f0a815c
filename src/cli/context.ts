/** What a command gets from the process that it runs in. */
import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { DocconvError } from '../errors.js';
import { type Colors, colorsFor, type Printer, printerTo } from './printer.js';

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
  /** Set by a service, which goes on when its log cannot be written: the disk is full, or the reader of the pipe ended. */
  goesOnWithoutOutput: boolean;
  /** Set by a command that throws after its own JSON has said why. */
  failureIsPrinted: boolean;
}

export async function processContext(signal: AbortSignal): Promise<Context> {
  const terminal = await processTerminal();
  return {
    terminal,
    env: process.env,
    get cwd() {
      return currentFolder();
    },
    signal,
    exitCode: 0,
    finishedAfterSignal: false,
    goesOnWithoutOutput: false,
    failureIsPrinted: false,
  };
}

/** A getter asks for it, so that help is shown where it was removed. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new DocconvError('USAGE.current-folder', {}, { cause });
  }
}

/** The standard streams: results go to `out`, everything else to `err`. */
export interface Terminal {
  readonly in: Readable;
  readonly out: Printer;
  readonly err: Printer;
  /** The streams themselves, for bytes, logs, and what draws on the terminal. */
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Prompts are possible: stdin and stderr are terminals. */
  readonly interactive: boolean;
  /** Spinners and bars can be drawn on stderr. */
  readonly showsProgress: boolean;
  readonly outIsTerminal: boolean;
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
    out: printerTo(stdout),
    err: printerTo(stderr),
    stdout,
    stderr,
    interactive: isatty(0) && Boolean(stderr.isTTY) && !env.CI,
    // at a terminal of width 0 (`script`, some CI systems) a spinner clears lines in an endless loop
    showsProgress: Boolean(stderr.isTTY && stderr.columns) && env.TERM !== 'dumb' && !env.CI,
    outIsTerminal: Boolean(stdout.isTTY),
    color: { out: await colorsFor(stdout.isTTY), err: await colorsFor(stderr.isTTY) },
    columns: stderr.columns || 80,
  };
}
