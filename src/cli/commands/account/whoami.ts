/** `docconv whoami`: which servers a key is kept for, whose it is, and whether it still works. */
import type { Command } from 'commander';
import { DocconvError, toDocconvError } from '../../../errors.js';
import type { SavedServer } from '../../../remote/index.js';
import { examples } from '../../command.js';
import { exitCodeOf } from '../../exit.js';
import { noKey, SERVER_FLAG, savedKeys } from '../../remote.js';
import type { Services } from '../../services.js';

interface Options {
  server?: string;
  json?: boolean;
}

export function define(command: Command, services: Services): void {
  command
    .option(SERVER_FLAG, 'this one alone')
    .option('--json', 'print one line of JSON per server')
    .action((options: Options) => whoami(options, services));
  examples(command, [['docconv whoami', 'asks every server that a key is kept for']]);
}

async function whoami({ server, json }: Options, services: Services): Promise<void> {
  const answers = await Promise.all((await entries(server, services)).map(askServer));
  const { terminal } = services;
  for (const answer of answers) terminal.out.write(`${json ? JSON.stringify(answer) : rowOf(answer, services)}\n`);
  const failure = answers.find(({ error }) => error !== null)?.error;
  if (failure) services.exitCode = exitCodeOf(failure.code);
}

async function entries(server: string | undefined, services: Services): Promise<Entry[]> {
  const credentials = await savedKeys(services);
  const own = services.env.DOCCONV_API_KEY;
  if (server === undefined) {
    const saved = credentials.list();
    if (saved.length === 0) throw new DocconvError('KEY_MISSING', 'No key is kept here: docconv login --server URL.');
    return saved;
  }
  const apiKey = own || credentials.get(server)?.apiKey;
  if (!apiKey) throw noKey(server);
  return [{ server, apiKey }];
}

type Entry = Pick<SavedServer, 'server' | 'apiKey'>;

interface Answer {
  server: string;
  email: string | null;
  keyId: string | null;
  error: { code: DocconvError['code']; message: string } | null;
}

async function askServer({ server, apiKey }: Entry): Promise<Answer> {
  const { Remote } = await import('../../../remote/index.js');
  const remote = new Remote({ server, apiKey });
  try {
    const { email, id } = await remote.whoami();
    return { server: remote.server, email, keyId: id, error: null };
  } catch (thrown) {
    const { code, message } = toDocconvError(thrown);
    return { server: remote.server, email: null, keyId: null, error: { code, message } };
  } finally {
    await remote.close();
  }
}

function rowOf({ server, email, keyId, error }: Answer, { terminal }: Services): string {
  const { green, red } = terminal.color.out;
  return error ? `${red('✗')} ${server}  ${error.message}` : `${green('✓')} ${server}  ${email}  (key ${keyId})`;
}
