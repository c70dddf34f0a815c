/** `docconv store`: the database that several docconvs share. */
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.js';
import { DocconvError } from '../../errors.js';
import type { JobState } from '../../jobs/index.js';
import type { Postgres } from '../../postgres/index.js';
import { examples, type JsonOption } from '../command.js';
import type { Context } from '../context.js';
import { openBlobStore, openDatabase, openStore, type Store } from '../store.js';

export function define(command: Command, context: Context): void {
  command
    .command('migrate')
    .description('create or update the tables of docconv in the database')
    .option('--json', 'print the versions of the schema as JSON')
    .action((options: JsonOption) => migrateStore(options, context));
  command
    .command('status')
    .description('test the store: connection, schema, secret, clock, and where documents are')
    .option('--json', 'print the status as JSON')
    .action((options: JsonOption) => status(options, context));
  examples(command, [
    ['docconv config set store postgres://docconv@db.example.org/docconv', 'use the database for keys and limits'],
    ['docconv config set storeSecret', 'prompt for the secret, the same on every machine'],
    ['docconv store migrate', 'prepare the database, also after an update of docconv'],
    ['docconv store status', 'test the store'],
  ]);
}

async function migrateStore({ json }: JsonOption, { env, terminal }: Context): Promise<void> {
  const { migrate } = await import('../../postgres/index.js');
  const { migrateQueues } = await import('../../jobs/queue/bullmq/schema.js');
  const { version, needed } = await withDatabase(env, async postgres => {
    const before = await migrate(postgres);
    await migrateQueues(postgres);
    return before;
  });
  const now = Math.max(version, needed);
  if (json) terminal.out.write(`${JSON.stringify({ before: version, now })}\n`);
  else terminal.err.write(version < needed ? `The store has the schema ${now} now.\n` : 'The store is up to date.\n');
}

async function status({ json }: JsonOption, { env, terminal }: Context): Promise<void> {
  const config = loadConfig({ env }).values;
  const blobs = await openBlobStore(config, env);
  const store = await openStore(config);
  if (!store) throw noStore();
  try {
    const state = await stateOf(store);
    const documents = blobs?.place ?? null;
    await blobs?.check();
    const { seconds, warning } = await store.clockSkew();
    if (json) return void terminal.out.write(`${JSON.stringify({ ...state, documents, clockSkew: seconds })}\n`);
    const { schema, queueSchema, server, keys, jobs } = state;
    const versions = `PostgreSQL ${server}, schema ${schema}, queues ${queueSchema}`;
    terminal.out.write(`The store can be used: ${versions}, ${keys} keys.\n`);
    terminal.out.write(`Jobs: ${JOB_STATES.map(name => `${jobs[name]} ${name}`).join(', ')}.\n`);
    if (documents) terminal.out.write(`Documents: a test document in ${documents} was written, read and removed.\n`);
    if (warning) terminal.err.write(`Warning: ${warning}\n`);
  } finally {
    await store.close();
  }
}

interface StoreState {
  schema: number;
  /** Version of the tables of BullMQ. */
  queueSchema: number;
  /** Version of PostgreSQL. */
  server: string;
  keys: number;
  /** Those that have not expired. */
  jobs: Readonly<Record<JobState, number>>;
}

const JOB_STATES: readonly JobState[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];

/** Rejects with STORE_OUTDATED when jobs could not be used. */
async function stateOf({ postgres }: Store): Promise<StoreState> {
  const { schemaState } = await import('../../postgres/index.js');
  const { requireQueues } = await import('../../jobs/queue/bullmq/schema.js');
  const { version } = await schemaState(postgres);
  const queueSchema = await requireQueues(postgres);
  const sql = `SELECT current_setting('server_version') AS server, (SELECT count(*) FROM docconv.keys) AS keys`;
  const [row] = await postgres.query<{ server: string; keys: string }>(sql);
  const { server, keys } = row!;
  return { schema: version, queueSchema, server, keys: Number(keys), jobs: await jobsByState(postgres) };
}

async function jobsByState({ query }: Postgres): Promise<StoreState['jobs']> {
  const sql = 'SELECT state, count(*)::integer AS jobs FROM docconv.jobs GROUP BY state';
  const rows = await query<{ state: JobState; jobs: number }>(sql);
  const countOf = (state: JobState) => rows.find(row => row.state === state)?.jobs ?? 0;
  return Object.fromEntries(JOB_STATES.map(state => [state, countOf(state)])) as StoreState['jobs'];
}

async function withDatabase<Result>(
  env: NodeJS.ProcessEnv,
  work: (postgres: Postgres) => Promise<Result>,
): Promise<Result> {
  const postgres = await openDatabase(loadConfig({ env }).values);
  if (!postgres) throw noStore();
  try {
    return await work(postgres);
  } finally {
    await postgres.close();
  }
}

function noStore(): DocconvError {
  return new DocconvError('CONFIG_INVALID.store-not-set');
}
