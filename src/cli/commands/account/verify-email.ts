/** `docconv verify-email`: exchanges the verification code for an API key. Only the key is written to stdout. */
import type { Command } from 'commander';
import { type AccountOptions, examples, integerOption, SERVER_FLAG } from '../../command.js';
import type { Context } from '../../context.js';
import { givenOrAsked } from '../../input/ask.js';
import { savedKeys } from '../../remote.js';
import { type KeyClient, type NewKey, openKeyClient } from './key-client.js';

interface Options extends AccountOptions {
  save: boolean;
  name?: string;
  expires?: number;
}

const USAGE = 'docconv verify-email you@example.org CODE';

export function define(command: Command, context: Context): void {
  command
    .argument('[email]', 'registered address')
    .argument('[code]', 'code from the mail; case and spaces are ignored')
    .option(SERVER_FLAG, 'server that sent the code')
    .option('--name <name>', 'name of the key, for people')
    .option('--expires <days>', 'days until the key expires (default: as the server is configured)', integerOption)
    .option('--no-save', 'do not save the key')
    .option('--json', 'print the key, its id and the address as JSON')
    .action((email: string | undefined, code: string | undefined, options: Options) =>
      verify(email, code, options, context),
    );
  examples(command, [
    [USAGE, 'print the new key, and save it for --server'],
    [`key=$(${USAGE} --no-save)`, 'store the key in a shell variable only'],
  ]);
}

async function verify(
  givenEmail: string | undefined,
  givenCode: string | undefined,
  { server, save, json, name, expires }: Options,
  context: Context,
): Promise<void> {
  const { terminal } = context;
  const email = await givenOrAsked(givenEmail, 'E-mail address:', USAGE, context);
  const code = await givenOrAsked(givenCode, 'Code from the mail:', USAGE, context);
  const client = await openKeyClient(server, 'unused', context);
  const key = await client.verify(email, code, { name, days: expires }).finally(() => client.close());
  terminal.out.write(json ? `${JSON.stringify({ ...key, server: client.server })}\n` : `${key.apiKey}\n`);
  terminal.err.write(`This is the API key of ${key.email} (id ${key.keyId}). It is not shown again.\n`);
  if (save) await saveKey(key, client, context);
}

/** Runs after the key has been printed: if this fails, the key is not lost. */
async function saveKey({ apiKey, keyId, email }: NewKey, { server }: KeyClient, context: Context): Promise<void> {
  const credentials = savedKeys(context);
  await credentials.save({ server, apiKey, keyId, email });
  context.terminal.err.write(`Saved in ${credentials.file} for ${server}.\n`);
}
