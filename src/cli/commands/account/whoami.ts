/** `docconv whoami`: lists the saved API keys and asks each server whether its key is valid. */
import type { Command } from 'commander';
import { DocconvError, toDocconvError } from '../../../errors.js';
import { Remote, type SavedServer } from '../../../remote/index.js';
import { type AccountOptions, examples, SERVER_FLAG } from '../../command.js';
import type { Context } from '../../context.js';
import { exitCodeOf } from '../../exit.js';
import { missingKey, savedKeys } from '../../remote.js';

export function define(command: Command, context: Context): void {
  command
    .option(SERVER_FLAG, 'check the key of this server only')
    .option('--json', 'print one line of JSON per server')
    .action((options: AccountOptions) => whoami(options, context));
  examples(command, [['docconv whoami', 'check the saved keys of all servers']]);
}

async function whoami({ server, json }: AccountOptions, context: Context): Promise<void> {
  const answers = await Promise.all(entriesFor(server, context).map(entry => checkKey(entry, context.signal)));
  const { terminal } = context;
  for (const answer of answers) terminal.out.write(`${json ? JSON.stringify(answer) : rowOf(answer, context)}\n`);
  const failure = answers.find(({ error }) => error !== null)?.error;
  if (failure) context.exitCode = exitCodeOf(failure.code);
}

type Entry = Pick<SavedServer, 'server' | 'apiKey'>;

function entriesFor(server: string | undefined, context: Context): Entry[] {
  const credentials = savedKeys(context);
  if (server === undefined) {
    const saved = credentials.list();
    if (saved.length > 0) return saved;
    throw new DocconvError('KEY_MISSING.not-saved');
  }
  const apiKey = context.env.DOCCONV_API_KEY || credentials.get(server)?.apiKey;
  if (!apiKey) throw missingKey(server);
  return [{ server, apiKey }];
}

interface Answer {
  server: string;
  email: string | null;
  keyId: string | null;
  error: { code: DocconvError['code']; message: string } | null;
}

async function checkKey({ server, apiKey }: Entry, signal: AbortSignal): Promise<Answer> {
  const remote = new Remote({ server, apiKey, signal });
  try {
    const { email, id } = await remote.whoami();
    return { server: remote.server, email, keyId: id, error: null };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const { code, message } = toDocconvError(thrown);
    return { server: remote.server, email: null, keyId: null, error: { code, message } };
  } finally {
    await remote.close();
  }
}

function rowOf({ server, email, keyId, error }: Answer, { terminal }: Context): string {
  const { green, red } = terminal.color.out;
  return error ? `${red('✗')} ${server}  ${error.message}` : `${green('✓')} ${server}  ${email}  (key ${keyId})`;
}
