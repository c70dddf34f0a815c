/** `docconv register`: requests a code by mail and, at a terminal, exchanges it for an API key. */
import type { Command } from 'commander';
import { DocconvError } from '../../../errors.js';
import { type AccountOptions, examples, SERVER_FLAG } from '../../command.js';
import type { Context } from '../../context.js';
import { givenOrAsked } from '../../input/ask.js';
import { type KeyClient, openKeyClient, type Registration } from './key-client.js';
import { rememberRegistration } from './pending-registration.js';
import { deliverKey, redeemTyped } from './redeem.js';

interface Options extends AccountOptions {
  save: boolean;
}

const USAGE = 'docconv register you@example.org';

export function define(command: Command, context: Context): void {
  command
    .argument('[email]', 'address that receives the code')
    .option(SERVER_FLAG, 'register with this server instead of the local key store')
    .option('--no-save', 'do not save the key')
    .option('--json', 'print the result as JSON, and do not ask for the code')
    .action((email: string | undefined, options: Options) => register(email, options, context));
  examples(command, [
    [USAGE, 'request a code; at a terminal, type it to get the API key'],
    [`${USAGE} --server https://docs.example.org`, 'register with a remote server'],
  ]);
}

async function register(given: string | undefined, options: Options, context: Context): Promise<void> {
  const { terminal } = context;
  const { json, server, save } = options;
  const email = await givenOrAsked(given, 'E-mail address:', USAGE, context);
  const client = await openKeyClient(server, 'unused', context);
  try {
    const sent = await requestCode(email, given === undefined, client, context);
    await rememberRegistration(
      { email: sent.email, server: server === undefined ? null : client.server, expiresAt: expiryOf(sent) },
      context,
    );
    if (json) terminal.out.write(`${JSON.stringify(jsonOf(sent))}\n`);
    terminal.err.write(`${whereSent(sent)}\n`);
    const key = terminal.interactive && !json ? await askForCode(sent, client, context) : null;
    if (key) await deliverKey(key, client, { save }, context);
    else terminal.err.write(`Next: docconv verify-email ${sent.email} CODE${serverFlag(options, client)}\n`);
  } finally {
    await client.close();
  }
}

/** An address that was typed at the prompt is asked for again if it is invalid. */
async function requestCode(email: string, typed: boolean, client: KeyClient, context: Context): Promise<Registration> {
  for (let address = email; ; ) {
    try {
      return await client.register(address);
    } catch (thrown) {
      if (!typed || !(thrown instanceof DocconvError) || thrown.code !== 'OPTION_INVALID') throw thrown;
      context.terminal.err.write(`${thrown.message}\n`);
      address = await givenOrAsked(undefined, 'E-mail address:', USAGE, context);
    }
  }
}

function askForCode({ email }: Registration, client: KeyClient, context: Context) {
  context.terminal.err.write('Type the code, or press Enter to do so later.\n');
  return redeemTyped(code => client.verify(email, code), context);
}

function whereSent({ email, expiresIn, outbox }: Registration): string {
  return outbox
    ? `No mail server is configured (see docconv config). Saved the mail as ${outbox.text}`
    : `Sent a code to ${email}. It is valid for ${expiresIn / 60} minutes.`;
}

function jsonOf({ email, expiresIn, outbox }: Registration): object {
  return { status: 'code_sent', email, expiresIn, outbox: outbox?.eml ?? null };
}

function expiryOf({ expiresIn }: Registration): number {
  return Date.now() + expiresIn * 1000;
}

function serverFlag({ server }: Options, client: KeyClient): string {
  return server === undefined ? '' : ` --server ${client.server}`;
}
