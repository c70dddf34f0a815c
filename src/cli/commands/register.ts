/** `docconv register`: the first of two steps to an API key. */
import type { Command } from 'commander';
import { givenOrAsked } from '../ask.js';
import { examples } from '../command.js';
import { openLocalDesk } from '../key-desk.js';
import type { Services } from '../services.js';

interface Options {
  json?: boolean;
}

export function define(command: Command, services: Services): void {
  command
    .argument('[email]', 'where to send the code')
    .option('--json', 'print the answer as JSON')
    .action((email: string | undefined, options: Options) => register(email, options, services));
  examples(command, [
    ['docconv register you@example.org', 'a code arrives by mail; docconv verify-email trades it for a key'],
  ]);
}

async function register(given: string | undefined, { json }: Options, services: Services): Promise<void> {
  const { terminal } = services;
  const email = await givenOrAsked(given, 'E-mail address:', 'docconv register you@example.org', services);
  const desk = await openLocalDesk(services);
  const { outbox, ...sent } = await desk.register(email);
  if (json) terminal.out.write(`${JSON.stringify({ status: 'code_sent', ...sent, outbox })}\n`);
  const way = outbox
    ? `No mail server is set (see docconv config): the mail lies in ${outbox}`
    : `A code is on its way to ${sent.email}. It works once, within ${sent.expiresIn / 60} minutes.`;
  terminal.err.write(`${way}\nThen: docconv verify-email ${sent.email} CODE\n`);
}
