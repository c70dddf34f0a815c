/** The connections to the store: how many, through PgBouncer, and to several hosts. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { announce, save } from '../../src/http/jobs/submission.js';
import { documentsOf } from '../../src/jobs/index.js';
import { openPostgresJobs } from '../../src/jobs/postgres-backend.js';
import { migrateQueues } from '../../src/jobs/queue/bullmq/schema.js';
import { openSharedKeys } from '../../src/keys/index.js';
import { urlsOfHosts } from '../../src/postgres/hosts.js';
import { createRequestCounts, migrate, openPostgres, type Postgres } from '../../src/postgres/index.js';
import { docconvResident, newHome } from '../helpers/cli.js';
import { describeWith } from '../helpers/requires.js';
import { pgbouncer, startPgbouncer } from '../helpers/servers/pgbouncer.js';
import { newDatabase, postgresql, startCluster, storeVariables, TEST_SECRET } from '../helpers/servers/postgres.js';

const MOST = 6;
const LIMITS = { perAccount: 1000, inAll: 10_000, keepMs: 3_600_000, maxBytes: 1e9 };

function open(url: string, direct: string | null = null): Postgres {
  const postgres = openPostgres(url, { direct });
  onTestFinished(() => postgres.close());
  return postgres;
}

async function migratedDatabase(): Promise<string> {
  const { DOCCONV_STORE } = await storeVariables();
  return DOCCONV_STORE!;
}

/** What a server has: submits, waits for, cancels and does jobs, at most four at once. */
function openServer(postgres: Postgres) {
  const settings = { postgres, keysFor: () => [Buffer.alloc(32, 1)], keepMs: 3_600_000, maxBytes: 1e9, blobs: null };
  const errors: Error[] = [];
  const backend = openPostgresJobs(settings)(error => errors.push(error));
  const { store, documents, dispatcher } = backend;
  const workers = dispatcher.work(4, async id => {
    const job = await store.begin(id);
    if (!job) return;
    const [given] = job.documents;
    const blocks: Uint8Array[] = [];
    for await (const block of documents.get(given!.id)) blocks.push(block);
    const made = Buffer.concat(blocks);
    const open = async function* () {
      yield made;
    };
    const result = await documents.put(open, { account: job.account, size: made.length, isResult: true });
    await store.end(id, job.attempts, { result: { id: result, name: 'a.pdf', size: made.length, headers: {} } });
  });
  onTestFinished(async () => {
    await workers.close();
    await dispatcher.close();
  });
  const convert = async (id: string, size: number) => {
    const content = Buffer.alloc(size, id);
    const given = { id, kind: 'convert', account: `a${size}`, fingerprint: '', parameters: {}, webhook: null } as const;
    const source = { bytes: content, name: 'a.docx' };
    const received = { name: 'a.docx', size, source, read: async () => content };
    const saved = await save(given, [received], backend, LIMITS);
    await announce(saved, backend);
    const ended = await store.wait(id, 30_000, new AbortController().signal);
    await documents.remove(documentsOf(ended!));
    return ended!.state;
  };
  return { convert, errors };
}

/** Small documents, which are saved with their job, and large ones. */
async function convertMany(server: ReturnType<typeof openServer>, prefix: string): Promise<string[]> {
  const sizes = Array.from({ length: 40 }, (_, i) => (i % 4 ? 1_000 : 2_500_000));
  return Promise.all(sizes.map((size, i) => server.convert(`${prefix}${i}`, size)));
}

describeWith('connections', [postgresql], () => {
  test('a process has at most six, whatever it does at once', async () => {
    const url = await migratedDatabase();
    const admin = open(url);
    const server = openServer(open(url));
    const sql = `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
    let most = 0;
    let isBusy = true;
    const counting = (async () => {
      while (isBusy) most = Math.max(most, (await admin.query<{ n: number }>(sql))[0]!.n);
    })();
    const states = await convertMany(server, 'j');
    isBusy = false;
    await counting;
    expect(new Set(states)).toEqual(new Set(['succeeded']));
    expect(server.errors).toEqual([]);
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(MOST);
  });

  test('a role that may create nothing migrates a store where nothing is to be done', async () => {
    const url = await migratedDatabase();
    const admin = open(url);
    await admin.query('CREATE ROLE user_only LOGIN');
    for (const schema of ['docconv', 'bullmq']) {
      await admin.query(`GRANT USAGE ON SCHEMA ${schema} TO user_only`);
      await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO user_only`);
    }
    const store = url.replace('docconv@', 'user_only@');
    const run = () => docconvResident(['store', 'migrate'], { env: { DOCCONV_HOME: newHome(), DOCCONV_STORE: store } });
    expect(await run()).toMatchObject({ code: 0, err: 'The store is up to date.\n' });
    await admin.query('UPDATE docconv.schema SET version = version - 1');
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('permission denied') });
  });
});

describeWith('settings of the database', [postgresql], () => {
  test('that an operator has made change nothing', async () => {
    const url = await migratedDatabase();
    const admin = open(url);
    const name = new URL(url).pathname.slice(1);
    const settings = {
      default_transaction_isolation: 'serializable',
      TimeZone: 'Asia/Kolkata',
      DateStyle: 'SQL, DMY',
      IntervalStyle: 'sql_standard',
      standard_conforming_strings: 'off',
      bytea_output: 'escape',
      extra_float_digits: '-15',
      search_path: '',
      plan_cache_mode: 'force_generic_plan',
    };
    for (const [setting, value] of Object.entries(settings))
      await admin.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
    const servers = [0, 1].map(() => openServer(open(url)));
    const states = await Promise.all(servers.map((server, i) => convertMany(server, `${i}-`)));
    expect(servers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(new Set(states.flat())).toEqual(new Set(['succeeded']));
    const counts = createRequestCounts(open(url), Buffer.from('key'));
    const counted = await Promise.all(Array.from({ length: 10 }, () => counts.count('ann', 60_000)));
    expect(Math.max(...counted.map(({ current }) => current))).toBe(10);
  });
});

describeWith('options of the session', [postgresql], () => {
  const shown = async (url: string) => {
    const postgres = open(url);
    const shows = `SELECT current_setting('work_mem') AS memory, current_setting('transaction_isolation') AS isolation`;
    const pooled = await postgres.query(shows);
    expect(await postgres.session(query => query(shows))).toEqual(pooled);
    return pooled[0];
  };
  const OPTIONS = '-c work_mem=5MB -c default_transaction_isolation=serializable';
  const expected = { memory: '5MB', isolation: 'read committed' };

  test('of PGOPTIONS hold, but for the isolation level', async () => {
    vi.stubEnv('PGOPTIONS', OPTIONS);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await shown(await newDatabase())).toEqual(expected);
  });

  test('of the URL hold, but for the isolation level', async () => {
    expect(await shown(`${await newDatabase()}?options=${encodeURIComponent(OPTIONS)}`)).toEqual(expected);
  });
});

describeWith('through PgBouncer', [postgresql, pgbouncer], () => {
  test('the command line, keys, limits and jobs work, with few connections to the database', async () => {
    const direct = await newDatabase();
    const store = await startPgbouncer(direct);
    const env = {
      DOCCONV_HOME: newHome(),
      DOCCONV_STORE: store,
      DOCCONV_STORE_DIRECT: direct,
      DOCCONV_STORE_SECRET: TEST_SECRET,
    };
    const run = (...argv: string[]) => docconvResident(argv, { env });
    expect(await run('store', 'migrate')).toMatchObject({ code: 0 });
    expect(await run('keys', 'create', 'ann@example.org')).toMatchObject({ code: 0 });
    expect(await run('store', 'status')).toMatchObject({ code: 0, out: expect.stringContaining('1 keys') });

    const processes = [0, 1, 2].map(() => open(store, direct));
    const keys = await openSharedKeys({ postgres: processes[0]!, pepper: Buffer.alloc(32) });
    expect(await keys.list()).toHaveLength(1);
    const counts = processes.map(postgres => createRequestCounts(postgres, Buffer.from('key')));
    const counted = await Promise.all(Array.from({ length: 30 }, (_, i) => counts[i % 3]!.count('ann', 60_000)));
    expect(Math.max(...counted.map(({ current }) => current))).toBe(30);

    const servers = processes.map(openServer);
    const states = await Promise.all(servers.map((server, i) => convertMany(server, `${i}-`)));
    expect(new Set(states.flat())).toEqual(new Set(['succeeded']));
    expect(servers.flatMap(({ errors }) => errors)).toEqual([]);
    const sql = `SELECT count(*) FILTER (WHERE application_name = 'docconv listener')::int AS listeners,
      count(*)::int AS all FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
    const [row] = await open(direct).query<{ listeners: number; all: number }>(sql);
    expect(row!.listeners).toBe(3);
    expect(row!.all).toBeLessThanOrEqual(3 + 5);
  });

  test('with the documented settings of the role, its sessions are as those without PgBouncer', async () => {
    const direct = await newDatabase();
    const admin = open(direct);
    const name = new URL(direct).pathname.slice(1);
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_isolation = serializable`);
    const documented = readFileSync('docs/operation.md', 'utf8').match(/(?<=-c ")ALTER ROLE docconv SET [^"]*/g)!;
    for (const setting of documented) await admin.query(setting);
    onTestFinished(async () => void (await admin.query('ALTER ROLE docconv RESET ALL')));
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_isolation'];
    const shows = `SELECT ${names.map(setting => `current_setting('${setting}') AS ${setting}`)}`;
    const pooled = open(await startPgbouncer(direct), direct);
    expect(await pooled.query(shows)).toEqual(await admin.query(shows));
  });

  test('without storeDirect: the reason', async () => {
    const postgres = open(await startPgbouncer(await newDatabase()));
    await expect(postgres.query('SELECT 1')).rejects.toThrow('unsupported startup parameter');
  });
});

describeWith('several hosts', [postgresql], () => {
  test('of an address, which also have ports', () => {
    const both = ['postgres://me:pw@a:5433/db?x=1', 'postgres://me:pw@b/db?x=1'];
    expect(urlsOfHosts('postgres://me:pw@a:5433,b/db?target_session_attrs=read-write&x=1')).toEqual(both);
    expect(urlsOfHosts('postgres://a,b:x/db')).toBeNull();
    expect(urlsOfHosts('mysql://a/db')).toBeNull();
  });

  test('the one that accepts connections and permits to write is used, also after a failover', async () => {
    const primary = await startCluster();
    const standby = await startCluster({ standbyOf: primary });
    const hostOf = (url: string) => /@([^/]+)/.exec(url)![1]!;
    const url = primary.url('postgres');
    const both = url.replace(hostOf(url), `${hostOf(standby.url('postgres'))},${hostOf(url)}`);
    const postgres = open(`${both}?target_session_attrs=read-write`);
    await migrate(postgres); // the standby is the first host
    await migrateQueues(postgres);
    const { convert, errors } = openServer(postgres);
    expect(await convert('before', 1_000)).toBe('succeeded');
    expect(errors).toEqual([]);
    await expect.poll(() => open(standby.url('postgres')).query('SELECT 1 FROM docconv.jobs')).toHaveLength(1);
    await expect(open(standby.url('postgres')).query('DELETE FROM docconv.jobs')).rejects.toThrow('read-only');

    primary.crash();
    await expect(postgres.query('SELECT 1')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    standby.promote();
    await expect.poll(() => postgres.query('SELECT 1 AS one').catch(() => [])).toEqual([{ one: 1 }]);
    expect(await convert('after', 1_000)).toBe('succeeded');
  });
});
