/** The line of a file that failed. */
import type { DocconvError } from '../../errors.js';
import { singleLine } from '../../text.js';
import type { Context } from '../context.js';

export function printFailure(file: string, error: DocconvError, { terminal }: Context): void {
  const { red, dim } = terminal.color.err;
  const problem = singleLine(error.message, 1000);
  const name = singleLine(file, 4096);
  const line = problem.split(/[\s:]/).includes(name) ? problem : `${name}: ${problem}`;
  terminal.err.write(`${red('✗')} ${line} ${dim(`[${error.code}]`)}\n`);
}
