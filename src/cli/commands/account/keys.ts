/** `docconv keys`: which API keys there are, and taking one back. */
import type { Command } from 'commander';
import { DocconvError } from '../../../errors.js';
import type { KeyInfo } from '../../../keys/index.js';
import { examples } from '../../command.js';
import { ask } from '../../input/ask.js';
import { SERVER_FLAG, savedKeys } from '../../remote.js';
import type { Services } from '../../services.js';
import { type KeyDesk, openDesk } from './key-client.js';

interface Options {
  server?: string;
  json?: boolean;
}

export function define(command: Command, services: Services): void {
  command
    .command('list')
    .summary('list the keys, without their secrets')
    .option(SERVER_FLAG, 'your keys at a docconv elsewhere')
    .option('--json', 'print one line of JSON per key')
    .action((options: Options) => list(options, services));
  command
    .command('revoke')
    .summary('make a key useless, at once and for good')
    .argument('[id]', 'as docconv keys list shows it')
    .option(SERVER_FLAG, 'a key of yours at a docconv elsewhere')
    .option('--json', 'print the answer as JSON')
    .action((id: string | undefined, options: Options) => revoke(id, options, services));
  examples(command, [
    ['docconv keys list', 'the keys of the store on this machine'],
    ['docconv keys revoke 7hQ2m0xYwT4c', 'every process that uses the store refuses it from now on'],
  ]);
}

async function list({ json, server }: Options, services: Services): Promise<void> {
  const desk = await openDesk(server, 'needed', services);
  const keys = await desk.list().finally(() => desk.close());
  const { out, err } = services.terminal;
  for (const key of keys) out.write(`${json ? JSON.stringify(key) : rowOf(key)}\n`);
  if (keys.length === 0) err.write('There are no keys yet: docconv register makes one.\n');
}

function rowOf({ id, email, createdAt, revokedAt }: KeyInfo): string {
  const state = revokedAt === null ? 'active' : `revoked ${revokedAt.slice(0, 10)}`;
  return `${id}  ${createdAt.slice(0, 10)}  ${state.padEnd(18)}  ${email}`;
}

async function revoke(given: string | undefined, { json, server }: Options, services: Services): Promise<void> {
  const desk = await openDesk(server, 'needed', services);
  try {
    await revokeAt(desk, given, json ?? false, services);
  } finally {
    await desk.close();
  }
}

async function revokeAt(desk: KeyDesk, given: string | undefined, json: boolean, services: Services): Promise<void> {
  const id = given ?? (await chooseKey(desk, services));
  if (!(await desk.revoke(id))) throw new DocconvError('USAGE', `There is no active key ${id}: see docconv keys list.`);
  if (json) services.terminal.out.write(`${JSON.stringify({ id, revoked: true })}\n`);
  services.terminal.err.write(`The key ${id} is refused from now on.\n`);
  await forget(id, desk, services);
}

async function chooseKey(desk: KeyDesk, services: Services): Promise<string> {
  if (!services.terminal.interactive)
    throw new DocconvError('USAGE', 'Say which: docconv keys revoke ID (docconv keys list shows the ids).');
  const active = (await desk.list()).filter(key => key.revokedAt === null);
  if (active.length === 0) throw new DocconvError('USAGE', 'There is no active key.');
  const choices = active.map(key => ({ name: rowOf(key), value: key.id }));
  return ask({ type: 'select', message: 'Which key is to be refused?', choices }, services);
}

/** A saved key that no longer works would only puzzle. */
async function forget(id: string, { server }: KeyDesk, services: Services): Promise<void> {
  const credentials = await savedKeys(services);
  if (credentials.get(server)?.keyId === id) await credentials.remove(server);
}
