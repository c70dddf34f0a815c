/** `docconv keys`: lists, names, rotates and revokes API keys; for the operator of the key store also creates and invites. */
import type { Command } from 'commander';
import { type AccountOptions, examples, integerOption, SERVER_FLAG } from '../../../command.js';
import type { Context } from '../../../context.js';
import { rename, revoke, rotate } from './change.js';
import { list } from './list.js';
import type { CreateOptions, InviteOptions } from './operator.js';
import { create, invite, log, permitSigning } from './operator.js';

export function define(command: Command, context: Context): void {
  defineForEveryone(command, context);
  defineForOperator(command, context);
  examples(command, [
    ['docconv keys list', 'list the keys in the local key store'],
    ['docconv keys rotate 7hQ2m0xYwT4c --grace 48', 'print a new secret; the former one stays valid for two days'],
    ['docconv keys revoke 7hQ2m0xYwT4c', 'revoke a key; a running server rejects it at once'],
    ['docconv keys create ann@example.org --name scanner --expires 90', 'create a key without a mail'],
    ['docconv keys invite bob@example.com', 'let this address register, whatever the setting registration says'],
  ]);
}

function defineForEveryone(command: Command, context: Context): void {
  command
    .command('list')
    .summary('list API keys without their secrets')
    .option(SERVER_FLAG, 'list your keys on this server instead of the local key store')
    .option('--all', 'with --server: the keys of all addresses, for admin keys')
    .option('--json', 'print one line of JSON per key')
    .action((options: AccountOptions & { all?: boolean }) => list(options, context));
  command
    .command('rename')
    .summary('give an API key another name')
    .argument('<id>', 'id of the key, see docconv keys list')
    .argument('<name>', 'name for people; empty for none')
    .option(SERVER_FLAG, 'rename a key of yours on this server instead of the local key store')
    .action((id: string, name: string, options: AccountOptions) => rename(id, name, options, context));
  command
    .command('rotate')
    .summary('replace the secret of an API key')
    .argument('[id]', 'id of the key, see docconv keys list; with --server: the key in use')
    .option('--grace <hours>', 'time for which the former secret stays valid (default: 24)', integerOption)
    .option(SERVER_FLAG, 'rotate the key that is saved for this server')
    .option('--no-save', 'do not save the new secret')
    .option('--json', 'print the result as JSON')
    .action((id: string | undefined, options: AccountOptions & { grace?: number; save: boolean }) =>
      rotate(id, options, context),
    );
  command
    .command('revoke')
    .summary('revoke an API key permanently')
    .argument('[id]', 'id of the key, see docconv keys list')
    .option(SERVER_FLAG, 'revoke a key of yours on this server instead of the local key store')
    .option('--json', 'print the result as JSON')
    .action((id: string | undefined, options: AccountOptions) => revoke(id, options, context));
}

/** These commands change the local key store: a user who can write it needs no further right. */
function defineForOperator(command: Command, context: Context): void {
  command
    .command('create')
    .summary('create an API key in the local key store, without a mail')
    .argument('<email>', 'address of the owner')
    .option('--name <name>', 'name for people')
    .option('--expires <days>', 'days until the key expires (default: the setting keyDays)', integerOption)
    .option('--admin', 'the key may list, rename and revoke the keys of all addresses over HTTP')
    .option('--sign', 'the key may sign documents over HTTP, where the server has a key for that')
    .option('--json', 'print the key, its id and the address as JSON')
    .action((email: string, options: CreateOptions) => create(email, options, context));
  command
    .command('permit-signing')
    .summary('permit an API key to sign documents with the key of the server')
    .argument('<id>', 'id of the key, see docconv keys list')
    .option('--withdraw', 'the key may not sign any more')
    .action((id: string, options: { withdraw?: boolean }) => permitSigning(id, options, context));
  command
    .command('invite')
    .summary('permit an address to register once, within 14 days')
    .argument('[email]', 'address; without one, the open invitations are listed')
    .option('--withdraw', 'remove the invitation of this address')
    .option('--json', 'print one line of JSON per invitation')
    .action((email: string | undefined, options: InviteOptions) => invite(email, options, context));
  command
    .command('log')
    .summary('show the audit log of the local key store')
    .option('--last <count>', 'number of events (default: 100)', integerOption)
    .option('--json', 'print one line of JSON per event')
    .action((options: { last?: number; json?: boolean }) => log(options, context));
}
