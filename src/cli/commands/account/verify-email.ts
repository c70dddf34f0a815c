/** `docconv verify-email`: exchanges the verification code for an API key. Only the key is written to stdout. */
import type { Command } from 'commander';
import { DocconvError } from '../../../errors.js';
import { isWellFormedCode } from '../../../keys/index.js';
import { serverAddress } from '../../../remote/index.js';
import { type AccountOptions, examples, integerOption, SERVER_FLAG } from '../../command.js';
import type { Context } from '../../context.js';
import { givenOrAsked } from '../../input/ask.js';
import { openKeyClient } from './key-client.js';
import { pendingRegistration } from './pending-registration.js';
import { deliverKey, redeemTyped } from './redeem.js';

interface Options extends AccountOptions {
  save: boolean;
  name?: string;
  expires?: number;
}

const USAGE = 'docconv verify-email you@example.org CODE';

export function define(command: Command, context: Context): void {
  command
    .argument('[email]', 'registered address (default: the one that docconv register sent a code to last)')
    .argument('[code...]', 'code from the mail; case and spaces are ignored')
    .option(SERVER_FLAG, 'server that sent the code')
    .option('--name <name>', 'name of the key, for people')
    .option('--expires <days>', 'days until the key expires (default: as the server is configured)', integerOption)
    .option('--no-save', 'do not save the key')
    .option('--json', 'print the key, its id and the address as JSON')
    .action((first: string | undefined, more: string[], options: Options) =>
      verify([first ?? [], more].flat(), options, context),
    );
  examples(command, [
    [USAGE, 'print the new key, and save it for --server'],
    ['docconv verify-email CODE', 'the same, for the address of the last docconv register'],
    [`key=$(${USAGE} --no-save)`, 'store the key in a shell variable only'],
  ]);
}

async function verify(words: readonly string[], options: Options, context: Context): Promise<void> {
  const given = readWords(words);
  if (given.code !== null && !isWellFormedCode(given.code)) throw new DocconvError('CODE_INVALID.not-a-code');
  const { email, server } = await registrationFor(given.email, options.server, context);
  if (given.code === null && !context.terminal.interactive) throw codeNotGiven();
  const client = await openKeyClient(server, 'unused', context);
  try {
    const verifyCode = (code: string) => client.verify(email, code, { name: options.name, days: options.expires });
    const key = given.code === null ? await redeemTyped(verifyCode, context) : await verifyCode(given.code);
    if (!key) throw codeNotGiven();
    await deliverKey(key, client, options, context);
  } finally {
    await client.close();
  }
}

const codeNotGiven = () => new DocconvError('USAGE.code-not-given', { usage: USAGE });

/** A code may be several words; without an address before it, the address is the last registered one. */
function readWords(words: readonly string[]): { email: string | null; code: string | null } {
  const [first, ...rest] = words;
  if (first === undefined) return { email: null, code: null };
  const isCode = rest.length === 0 || isWellFormedCode(words.join(''));
  if (!first.includes('@') && isCode) return { email: null, code: words.join('') };
  return { email: first, code: rest.length > 0 ? rest.join('') : null };
}

/** What `docconv register` remembered counts only for the same server; without --server it decides on the server too. */
async function registrationFor(email: string | null, server: string | undefined, context: Context) {
  if (email !== null) return { email, server };
  const pending = pendingRegistration(context);
  if (pending && (server === undefined || serverAddress(server) === pending.server)) {
    const at = pending.server === null ? '' : ` at ${pending.server}`;
    context.terminal.err.write(`For ${pending.email}${at}, as registered last.\n`);
    return { email: pending.email, server: pending.server ?? undefined };
  }
  return { email: await givenOrAsked(undefined, 'E-mail address:', USAGE, context), server };
}
