/** The line of a file that failed. */
import type { DocconvError } from '../../errors.js';
import { escapeUnsafe } from '../../text.js';
import type { Terminal } from '../context.js';
import { displayName } from './display-name.js';

export function printFailure(file: string, error: DocconvError, terminal: Terminal): void {
  const { red, dim } = terminal.color.err;
  const problem = escapeUnsafe(error.message);
  const shown = displayName(file);
  const line = isNamed(shown, problem) ? problem : `${shown}: ${problem}`;
  terminal.err.write(`${red('✗')} ${line} ${dim(`[${error.code}]`)}\n`);
}

/** Whether the sentence is about the file: a short name can occur in it by chance as well. */
function isNamed(name: string, sentence: string): boolean {
  const subjects = [`${name} `, `${name}: `, `The folder ${name} `];
  return subjects.some(subject => sentence.startsWith(subject)) || sentence.endsWith(` ${name}.`);
}
