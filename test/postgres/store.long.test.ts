/** The database that several docconvs share: its schema, its secret, and errors when it cannot be used. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/cli/store.js';
import { loadConfig } from '../../src/config/index.js';
import { migrateQueues } from '../../src/jobs/queue/bullmq/schema.js';
import { createEncryption } from '../../src/jobs/store/encryption.js';
import { openSharedKeys } from '../../src/keys/index.js';
import { createRequestCounts, migrate, openPostgres, requireSchema, schemaState } from '../../src/postgres/index.js';
import { clockAhead, docconv, docconvResident, newHome } from '../helpers/cli.js';
import { describeWith } from '../helpers/requires.js';
import { newDatabase, openTestDatabase, postgresql, startCluster, TEST_SECRET } from '../helpers/servers/postgres.js';

const configOf = (store: string, storeSecret: string) =>
  loadConfig({ env: { DOCCONV_HOME: newHome(), DOCCONV_STORE: store, DOCCONV_STORE_SECRET: storeSecret } }).values;

const OTHER_SECRET = 'another secret of at least thirty-two characters';

async function open(url: string, secret: string) {
  const store = await openStore(configOf(url, secret));
  onTestFinished(() => store?.close());
  return store!;
}

async function migratedDatabase(): Promise<string> {
  const url = await newDatabase();
  const postgres = openPostgres(url);
  await migrate(postgres);
  await postgres.close();
  return url;
}

describeWith('a store', [postgresql], () => {
  test('is migrated once, also by several processes at once', async () => {
    const postgres = openPostgres(await newDatabase());
    onTestFinished(() => postgres.close());
    await expect(requireSchema(postgres)).rejects.toThrow(
      'The store has no tables of docconv. Run: docconv store migrate',
    );
    const before = await Promise.all([migrate(postgres), migrate(postgres), migrate(postgres)]);
    expect(before.filter(({ version }) => version === 0)).toHaveLength(1);
    await requireSchema(postgres);
    const { version, needed } = await schemaState(postgres);
    expect(version).toBe(needed);
  });

  test('of a later docconv is used if that is permitted, and never changed', async () => {
    const postgres = await openTestDatabase();
    await postgres.query('UPDATE docconv.schema SET version = version + 1');
    await requireSchema(postgres);
    const { version } = await schemaState(postgres);
    await migrate(postgres);
    expect((await schemaState(postgres)).version).toBe(version);
    await postgres.query('UPDATE docconv.schema SET oldest = version');
    await expect(requireSchema(postgres)).rejects.toMatchObject({ code: 'STORE_OUTDATED' });
  });

  test('has one secret', async () => {
    const url = await migratedDatabase();
    await expect(open(url, 'too short')).rejects.toThrow(/storeSecret.*at least 32 characters/);
    const store = await open(url, TEST_SECRET);
    expect(store.keyFor('codes')).not.toEqual(store.keyFor('requests'));
    await expect(open(url, OTHER_SECRET)).rejects.toThrow('storeSecret is not the secret of this store');
  });

  test('has its secret replaced in three steps, in which any two machines read what the other wrote', async () => {
    const url = await migratedDatabase();
    const step = async (secret: string) => {
      const store = await open(url, secret);
      return { encryption: createEncryption(store.keysFor('jobs')), codes: store.keyFor('codes') };
    };
    const former = await step(TEST_SECRET);
    const failure = await open(url, OTHER_SECRET).catch((thrown: Error) => thrown.message);
    const advised = [...String(failure).matchAll(/"([a-z,]+)"/g)].map(([, words = '']) => words);
    expect(advised).toEqual(['former,new', 'new,former', 'new']);
    const documented = readFileSync('docs/operation.md', 'utf8');
    expect(documented).toMatch(new RegExp(advised.map(words => `\`${words}\``).join('[^`]*'), 's'));

    const secretOf = (words: string) => words.replace('former', TEST_SECRET).replace('new', OTHER_SECRET);
    const steps = [former];
    for (const words of advised) steps.push(await step(secretOf(words)));
    for (const [i, later] of steps.slice(1).entries()) {
      const earlier = steps[i]!;
      expect(later.encryption.decrypt(earlier.encryption.encrypt('geheim'))).toBe('geheim');
      expect(earlier.encryption.decrypt(later.encryption.encrypt('geheim'))).toBe('geheim');
    }
    const [first, last] = [steps[0]!, steps.at(-1)!];
    expect(() => last.encryption.decrypt(first.encryption.encrypt('geheim'))).toThrow(/another storeSecret/);
    expect(last.codes).not.toEqual(first.codes);
  });

  test('that is not there: the reason, without the password', async () => {
    const url = 'postgres://docconv:geheim@127.0.0.1:1/docconv';
    const failure = await open(url, TEST_SECRET).catch(thrown => thrown);
    expect(failure).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(failure.message).toMatch(
      /^The store postgres:\/\/docconv@127\.0\.0\.1:1\/docconv cannot be used: .*ECONNREFUSED/,
    );
    const missing = (await newDatabase()).replace(/[^/]+$/, 'nowhere');
    await expect(open(missing, TEST_SECRET)).rejects.toThrow(/cannot be used: database "nowhere" does not exist/);
    await expect(open('mysql://db/docconv', TEST_SECRET)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  test('that cannot be used: the reason, which is no internal error', async () => {
    const url = await newDatabase();
    const admin = openPostgres(url);
    onTestFinished(() => admin.close());
    await admin.query('CREATE ROLE weak LOGIN');
    await admin.query(`CREATE ROLE asked LOGIN PASSWORD 'geheim'`);
    const [file] = await admin.query<{ hba_file: string }>('SHOW hba_file');
    const rules = ['local all asked scram-sha-256', 'local all all trust'];
    await admin.query(`COPY (SELECT unnest(ARRAY['${rules.join(`','`)}'])) TO '${file!.hba_file}'`);
    await admin.query('SELECT pg_reload_conf()');
    const migrated = (store: string) =>
      docconvResident(['store', 'migrate'], { env: { DOCCONV_HOME: newHome(), DOCCONV_STORE: store } });
    const refused = (reason: string) => ({
      code: 1,
      err: expect.stringMatching(`^docconv: The store postgres://.* cannot be used: ${reason}`),
    });

    expect(await migrated(`${url}?sslmode=verify-full`)).toMatchObject(refused('.*does not support SSL'));
    expect(await migrated(url.replace('docconv@', 'weak@'))).toMatchObject(refused('permission denied'));
    expect(await migrated(url.replace('docconv@', 'asked@'))).toMatchObject(refused('it asks for a password'));
    await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    expect(await migrated(url)).toMatchObject(refused('.*read-only'));
  });

  test('whose tables are locked: not available, which is no internal error', async () => {
    const url = await migratedDatabase();
    const [administrator, postgres] = [openPostgres(url), openPostgres(`${url}?options=-c%20lock_timeout%3D50`)];
    onTestFinished(async () => void (await Promise.all([administrator.close(), postgres.close()])));
    const count = () => postgres.query('SELECT count(*) FROM docconv.jobs');
    await administrator.transaction(async query => {
      await query('LOCK TABLE docconv.jobs');
      await expect(count()).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringMatching(/cannot be used: canceling statement due to lock timeout/),
      });
    });
    await count();
  });

  test('that became read-only, as a standby is: not ready', async () => {
    const url = await migratedDatabase();
    const openKeys = (store: string) => {
      const postgres = openPostgres(store);
      onTestFinished(() => postgres.close());
      return openSharedKeys({ postgres, pepper: Buffer.alloc(32) });
    };
    await (await openKeys(url)).ping();
    const keys = await openKeys(`${url}?options=-c%20default_transaction_read_only=on`);
    expect(await keys.list()).toEqual([]);
    await expect(keys.ping()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  test('that ends a session or transaction which lasted too long: not available, which is no internal error', async () => {
    const postgres = openPostgres(await newDatabase());
    onTestFinished(() => postgres.close());
    for (const code of ['25P03', '25P04', '57P05']) {
      const ending = postgres.query(`DO $$ BEGIN RAISE EXCEPTION 'too long' USING ERRCODE = '${code}'; END $$`);
      await expect(ending, code).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    }
  });

  test('whose tables get another form while a connection has a plan for them: the next call succeeds', async () => {
    const url = await newDatabase();
    const [administrator, postgres] = [openPostgres(url), openPostgres(url)];
    onTestFinished(async () => void (await Promise.all([administrator.close(), postgres.close()])));
    await administrator.query('CREATE TABLE changed (a integer)');
    const read = () => postgres.prepared('SELECT * FROM changed');
    await read();
    await administrator.query('ALTER TABLE changed ADD b integer');
    await expect(read()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await read();
  });

  test('saves texts that JSON of PostgreSQL does not have', async () => {
    const postgres = openPostgres(await newDatabase());
    onTestFinished(() => postgres.close());
    const [row] = await postgres.query<{ saved: object }>('SELECT $1::jsonb AS saved', [{ text: ['a\0b', '\ud800c'] }]);
    expect(row!.saved).toEqual({ text: ['a\ufffdb', '\ufffdc'] });
  });

  test('that ends connections at once, in the same packet as the greeting: calls fail with STORE_UNAVAILABLE', async () => {
    const postgres = openPostgres(`${await newDatabase()}?options=-c%20idle_session_timeout%3D1`);
    onTestFinished(() => postgres.close());
    const busy = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30));
    onTestFinished(() => clearInterval(busy));
    for (let i = 0; i < 10; i++) {
      const calls = [postgres.query('SELECT 1'), postgres.session(query => query('SELECT 1'))];
      for (const outcome of await Promise.allSettled(calls))
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    }
  });

  test('that crashes: calls fail with STORE_UNAVAILABLE, and succeed when it is back', async () => {
    const cluster = await startCluster();
    const postgres = openPostgres(cluster.url('postgres'));
    onTestFinished(() => postgres.close());
    await postgres.query('SELECT 1');
    const running = postgres.transaction(async query => {
      cluster.crash();
      await query('SELECT 1');
    });
    await expect(running).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(postgres.query('SELECT 1')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await cluster.start();
    expect(await postgres.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describeWith('requests', [postgresql], () => {
  test('are counted over all servers, in windows', async () => {
    const postgres = await openTestDatabase();
    const key = Buffer.from('key');
    const servers = [createRequestCounts(postgres, key), createRequestCounts(postgres, key)];
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => servers[i % 2]!.count('convert account ann@example.org', 60_000)),
    );
    expect(all.map(({ current }) => current).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
    for (const { ttl } of all) expect(ttl).toBeGreaterThan(30_000);
    expect((await servers[0]!.count('convert account bob@example.org', 60_000)).current).toBe(1);
    expect(JSON.stringify(await postgres.query('SELECT * FROM docconv.request_counts'))).not.toContain('ann');
    await servers[0]!.count('short', 1);
    await new Promise(resolve => setTimeout(resolve, 5));
    expect((await servers[1]!.count('short', 60_000)).current).toBe(1);
  });
});

describeWith('docconv store', [postgresql], () => {
  test('migrates, and reports the status', async () => {
    const env = { DOCCONV_HOME: newHome(), DOCCONV_STORE: await newDatabase(), DOCCONV_STORE_SECRET: TEST_SECRET };
    const run = (...argv: string[]) => docconvResident(['store', ...argv], { env });
    expect(await run('status')).toMatchObject({ code: 2, err: expect.stringContaining('Run: docconv store migrate') });
    expect(await run('migrate')).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^The store has the schema \d+ now/),
    });
    expect(await run('migrate')).toMatchObject({ code: 0, err: 'The store is up to date.\n' });
    expect(await run('status')).toMatchObject({ code: 0, out: expect.stringContaining('The store can be used') });
    const { out } = await run('status', '--json');
    const jobs = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 };
    expect(JSON.parse(out)).toMatchObject({ keys: 0, jobs, queueSchema: expect.any(Number), clockSkew: 0 });
    await docconvResident(['keys', 'create', 'ann@example.org'], { env });
    expect(JSON.parse((await run('status', '--json')).out)).toMatchObject({ keys: 1 });
  });

  test('counts jobs by state, and warns of a clock that is wrong', async () => {
    const store = await newDatabase();
    const env = { DOCCONV_HOME: newHome(), DOCCONV_STORE: store, DOCCONV_STORE_SECRET: TEST_SECRET };
    await docconvResident(['store', 'migrate'], { env });
    const postgres = openPostgres(store);
    onTestFinished(() => postgres.close());
    const add = `INSERT INTO docconv.jobs (id, account, state, attempts, record) VALUES ($1, 'ann', $2, 0, '{}')`;
    for (const [id, state] of Object.entries({ a: 'queued', b: 'queued', c: 'failed' }))
      await postgres.query(add, [id, state]);
    const { out, err } = await docconv(['store', 'status'], { env: { ...env, ...clockAhead(30) } });
    expect(out).toContain('Jobs: 2 queued, 0 running, 0 succeeded, 1 failed, 0 cancelled.');
    expect(err).toMatch(/^Warning: The clock of this machine is (29|30)(\.\d)? s ahead of that of the database/);
    const behind = await docconv(['store', 'status', '--json'], { env: { ...env, ...clockAhead(-30) } });
    expect(JSON.parse(behind.out).clockSkew).toBeLessThan(-25);
  });

  test('refuses tables for jobs that this version cannot use', async () => {
    const store = await newDatabase();
    const env = { DOCCONV_HOME: newHome(), DOCCONV_STORE: store, DOCCONV_STORE_SECRET: TEST_SECRET };
    const run = (...argv: string[]) => docconvResident(['store', ...argv], { env });
    const postgres = openPostgres(store);
    onTestFinished(() => postgres.close());
    await migrate(postgres);
    expect(await run('status')).toMatchObject({ code: 2, err: expect.stringContaining('no tables for jobs') });
    await run('migrate');
    const { queueSchema } = JSON.parse((await run('status', '--json')).out);
    expect(queueSchema).toBe(await migrateQueues(postgres)); // all that this BullMQ has
    await postgres.query('DELETE FROM bullmq.migration WHERE version = $1', [queueSchema]);
    expect(await run('status')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`and ${queueSchema} is needed`),
    });
    await postgres.query('UPDATE bullmq.migration SET min_client_version = 99');
    for (const command of ['status', 'migrate'])
      expect(await run(command)).toMatchObject({ code: 2, err: expect.stringContaining('Update docconv') });
  });

  test('without the setting: says where keys are', async () => {
    const ended = await docconvResident(['store', 'status'], { env: { DOCCONV_HOME: newHome() } });
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('The setting store is not set') });
  });
});
