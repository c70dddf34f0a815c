/** `docconv webhooks`: what became of the webhooks of jobs on a server, and the secret that signs them. */
import { type Command, Option } from 'commander';
import { DocconvError } from '../../errors.js';
import type { RemoteDelivery, RemoteWebhookSecret } from '../../remote/index.js';
import { singleLine } from '../../text.js';
import { type AccountOptions, examples, SERVER_FLAG } from '../command.js';
import type { Context } from '../context.js';
import { deliveryState, printList, secondOf } from '../output/server-lists.js';
import { onlyServer, withRemote } from '../remote.js';

const SERVER_HELP = 'the server (default: the one that docconv login saved, if it is one)';
const STATUSES = ['pending', 'delivered', 'failed'];

export function define(command: Command, context: Context): void {
  const subcommand = (name: string, summary: string, json: string) =>
    command.command(name).summary(summary).option(SERVER_FLAG, SERVER_HELP).option('--json', json);
  subcommand('list', 'list the deliveries of the last days, the newest first', 'print one line of JSON per delivery')
    .addOption(new Option('--status <status>', 'only those with this status').choices(STATUSES))
    .action((options: ListOptions) => list(options, context));
  subcommand('resend', 'send a webhook again, now', 'print the delivery as JSON')
    .argument('<delivery>', 'id of the delivery, as list prints it')
    .action((id: string, options: AccountOptions) => resend(id, options, context));
  subcommand('test', 'have the server send an event to a receiver, to try it', 'print the outcome as JSON')
    .argument('<url>', 'URL of the receiver')
    .action((url: string, options: AccountOptions) => test(url, options, context));
  subcommand('secret', 'print the secret that signs your webhooks', 'print it as JSON').action(
    (options: AccountOptions) => secret(options, context),
  );
  subcommand('rotate', 'replace the secret that signs your webhooks, and print the new one', 'print it as JSON').action(
    (options: AccountOptions) => rotate(options, context),
  );
  examples(command, [
    ['docconv webhooks list --status failed', 'which webhooks were given up'],
    ['docconv webhooks resend msg_pYzbR3gqTm6Yv0m1r2d3Zw', 'send one of them again'],
    ['docconv webhooks test https://example.org/docconv-events', 'try a receiver'],
  ]);
}

interface ListOptions extends AccountOptions {
  status?: string;
}

async function list({ server, status, json }: ListOptions, context: Context): Promise<void> {
  const text = { json, rowOf, empty: 'There are no webhooks.' };
  await withRemote(server ?? onlyServer(context), context, remote =>
    printList(remote.webhooks.deliveries(status ?? null, context), text, context.terminal),
  );
}

async function resend(id: string, { server, json }: AccountOptions, context: Context): Promise<void> {
  const delivery = await withRemote(server ?? onlyServer(context), context, remote =>
    remote.webhooks.resend(id, context),
  );
  const { out, err } = context.terminal;
  if (json) out.write(`${JSON.stringify(delivery)}\n`);
  else err.write('The server sends it again. docconv webhooks list shows what became of it.\n');
}

/** Ends with the exit code of a URL that cannot be fetched where the event was not delivered. */
async function test(url: string, { server, json }: AccountOptions, context: Context): Promise<void> {
  const tried = await withRemote(server ?? onlyServer(context), context, remote => remote.webhooks.test(url, context));
  const { out, err } = context.terminal;
  if (json) out.write(`${JSON.stringify(tried)}\n`);
  context.failureIsPrinted = true;
  const reason = singleLine(String(tried.status ?? tried.error));
  if (!tried.delivered) throw new DocconvError('FETCH_FAILED.webhook-test', { reason });
  if (!json) err.write(`The receiver answered ${reason} after ${Number(tried.milliseconds)} ms.\n`);
}

async function secret({ server, json }: AccountOptions, context: Context): Promise<void> {
  const present = await withRemote(server ?? onlyServer(context), context, remote => remote.webhooks.secret(context));
  print(present, json, context);
}

async function rotate({ server, json }: AccountOptions, context: Context): Promise<void> {
  const present = await withRemote(server ?? onlyServer(context), context, remote => remote.webhooks.rotate(context));
  print(present, json, context);
}

function print(present: RemoteWebhookSecret, json: boolean | undefined, { terminal }: Context): void {
  const { secret, formerUntil } = present;
  terminal.out.write(`${json ? JSON.stringify(present) : secret}\n`);
  if (!json && formerUntil)
    terminal.err.write(`Until ${secondOf(formerUntil)}, events are signed with the former secret as well.\n`);
}

function rowOf(delivery: RemoteDelivery): string {
  const { id, type, job, url } = delivery;
  return [id, singleLine(type).padEnd(13), singleLine(job), deliveryState(delivery), singleLine(url)].join('  ');
}
