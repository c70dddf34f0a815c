/** `docconv logout`: removes a saved API key. The key stays valid: `docconv keys revoke` revokes it. */
import type { Command } from 'commander';
import { DocconvError } from '../../../errors.js';
import { examples, SERVER_FLAG } from '../../command.js';
import type { Context } from '../../context.js';
import { ask } from '../../input/ask.js';
import { savedKeys } from '../../remote.js';

export function define(command: Command, context: Context): void {
  command
    .option(SERVER_FLAG, 'server to log out of, if keys are saved for several')
    .action((options: { server?: string }) => logout(options.server, context));
  examples(command, [['docconv logout --server https://docs.example.org', 'remove the saved key of this server']]);
}

async function logout(given: string | undefined, context: Context): Promise<void> {
  const credentials = savedKeys(context);
  const servers = credentials.list().map(({ server }) => server);
  const server = given ?? (await chooseServer(servers, context));
  if (!(await credentials.remove(server))) throw new DocconvError('USAGE.no-api-key-for-server', { server });
  const { err, color } = context.terminal;
  err.write(`${color.err.green('✓')} Removed the key for ${server}. It stays valid until it is revoked.\n`);
}

async function chooseServer(servers: readonly string[], context: Context): Promise<string> {
  const [only] = servers;
  if (only === undefined) throw new DocconvError('USAGE.no-api-key-saved');
  if (servers.length === 1) return only;
  if (!context.terminal.interactive) throw new DocconvError('USAGE.several-servers', { servers: servers.join(', ') });
  const choices = servers.map(server => ({ name: server, value: server }));
  return ask({ type: 'select', message: 'Which server do you want to log out of?', choices }, context);
}
