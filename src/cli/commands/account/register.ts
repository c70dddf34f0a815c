/** `docconv register`: requests a verification code, the first of two steps to an API key. */
import type { Command } from 'commander';
import { type AccountOptions, examples, SERVER_FLAG } from '../../command.js';
import type { Context } from '../../context.js';
import { givenOrAsked } from '../../input/ask.js';
import { openKeyClient } from './key-client.js';

const USAGE = 'docconv register you@example.org';

export function define(command: Command, context: Context): void {
  command
    .argument('[email]', 'address that receives the code')
    .option(SERVER_FLAG, 'register with this server instead of the local key store')
    .option('--json', 'print the result as JSON')
    .action((email: string | undefined, options: AccountOptions) => register(email, options, context));
  examples(command, [
    [USAGE, 'request a code; docconv verify-email exchanges it for an API key'],
    [`${USAGE} --server https://docs.example.org`, 'register with a remote server'],
  ]);
}

async function register(given: string | undefined, { json, server }: AccountOptions, context: Context): Promise<void> {
  const { terminal } = context;
  const email = await givenOrAsked(given, 'E-mail address:', USAGE, context);
  const client = await openKeyClient(server, 'unused', context);
  const { outbox, ...sent } = await client.register(email).finally(() => client.close());
  if (json) terminal.out.write(`${JSON.stringify({ status: 'code_sent', ...sent, outbox: outbox?.eml ?? null })}\n`);
  const result = outbox
    ? `No mail server is configured (see docconv config). Saved the mail as ${outbox.text}`
    : `Sent a code to ${sent.email}. It is valid for ${sent.expiresIn / 60} minutes.`;
  const serverFlag = server === undefined ? '' : ` --server ${client.server}`;
  terminal.err.write(`${result}\nNext: docconv verify-email ${sent.email} CODE${serverFlag}\n`);
}
