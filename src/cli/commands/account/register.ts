/** `docconv register`: the first of two steps to an API key. */
import type { Command } from 'commander';
import { examples } from '../../command.js';
import { givenOrAsked } from '../../input/ask.js';
import { SERVER_FLAG } from '../../remote.js';
import type { Services } from '../../services.js';
import { openDesk } from './key-client.js';

interface Options {
  server?: string;
  json?: boolean;
}

export function define(command: Command, services: Services): void {
  command
    .argument('[email]', 'where to send the code')
    .option(SERVER_FLAG, 'a docconv elsewhere, in place of the store on this machine')
    .option('--json', 'print the answer as JSON')
    .action((email: string | undefined, options: Options) => register(email, options, services));
  examples(command, [
    ['docconv register you@example.org', 'a code arrives by mail; docconv verify-email trades it for a key'],
    ['docconv register you@example.org --server https://docs.example.org', 'for a key to a docconv elsewhere'],
  ]);
}

async function register(given: string | undefined, { json, server }: Options, services: Services): Promise<void> {
  const { terminal } = services;
  const email = await givenOrAsked(given, 'E-mail address:', 'docconv register you@example.org', services);
  const desk = await openDesk(server, 'unused', services);
  const { outbox, ...sent } = await desk.register(email).finally(() => desk.close());
  if (json) terminal.out.write(`${JSON.stringify({ status: 'code_sent', ...sent, outbox })}\n`);
  const way = outbox
    ? `No mail server is set (see docconv config): the mail lies in ${outbox}`
    : `A code is on its way to ${sent.email}. It works once, within ${sent.expiresIn / 60} minutes.`;
  const there = server === undefined ? '' : ` --server ${desk.server}`;
  terminal.err.write(`${way}\nThen: docconv verify-email ${sent.email} CODE${there}\n`);
}
