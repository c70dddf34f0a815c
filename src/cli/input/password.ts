/** Where a password may come from: a file, the environment, the command line, or a person who is asked for it. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DocconvError } from '../../errors.js';
import type { Services } from '../services.js';
import { ask } from './ask.js';
import { firstLineOf, readText } from './stdin.js';

/** One secret: `{ option: 'password', env: 'DOCCONV_PASSWORD', of: 'an encrypted document' }`. */
export interface PasswordSource {
  /** Name of the flag without dashes; `<option>-file` is its safer twin. */
  option: string;
  env: string;
  /** Completes "the password of ...". */
  of: string;
}

export const DOCUMENT_PASSWORD: PasswordSource = {
  option: 'password',
  env: 'DOCCONV_PASSWORD',
  of: 'encrypted documents',
};

export function addPasswordOptions(command: Command, source: PasswordSource = DOCUMENT_PASSWORD): void {
  const { option, env, of } = source;
  command
    .option(`--${option} <text>`, `password of ${of} (others on this machine can read it: prefer the next)`)
    .option(`--${option}-file <file>`, `file whose first line is that password ('-' is stdin; or set ${env})`);
}

/** The password that was given in advance, or undefined. `options` are commander's (camel case). */
export async function givenPassword(
  options: Readonly<Record<string, unknown>>,
  services: Services,
  source: PasswordSource = DOCUMENT_PASSWORD,
): Promise<string | undefined> {
  const text = options[camelCase(source.option)] as string | undefined;
  const file = options[camelCase(`${source.option}-file`)] as string | undefined;
  if (text !== undefined && file !== undefined) {
    throw new DocconvError('USAGE', `Give either --${source.option} or --${source.option}-file, not both.`);
  }
  if (file !== undefined) return firstLine(file, services);
  return text ?? services.env[source.env];
}

function camelCase(flag: string): string {
  return flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

async function firstLine(file: string, services: Services): Promise<string> {
  const text =
    file === '-' ? await readText(services) : await readFile(resolve(services.cwd, file), 'utf8').catch(fail);
  const line = firstLineOf(text);
  if (line === '') throw new DocconvError('OPTION_INVALID', `The password file ${file} starts with an empty line.`);
  return line;

  function fail(cause: NodeJS.ErrnoException): never {
    const code = cause.code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE';
    throw new DocconvError(code, `Cannot read the password file ${file} (${cause.code}).`, { cause });
  }
}

/** Asks the person at the terminal; nothing typed is shown. Rejects with CANCELLED on Ctrl-C. */
export function askPassword(question: string, services: Services): Promise<string> {
  return ask({ type: 'password', message: question, mask: '*' }, services);
}

const ATTEMPTS = 3;

/**
 * Runs `work` with the given password. Where the document needs one (or another) and a person can be asked, asks and
 * tries again, three times at most. `name` is what to call the document.
 */
export async function withPassword<Result>(
  name: string,
  given: string | undefined,
  services: Services,
  work: (password: string | undefined) => Promise<Result>,
  source: PasswordSource = DOCUMENT_PASSWORD,
): Promise<Result> {
  let password = given;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(password);
    } catch (thrown) {
      if (!isAboutPassword(thrown) || attempt === ATTEMPTS) throw thrown;
      if (!services.terminal.interactive) throw withHint(thrown, source);
      const again = thrown.code === 'WRONG_PASSWORD' ? 'That is not it. ' : '';
      password = await askPassword(`${again}Password of ${name}:`, services);
    }
  }
}

/** Nobody can be asked: say where it may come from. */
function withHint(error: DocconvError, { option, env }: PasswordSource): DocconvError {
  if (error.code !== 'PASSWORD_NEEDED') return error;
  return new DocconvError(error.code, `${error.message} Use --${option}-file, or set ${env}.`, { cause: error });
}

function isAboutPassword(thrown: unknown): thrown is DocconvError {
  return thrown instanceof DocconvError && ['PASSWORD_NEEDED', 'WRONG_PASSWORD'].includes(thrown.code);
}
