/** `docconv serve`: runs the HTTP service. */
import type { Command } from 'commander';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { addServerFlags, givenSettings } from './flags.js';
import { addServerOptions, loadServerConfig, runServer, type ServerOptions } from './run.js';

export function define(command: Command, context: Context): void {
  addServerOptions(command);
  addServerFlags(command, true);
  command.action((options: ServerOptions) => {
    const config = loadServerConfig(options, givenSettings(command), context);
    return runServer(config, config.workers === 0 ? 'api' : 'all', options, context);
  });
  examples(command, [
    ['docconv serve', 'listen on http://127.0.0.1:8080'],
    ['docconv serve --host 0.0.0.0 --public-url https://docs.example.org', 'run behind a reverse proxy'],
    ['docconv serve --socket /run/docconv.sock --verify-needs-key', 'listen on a Unix socket'],
    ['docconv serve --workers 0', 'accept requests; docconv work, with the same store, converts'],
    ['DOCCONV_SMTP_HOST=mail.example.org docconv serve', 'send verification codes by mail'],
  ]);
  command.addHelpText('after', '\nWrites a JSON log to stdout. Run docconv config list to see further settings.');
}
