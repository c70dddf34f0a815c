/** `docconv work`: does the jobs of a store, for servers that leave them to others. */
import type { Command } from 'commander';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { addServerFlags, givenSettings } from './flags.js';
import { addServerOptions, loadServerConfig, runServer, type ServerOptions } from './run.js';

export function define(command: Command, context: Context): void {
  addServerOptions(command);
  addServerFlags(command, false);
  command.action((options: ServerOptions) =>
    runServer(loadServerConfig(options, givenSettings(command), context), 'work', options, context),
  );
  examples(command, [
    ['docconv work --port 8081', 'do the jobs of the setting store; beside docconv serve on the same machine'],
    ['docconv work --host 0.0.0.0 --workers 4 --metrics-host 0.0.0.0 --metrics-port 9090', 'on a machine of its own'],
  ]);
  command.addHelpText(
    'after',
    '\nServes /healthz and /readyz only, and metrics with --metrics-port. Writes a JSON log to stdout. Run docconv config list to see further settings.',
  );
}
