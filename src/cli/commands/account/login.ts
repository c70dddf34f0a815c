/** `docconv login`: saves the API key of a server after the server has accepted it. */
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { DocconvError } from '../../../errors.js';
import { Remote, serverAddress } from '../../../remote/index.js';
import { examples, SERVER_FLAG } from '../../command.js';
import type { Context } from '../../context.js';
import { askSecret, givenOrAsked } from '../../input/ask.js';
import { savedKeys, warnIfUnencrypted } from '../../remote.js';

const USAGE = 'docconv login --server https://docs.example.org < key.txt';

export function define(command: Command, context: Context): void {
  command
    .option(SERVER_FLAG, 'server that issued the key')
    .action((options: { server?: string }) => login(options.server, context));
  examples(command, [
    ['docconv login --server https://docs.example.org', 'prompt for the key'],
    [USAGE, 'read the key from stdin'],
  ]);
  command.addHelpText('after', '\nTo get a key, run: docconv register --server URL');
}

async function login(given: string | undefined, context: Context): Promise<void> {
  const server = serverAddress(await givenOrAsked(given, 'Server:', USAGE, context));
  warnIfUnencrypted(server, context);
  const apiKey = await readKey(server, context);
  const remote = new Remote({ server, apiKey, signal: context.signal });
  const { id, email } = await remote.whoami().finally(() => remote.close());
  const credentials = savedKeys(context);
  await credentials.save({ server, apiKey, keyId: id, email });
  const { err, color } = context.terminal;
  err.write(`${color.err.green('✓')} Logged in to ${server} as ${email}. Saved the key in ${credentials.file}.\n`);
}

/** Not a flag: other users of the machine can read the command line. */
async function readKey(server: string, context: Context): Promise<string> {
  const { terminal } = context;
  const input = terminal.interactive ? await askSecret(`API key for ${server}:`, context) : await text(terminal.in);
  const key = input.trim();
  if (key === '') throw new DocconvError('USAGE.api-key-not-given', { usage: USAGE });
  return key;
}
