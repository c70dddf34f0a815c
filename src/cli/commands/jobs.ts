/** `docconv jobs`: the conversions and verifications that a server does while no client waits. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { DocconvError } from '../../errors.js';
import { parseJobAddress, type Remote, type RemoteJob } from '../../remote/index.js';
import { escapeUnsafe, singleLine } from '../../text.js';
import { type AccountOptions, examples, SERVER_FLAG } from '../command.js';
import type { Context } from '../context.js';
import { deliveryState, printList, secondOf } from '../output/server-lists.js';
import { isStdout, rejectJsonBesideOutput, writeOutput } from '../output/write-output.js';
import { onlyServer, withRemote } from '../remote.js';

const JOB = ['<job>', 'address of the job, as convert --no-wait prints it, or its id'] as const;
const SERVER_HELP = 'the server, unless the address names it (default: the one that docconv login saved, if it is one)';

const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];

export function define(command: Command, context: Context): void {
  command
    .command('list')
    .summary('list your jobs, the newest first')
    .option(SERVER_FLAG, SERVER_HELP)
    .addOption(new Option('--status <status>', 'only jobs with this status').choices(STATUSES))
    .option('--json', 'print one line of JSON per job')
    .action((options: AccountOptions) => list(options, context));
  command
    .command('show')
    .summary('show the state of a job')
    .argument(...JOB)
    .option(SERVER_FLAG, SERVER_HELP)
    .option('--json', 'print the job as JSON')
    .action((job: string, options: AccountOptions) => show(job, options, context));
  command
    .command('fetch')
    .summary('wait for the end of a job, and save its result')
    .argument(...JOB)
    .option('-o, --output <file>', "output file, or '-' for stdout (default: the name that the server suggests)")
    .option('-f, --force', 'overwrite an existing file')
    .option(SERVER_FLAG, SERVER_HELP)
    .option('--json', 'print the job and the name of the file as JSON')
    .action((job: string, options: FetchOptions) => fetchResult(job, options, context));
  command
    .command('cancel')
    .summary('cancel a job, or remove one that has ended with its result')
    .argument(...JOB)
    .option(SERVER_FLAG, SERVER_HELP)
    .option('--json', 'print the result as JSON')
    .action((job: string, options: AccountOptions) => cancel(job, options, context));
  examples(command, [
    ['docconv convert big.docx --server docs.example.org --no-wait', 'print the address of a job'],
    ['docconv jobs list --server docs.example.org', 'list your jobs on a server'],
    ['docconv jobs fetch https://docs.example.org/v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw', 'wait for the job, save big.pdf'],
  ]);
}

interface ListOptions extends AccountOptions {
  status?: string;
}

interface FetchOptions extends AccountOptions {
  output?: string;
  force?: boolean;
}

async function list({ server, status, json }: ListOptions, context: Context): Promise<void> {
  const text = { json, rowOf, empty: 'There are no jobs.' };
  await withRemote(server ?? onlyServer(context), context, remote =>
    printList(remote.jobs.all(status ?? null, context), text, context.terminal),
  );
}

function show(text: string, { server, json }: AccountOptions, context: Context): Promise<void> {
  return withJob(text, server, context, async (remote, id) => {
    const job = await remote.jobs.find(id, context);
    context.terminal.out.write(`${json ? JSON.stringify(job) : describe(job)}\n`);
  });
}

/** A job that failed has the error and the exit code of the same conversion here. */
function fetchResult(text: string, options: FetchOptions, context: Context): Promise<void> {
  const { server, output, force = false, json } = options;
  rejectJsonBesideOutput(output === undefined ? [] : [{ output }], options);
  return withJob(text, server, context, async (remote, id) => {
    const job = await remote.jobs.ended(id, context);
    const { name, content } = await remote.jobs.result(id, context.signal);
    await writeOutput(output ?? name, content, { force }, context);
    const path = resolve(context.cwd, output ?? name);
    if (json) context.terminal.out.write(`${JSON.stringify({ ...job, output: path })}\n`);
    else if (output === undefined || !isStdout(output))
      context.terminal.err.write(`The result is in ${escapeUnsafe(output ?? name)}.\n`);
  });
}

function cancel(text: string, { server, json }: AccountOptions, context: Context): Promise<void> {
  return withJob(text, server, context, async (remote, id) => {
    await remote.jobs.cancel(id, context.signal);
    const { out, err } = context.terminal;
    if (json) out.write(`${JSON.stringify({ id, cancelled: true })}\n`);
    else err.write(`The server has no job ${id} any more that runs or has a result.\n`);
  });
}

function withJob(
  text: string,
  server: string | undefined,
  context: Context,
  use: (remote: Remote, id: string) => Promise<void>,
): Promise<void> {
  const named = parseJobAddress(text);
  if (named === null && !/^[\w-]{1,128}$/.test(text)) throw new DocconvError('USAGE.not-a-job', { value: text });
  const address = named?.server ?? server ?? onlyServer(context);
  return withRemote(address, context, remote => use(remote, named?.id ?? text));
}

function rowOf({ id, kind, status, createdAt, webhookDelivery }: RemoteJob): string {
  const webhook = webhookDelivery ? [`webhook ${singleLine(webhookDelivery.status)}`] : [];
  return [id, singleLine(kind).padEnd(7), singleLine(status).padEnd(9), secondOf(createdAt), ...webhook].join('  ');
}

function describe(job: RemoteJob): string {
  const { status, position, startedAt, attempts = 1, pages, durable, expiresAt, problem, webhookDelivery } = job;
  return [
    rowOf(job),
    status === 'running' && startedAt && `running since: ${secondOf(startedAt)}`,
    attempts > 1 && `attempts: ${Number(attempts)}`,
    pages !== undefined && `pages: ${Number(pages)}`,
    webhookDelivery && `webhook: ${deliveryState(webhookDelivery)} ${singleLine(webhookDelivery.id)}`,
    status === 'queued' && position !== undefined && `queued before it: ${Number(position)}`,
    expiresAt && `removed after: ${secondOf(expiresAt)}`,
    problem && `error: ${singleLine(problem.detail)} [${singleLine(problem.code)}]`,
    durable === false && 'The server keeps it in memory: a restart of the server loses it.',
  ]
    .filter(Boolean)
    .join('\n');
}
