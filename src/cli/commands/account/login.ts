/** `docconv login`: keeps a key for a server, once the server has said whose it is. */
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { DocconvError } from '../../../errors.js';
import { examples } from '../../command.js';
import { ask, givenOrAsked } from '../../input/ask.js';
import { SERVER_FLAG, savedKeys, warnOpenly } from '../../remote.js';
import type { Services } from '../../services.js';

const USAGE = 'docconv login --server https://docs.example.org < key.txt';

export function define(command: Command, services: Services): void {
  command
    .option(SERVER_FLAG, 'the docconv that the key is for')
    .action((options: { server?: string }) => login(options.server, services));
  examples(command, [
    ['docconv login --server https://docs.example.org', 'asks for the key; nothing typed is shown'],
    [USAGE, 'reads it from standard input'],
  ]);
  command.addHelpText('after', '\nNo key yet? docconv register --server URL is the way to one.');
}

async function login(given: string | undefined, services: Services): Promise<void> {
  const { Remote, serverAddress } = await import('../../../remote/index.js');
  const server = serverAddress(await givenOrAsked(given, 'Server:', USAGE, services));
  await warnOpenly(server, services);
  const apiKey = await readKey(server, services);
  const remote = new Remote({ server, apiKey });
  const { id, email } = await remote.whoami().finally(() => remote.close());
  const credentials = await savedKeys(services);
  await credentials.save({ server, apiKey, keyId: id, email });
  const { err, color } = services.terminal;
  err.write(`${color.err.green('✓')} Logged in to ${server} as ${email}. The key is kept in ${credentials.file}.\n`);
}

/** Never a flag: other people on this machine can read the command line. */
async function readKey(server: string, services: Services): Promise<string> {
  const { terminal } = services;
  const typed = terminal.interactive
    ? await ask({ type: 'password', message: `Key for ${server}:`, mask: '*' }, services)
    : await text(terminal.in);
  const key = typed.trim();
  if (key === '') throw new DocconvError('USAGE', `No key was given. Write: ${USAGE}`);
  return key;
}
