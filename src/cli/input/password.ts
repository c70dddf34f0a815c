/** Passwords from a flag, a file, stdin, the environment, or a prompt. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { DocconvError } from '../../errors.js';
import { readInput } from '../../system/files/files.js';
import type { Context } from '../context.js';
import { displayName } from '../output/display-name.js';
import { askSecret, firstLine, firstLineOfStdin } from './ask.js';

/** Names of the options and the variable for one password. */
export interface PasswordSource {
  /** Flag without dashes; `<option>-file` reads the password from a file. */
  option: string;
  env: string;
  /** Completes "the password of ...". */
  of: string;
}

const DOCUMENT_PASSWORD: PasswordSource = { option: 'password', env: 'DOCCONV_PASSWORD', of: 'encrypted documents' };

export function addPasswordOptions(command: Command, source: PasswordSource = DOCUMENT_PASSWORD): void {
  const { option, env, of } = source;
  command
    .option(`--${option} <text>`, `password of ${of}; visible to other users, prefer --${option}-file`)
    .option(
      `--${option}-file <file>`,
      `file whose first line is the password of ${of}, or '-' for stdin; or set ${env}`,
    );
}

/** The password from a flag, a file or the environment, or undefined. `options` are commander's (camel case). */
export async function givenPassword(
  options: Readonly<Record<string, unknown>>,
  context: Context,
  source: PasswordSource = DOCUMENT_PASSWORD,
): Promise<string | undefined> {
  const given = (flag: string) => options[new Option(`--${flag}`).attributeName()] as string | undefined;
  const text = given(source.option);
  const file = given(`${source.option}-file`);
  if (text !== undefined && file !== undefined)
    throw new DocconvError('USAGE.password-twice', { option: source.option });
  if (file !== undefined) return readPasswordFile(file, context);
  return text ?? context.env[source.env];
}

/** The first line of a file, or of stdin for '-'. */
export async function readPasswordFile(file: string, context: Context): Promise<string> {
  const read = async () =>
    firstLine(
      await readInput(resolve(context.cwd, file), { name: file, kind: 'password file', signal: context.signal }),
    );
  const line = file === '-' ? await firstLineOfStdin(context) : await read();
  if (line === '') throw new DocconvError('OPTION_INVALID.password-file-empty', { file });
  return line;
}

const ATTEMPTS = 3;

/** A member of the options of what opens a document; absent: without a password. */
export interface Opening {
  password?: string;
}

/**
 * Runs `work` with the given password. If the document needs one (or another), prompts at a terminal and tries again, at
 * most three times. `name` is the document in the prompt.
 */
export async function withPassword<Result>(
  name: string,
  given: string | undefined,
  context: Context,
  work: (opening: Opening) => Promise<Result>,
  source: PasswordSource = DOCUMENT_PASSWORD,
): Promise<Result> {
  let password = given;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(password === undefined ? {} : { password });
    } catch (thrown) {
      if (!isAboutPassword(thrown) || attempt === ATTEMPTS) throw thrown;
      if (!context.terminal.interactive) throw withHint(thrown, source);
      const prefix = thrown.code === 'WRONG_PASSWORD' ? 'Wrong password. ' : '';
      password = await askSecret(`${prefix}Password of ${displayName(name)}:`, context);
    }
  }
}

/** Without a terminal: names the flag and the variable. */
function withHint(error: DocconvError, { option, env }: PasswordSource): DocconvError {
  if (error.code !== 'PASSWORD_NEEDED') return error;
  return new DocconvError('PASSWORD_NEEDED.hint', { problem: error.message, option, variable: env }, { cause: error });
}

function isAboutPassword(thrown: unknown): thrown is DocconvError {
  return thrown instanceof DocconvError && ['PASSWORD_NEEDED', 'WRONG_PASSWORD'].includes(thrown.code);
}
