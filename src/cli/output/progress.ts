/** Progress for a person who watches: a spinner for one document, a bar for many. Nothing at all in a pipe. */
import type { Terminal } from './terminal.js';

export interface Progress {
  start(name: string): void;
  /** So much of it is on its way to a server, from 0 to 1. */
  sent(name: string, share: number): void;
  done(name: string): void;
  /** Removes what is drawn, so that a line can be written. */
  stop(): void;
}

const SILENT: Progress = { start() {}, sent() {}, done() {}, stop() {} };
const BAR_WIDTH = 24;
/** How many of the names being worked on fit in a line. */
const NAMES = 3;

/** @param total number of documents. */
export async function showProgress(terminal: Terminal, total: number, quiet: boolean): Promise<Progress> {
  if (quiet || !terminal.watched) return SILENT;
  const { default: ora } = await import('ora');
  const spinner = ora({ stream: terminal.err as NodeJS.WriteStream, discardStdin: false });
  const working = new Set<string>();
  const started = performance.now();
  let finished = 0;
  const draw = () => {
    spinner.text =
      total === 1 ? `Converting ${[...working][0] ?? ''}` : bar(finished, total, started, working, terminal);
    if (!spinner.isSpinning) spinner.start();
  };
  return {
    start(name) {
      working.add(name);
      draw();
    },
    sent(name, share) {
      if (total !== 1) return;
      spinner.text = share < 1 ? `Sending ${name} (${Math.floor(share * 100)} %)` : `Converting ${name}`;
    },
    done(name) {
      working.delete(name);
      finished++;
      draw();
    },
    stop: () => void spinner.stop(),
  };
}

function bar(done: number, total: number, started: number, working: Set<string>, terminal: Terminal): string {
  const full = Math.round((done / total) * BAR_WIDTH);
  const rate = done / Math.max(0.001, (performance.now() - started) / 1000);
  const names = [...working].slice(0, NAMES).join(', ');
  const { cyan, dim } = terminal.color.err;
  const line = `${cyan('█'.repeat(full))}${dim('░'.repeat(BAR_WIDTH - full))} ${done}/${total} ${dim(`${rate.toFixed(1)}/s`)} `;
  const room = terminal.columns - BAR_WIDTH - 24;
  return line + (names.length > room ? `${names.slice(0, Math.max(0, room - 1))}…` : names);
}
