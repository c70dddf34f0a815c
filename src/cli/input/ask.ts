/** Questions to the person at the terminal, on stderr. inquirer is loaded when one is asked. */
import { DocconvError } from '../../errors.js';
import type { Services } from '../services.js';

type Question =
  | { type: 'input'; message: string }
  | { type: 'password'; message: string; mask: string }
  | { type: 'select'; message: string; choices: readonly { name: string; value: string }[] };

/** Rejects with CANCELLED on Ctrl-C. */
export async function ask(question: Question, { terminal, signal }: Services): Promise<string> {
  const { createPromptModule } = (await import('inquirer')).default;
  const prompt = createPromptModule({ input: terminal.in as NodeJS.ReadStream, output: terminal.err, signal });
  try {
    const { answer } = await prompt([{ ...question, name: 'answer' }]);
    return answer as string;
  } catch (cause) {
    throw new DocconvError('CANCELLED', 'Cancelled.', { cause });
  }
}

/** What was given, or what a person answers; USAGE with `usage` as advice where nobody can be asked. */
export async function givenOrAsked(
  given: string | undefined,
  message: string,
  usage: string,
  services: Services,
): Promise<string> {
  if (given !== undefined) return given;
  if (!services.terminal.interactive) throw new DocconvError('USAGE', `Something is missing. Write: ${usage}`);
  return ask({ type: 'input', message }, services);
}
