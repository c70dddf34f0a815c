/** `docconv keys`: lists and revokes API keys. */
import type { Command } from 'commander';
import { DocconvError } from '../../../errors.js';
import type { KeyInfo } from '../../../keys/index.js';
import { type AccountOptions, examples, SERVER_FLAG } from '../../command.js';
import type { Context } from '../../context.js';
import { ask } from '../../input/ask.js';
import { savedKeys } from '../../remote.js';
import { type KeyClient, openKeyClient } from './key-client.js';

export function define(command: Command, context: Context): void {
  command
    .command('list')
    .summary('list API keys without their secrets')
    .option(SERVER_FLAG, 'list your keys on this server instead of the local key store')
    .option('--json', 'print one line of JSON per key')
    .action((options: AccountOptions) => list(options, context));
  command
    .command('revoke')
    .summary('revoke an API key permanently')
    .argument('[id]', 'id of the key, see docconv keys list')
    .option(SERVER_FLAG, 'revoke a key of yours on this server instead of the local key store')
    .option('--json', 'print the result as JSON')
    .action((id: string | undefined, options: AccountOptions) => revoke(id, options, context));
  examples(command, [
    ['docconv keys list', 'list the keys in the local key store'],
    ['docconv keys revoke 7hQ2m0xYwT4c', 'revoke a key; a running server rejects it at once'],
  ]);
}

async function list({ json, server }: AccountOptions, context: Context): Promise<void> {
  const client = await openKeyClient(server, 'required', context);
  const keys = await client.list().finally(() => client.close());
  const { out, err } = context.terminal;
  for (const key of keys) out.write(`${json ? JSON.stringify(key) : rowOf(key)}\n`);
  if (keys.length === 0) err.write('There are no API keys. Run docconv register to get one.\n');
}

function rowOf({ id, email, createdAt, revokedAt }: KeyInfo): string {
  const state = revokedAt === null ? 'active' : `revoked ${revokedAt.slice(0, 10)}`;
  return `${id}  ${createdAt.slice(0, 10)}  ${state.padEnd(18)}  ${email}`;
}

async function revoke(id: string | undefined, { json, server }: AccountOptions, context: Context): Promise<void> {
  const client = await openKeyClient(server, 'required', context);
  try {
    await revokeKey(client, id ?? (await chooseKey(client, context)), json ?? false, context);
  } finally {
    await client.close();
  }
}

async function revokeKey(client: KeyClient, id: string, json: boolean, context: Context): Promise<void> {
  if (!(await client.revoke(id)))
    throw new DocconvError('USAGE', `There is no active key ${id}. Run docconv keys list to see all.`);
  if (json) context.terminal.out.write(`${JSON.stringify({ id, revoked: true })}\n`);
  context.terminal.err.write(`Revoked the key ${id}.\n`);
  const credentials = savedKeys(context);
  if (credentials.get(client.server)?.keyId === id) await credentials.remove(client.server);
}

async function chooseKey(client: KeyClient, context: Context): Promise<string> {
  if (!context.terminal.interactive)
    throw new DocconvError('USAGE', 'An argument is missing. Usage: docconv keys revoke ID (see docconv keys list)');
  const active = (await client.list()).filter(key => key.revokedAt === null);
  if (active.length === 0) throw new DocconvError('USAGE', 'There are no active keys.');
  const choices = active.map(key => ({ name: rowOf(key), value: key.id }));
  return ask({ type: 'select', message: 'Which key do you want to revoke?', choices }, context);
}
