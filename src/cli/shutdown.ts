/** The end of a service after SIGTERM or Ctrl-C. */
import type { Context } from './context.js';
import { EXIT } from './exit.js';

/** Beyond the setting `grace`; deploy/ has the sum as the limit of supervisors. */
const CLOSE_SECONDS = 10;

/**
 * To be called when the shutdown begins. Ends the process when that takes longer than `grace` and ten seconds: connections
 * to a database that does not answer keep a process alive.
 */
export function exitInTime(graceSeconds: number, { terminal }: Context): void {
  const seconds = graceSeconds + CLOSE_SECONDS;
  const exit = () => {
    terminal.err.write(
      `docconv: The shutdown is not complete after ${seconds} s: the database or a document does not answer. Exit without waiting for it. Jobs that were running begin again.\n`,
    );
    process.exit(EXIT.terminated);
  };
  setTimeout(exit, seconds * 1000).unref(); // the process may end before
}
