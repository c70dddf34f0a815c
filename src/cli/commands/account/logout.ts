/** `docconv logout`: forgets the key for a server. The key itself goes on working: `docconv keys revoke` ends it. */
import type { Command } from 'commander';
import { DocconvError } from '../../../errors.js';
import { examples } from '../../command.js';
import { ask } from '../../input/ask.js';
import { SERVER_FLAG, savedKeys } from '../../remote.js';
import type { Services } from '../../services.js';

export function define(command: Command, services: Services): void {
  command
    .option(SERVER_FLAG, 'which one, where keys are kept for several')
    .action((options: { server?: string }) => logout(options.server, services));
  examples(command, [['docconv logout --server https://docs.example.org', 'forgets the key for it']]);
}

async function logout(given: string | undefined, services: Services): Promise<void> {
  const credentials = await savedKeys(services);
  const servers = credentials.list().map(({ server }) => server);
  const server = given ?? (await choose(servers, services));
  if (!(await credentials.remove(server)))
    throw new DocconvError('USAGE', `No key is kept for ${server}: see docconv whoami.`);
  const { err, color } = services.terminal;
  err.write(`${color.err.green('✓')} The key for ${server} is forgotten here. docconv keys revoke would end it.\n`);
}

async function choose(servers: readonly string[], services: Services): Promise<string> {
  const [only] = servers;
  if (only === undefined) throw new DocconvError('USAGE', 'No key is kept: there is nothing to forget.');
  if (servers.length === 1) return only;
  if (!services.terminal.interactive) {
    throw new DocconvError('USAGE', `Say which: docconv logout --server URL (one of ${servers.join(', ')}).`);
  }
  const choices = servers.map(server => ({ name: server, value: server }));
  return ask({ type: 'select', message: 'Log out of which?', choices }, services);
}
