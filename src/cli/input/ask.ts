/** Values that are not on the command line: prompts at a terminal (on stderr), or lines from stdin. */
import { DocconvError } from '../../errors.js';
import { readStream } from '../../system/files/special-files.js';
import { escapeUnsafe, textOf } from '../../text.js';
import type { Context } from '../context.js';

type Question =
  | { type: 'input'; message: string }
  | { type: 'password'; message: string; mask: string }
  | { type: 'select'; message: string; choices: readonly { name: string; value: string }[] };

/** The prompt that is shown, or the last one. */
let shown: Promise<unknown> = Promise.resolve();

/** Waits until other prompts are answered: they would take the same keys. Rejects with CANCELLED on Ctrl-C. */
export function ask(question: Question, context: Context): Promise<string> {
  const answer = shown.then(() => prompt(question, context));
  shown = answer.catch(() => {});
  return answer;
}

async function prompt(question: Question, { terminal, signal }: Context): Promise<string> {
  const { createPromptModule } = (await import('inquirer')).default; // takes 150 ms
  const show = createPromptModule({ input: terminal.in as NodeJS.ReadStream, output: terminal.stderr, signal });
  try {
    const { answer } = await show([{ ...question, message: escapeUnsafe(question.message), name: 'answer' }]);
    return answer as string;
  } catch (cause) {
    throw new DocconvError('CANCELLED.plain', {}, { cause });
  }
}

/** Prompts without showing what is typed. Rejects with CANCELLED on Ctrl-C. */
export function askSecret(message: string, context: Context): Promise<string> {
  return ask({ type: 'password', message, mask: '*' }, context);
}

/** Rejects with CANCELLED unless the answer is yes; with USAGE where nothing can be asked. */
export async function confirm(message: string, context: Context): Promise<void> {
  if (!context.terminal.interactive) throw new DocconvError('USAGE.not-confirmed');
  const answer = await ask({ type: 'input', message: `${message} (y/N)` }, context);
  if (!/^y(es)?$/i.test(answer.trim())) throw new DocconvError('CANCELLED.nothing-removed');
}

/** The given value, or the answer to a prompt. Rejects with USAGE, showing `usage`, if stdin is not a terminal. */
export async function givenOrAsked(
  given: string | undefined,
  message: string,
  usage: string,
  context: Context,
): Promise<string> {
  if (given !== undefined) return given;
  if (!context.terminal.interactive) throw new DocconvError('USAGE.argument-missing', { usage });
  return ask({ type: 'input', message }, context);
}

/** Of all that is read from stdin for one line. */
const MAX_BYTES = 1 << 20;

export async function firstLineOfStdin({ terminal, signal }: Context): Promise<string> {
  return firstLine(await readStream(terminal.in, MAX_BYTES, signal));
}

export function firstLine(content: Uint8Array): string {
  return textOf(content).split(/\r?\n/, 1)[0] ?? '';
}
