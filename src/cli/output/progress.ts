/** Progress at a terminal: a spinner for one document, a bar for many. Nothing in a pipe. */
import { escapeUnsafe } from '../../text.js';
import type { Terminal } from '../context.js';
import { printed } from '../printer.js';

export interface Progress {
  start(name: string): void;
  /** Uploaded share of the document, from 0 to 1. */
  sent(name: string, share: number): void;
  /** The document waits on a server until so many jobs before it have begun. */
  queued(name: string, position: number): void;
  done(name: string): void;
  /** Clears the line, so that other output can be written. */
  stop(): void;
}

const NO_PROGRESS: Progress = { start() {}, sent() {}, queued() {}, done() {}, stop() {} };
const BAR_WIDTH = 24;
const NAMES_SHOWN = 3;

/** @param total number of documents; `verb`: what is done with them. */
export async function showProgress(
  terminal: Terminal,
  total: number,
  quiet: boolean,
  verb = 'Converting',
): Promise<Progress> {
  if (quiet || !terminal.showsProgress) return NO_PROGRESS;
  const { default: ora } = await import('ora'); // takes 60 ms
  const spinner = ora({ stream: terminal.stderr as NodeJS.WriteStream, discardStdin: false });
  const active = new Set<string>();
  const started = performance.now();
  let finished = 0;
  const draw = () => {
    spinner.text = total === 1 ? `${verb} ${[...active][0] ?? ''}` : bar(finished, total, started, active, terminal);
    if (!spinner.isSpinning) spinner.start();
  };
  return {
    start(name) {
      active.add(escapeUnsafe(name));
      draw();
    },
    sent(name, share) {
      if (total !== 1) return;
      const shown = escapeUnsafe(name);
      spinner.text = share < 1 ? `Sending ${shown} (${Math.floor(share * 100)} %)` : `${verb} ${shown}`;
    },
    queued(name, position) {
      if (total === 1) spinner.text = `Waiting for ${escapeUnsafe(name)} (${position} before it in the queue)`;
    },
    done(name) {
      active.delete(escapeUnsafe(name));
      finished++;
      draw();
    },
    stop: () => void spinner.stop(),
  };
}

function bar(done: number, total: number, started: number, active: Set<string>, terminal: Terminal): string {
  const full = Math.round((done / total) * BAR_WIDTH);
  const rate = done / Math.max(0.001, (performance.now() - started) / 1000);
  const names = [...active].slice(0, NAMES_SHOWN).join(', ');
  const { cyan, dim } = terminal.color.err;
  const line = `${cyan('█'.repeat(full))}${dim('░'.repeat(BAR_WIDTH - full))} ${done}/${total} ${dim(`${rate.toFixed(1)}/s`)} `;
  const width = terminal.columns - BAR_WIDTH - 24;
  return printed(line) + (names.length > width ? `${names.slice(0, Math.max(0, width - 1))}…` : names);
}
