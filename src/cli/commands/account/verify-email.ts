/** `docconv verify-email`: trades the code for the API key, which goes to stdout alone. */
import type { Command } from 'commander';
import { examples } from '../../command.js';
import { givenOrAsked } from '../../input/ask.js';
import { SERVER_FLAG, savedKeys } from '../../remote.js';
import type { Services } from '../../services.js';
import { type KeyDesk, type NewKey, openDesk } from './key-client.js';

interface Options {
  server?: string;
  save: boolean;
  json?: boolean;
}

const USAGE = 'docconv verify-email you@example.org CODE';

export function define(command: Command, services: Services): void {
  command
    .argument('[email]', 'the address that was registered')
    .argument('[code]', 'the code from the mail; letter case and blanks do not matter')
    .option(SERVER_FLAG, 'the docconv elsewhere that sent the code')
    .option('--no-save', 'do not keep the key in the credentials file')
    .option('--json', 'print key, id and address as JSON')
    .action((email: string | undefined, code: string | undefined, options: Options) =>
      verify(email, code, options, services),
    );
  examples(command, [
    [USAGE, 'prints the key, and keeps it for --server'],
    [`key=$(${USAGE} --no-save)`, 'keeps it in a variable alone'],
  ]);
}

async function verify(
  givenEmail: string | undefined,
  givenCode: string | undefined,
  { server, save, json }: Options,
  services: Services,
): Promise<void> {
  const { terminal } = services;
  const email = await givenOrAsked(givenEmail, 'E-mail address:', USAGE, services);
  const code = await givenOrAsked(givenCode, 'Code from the mail:', USAGE, services);
  const desk = await openDesk(server, 'unused', services);
  const key = await desk.verify(email, code).finally(() => desk.close());
  terminal.out.write(json ? `${JSON.stringify({ ...key, server: desk.server })}\n` : `${key.apiKey}\n`);
  terminal.err.write(`This is the only time the key of ${key.email} is shown (its id: ${key.keyId}).\n`);
  if (save) await keep(key, desk, services);
}

/** The key has been printed by now: should this fail, nothing is lost. */
async function keep(key: NewKey, { server }: KeyDesk, services: Services): Promise<void> {
  const credentials = await savedKeys(services);
  await credentials.save({ server, apiKey: key.apiKey, keyId: key.keyId, email: key.email });
  services.terminal.err.write(`Kept in ${credentials.file} for ${server}.\n`);
}
