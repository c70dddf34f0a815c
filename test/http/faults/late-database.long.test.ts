/** `docconv serve` and `docconv work` that were started before their database. */
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../../src/postgres/index.js';
import { docconv, docconvResident, newHome } from '../../helpers/cli.js';
import { describeWith } from '../../helpers/requires.js';
import { startCable } from '../../helpers/servers/cable.js';
import { type Cluster, postgresql, startCluster, storeVariables } from '../../helpers/servers/postgres.js';
import { type Served, serve, work } from '../served.js';

vi.setConfig({ testTimeout: 120_000 });

const PASSWORD = 'geheim-4711-wort';
const SOON = { timeout: 60_000, interval: 50 };
/** Less than an attempt to connect may take. */
const AT_ONCE_MS = 4_000;

/** With all tables; its address has a password, as that of a real one. */
async function startDatabase() {
  const cluster = await startCluster();
  const shared = await storeVariables(cluster.url('postgres'));
  const cable = await startCable({
    path: `${decodeURIComponent(new URL(cluster.url('postgres')).host)}/.s.PGSQL.5432`,
  });
  onTestFinished(() => cable.close());
  const address = `127.0.0.1:${cable.port}/postgres`;
  const environment = () => ({
    ...shared,
    DOCCONV_STORE: `postgres://docconv:${PASSWORD}@${address}`,
    DOCCONV_HOME: newHome(),
    DOCCONV_WORKERS: '1',
  });
  return { cluster, cable, environment, shown: `postgres://docconv@${address}` };
}

const readyz = async ({ url }: Served) => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, body: await answer.json() };
};

const isReady = (served: Served) => expect.poll(async () => (await readyz(served)).status, SOON).toBe(200);

/** Without the counts of those that repeated. */
const warnings = (served: Served) =>
  served
    .log()
    .split('\n')
    .filter(line => line.includes('"waiting for the store"'))
    .map(line => JSON.parse(line))
    .filter(({ repeated }) => repeated === undefined)
    .map(({ err }) => err.message);

const submit = (url: string, apiKey: string) => {
  const form = new FormData();
  form.append('file', new Blob(['a,b\n1,2']), 'table.csv');
  return fetch(`${url}/v1/convert`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, prefer: 'respond-async' },
    body: form,
  });
};

/** The role `asked`, which has another password than the address. */
async function addRoleWithPassword(cluster: Cluster): Promise<void> {
  const admin = openPostgres(cluster.url('postgres'));
  await admin.query(`CREATE ROLE asked LOGIN PASSWORD 'another'`);
  const [file] = await admin.query<{ hba_file: string }>('SHOW hba_file');
  const rules = ['local all asked scram-sha-256', 'local all all trust'];
  await admin.query(`COPY (SELECT unnest(ARRAY['${rules.join(`','`)}'])) TO '${file!.hba_file}'`);
  await admin.query('SELECT pg_reload_conf()');
  await admin.close();
}

/** Its exit code; null: it had to be killed. */
async function stopAtOnce(served: Served): Promise<number | null> {
  const timer = setTimeout(() => served.process.kill('SIGKILL'), AT_ONCE_MS);
  return served.stop().finally(() => clearTimeout(timer));
}

describeWith('a server that is started before its database', [postgresql], () => {
  test('waits for it, says so, and does its work then', async () => {
    const { cluster, environment, shown } = await startDatabase();
    const env = environment();
    const created = await docconvResident(['keys', 'create', 'ann@example.org', '--json'], { env });
    const { apiKey } = JSON.parse(created.out);
    cluster.crash();
    const [api, worker] = await Promise.all([serve(env, '--workers', '0'), work(environment())]);

    for (const served of [api, worker]) {
      expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
      expect(await readyz(served)).toMatchObject({
        status: 503,
        body: {
          code: 'not_ready',
          checks: { keyStore: { status: 'failing', reason: 'the key store does not respond' } },
        },
      });
      for (const path of ['/', '/v1/keys', '/v1/nothing']) {
        const refused = await fetch(served.url + path);
        expect(refused.status).toBe(503);
        expect(refused.headers.get('content-type')).toContain('application/problem+json');
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await refused.json()).toMatchObject({ code: 'store_unavailable', retryable: true });
      }
    }
    expect((await submit(api.url, apiKey)).status).toBe(503);

    await new Promise(resolve => setTimeout(resolve, 3_000)); // further attempts
    await cluster.start();
    await Promise.all([isReady(api), isReady(worker)]);
    const accepted = await submit(api.url, apiKey);
    expect(accepted.status).toBe(202);
    const job = api.url + accepted.headers.get('location')!;
    const status = async () => {
      const answer = await fetch(job, { headers: { authorization: `Bearer ${apiKey}` } });
      return ((await answer.json()) as { status: string }).status;
    };
    await expect.poll(status, SOON).toBe('succeeded');

    for (const served of [api, worker]) {
      expect(served.messages()).toContain(`listens on ${served.url}`); // the same address
      expect(served.messages().match(/docconv waits for it/g)).toHaveLength(1);
      const told = warnings(served);
      expect(told[0]).toMatch(`The store ${shown} cannot be used: `);
      expect(new Set(told).size).toBe(told.length);
      for (const output of [served.messages(), served.log()]) expect(output).not.toContain(PASSWORD);
    }
    expect(await api.stop()).toBe(0);
  });

  test('waits for the right to write, and for a free connection', async () => {
    const { cluster, environment } = await startDatabase();
    const admin = openPostgres(cluster.url('template1'));
    onTestFinished(() => admin.close());
    await admin.query('CREATE ROLE late LOGIN CONNECTION LIMIT 0 IN ROLE docconv');
    await admin.query('ALTER DATABASE postgres SET default_transaction_read_only = on');
    const env = environment();
    const served = await serve({ ...env, DOCCONV_STORE: env.DOCCONV_STORE.replace('docconv:', 'late:') });
    const reason = () => warnings(served).at(-1);
    await expect.poll(reason, SOON).toMatch(/too many connections for role "late"/);
    await admin.query('ALTER ROLE late CONNECTION LIMIT -1');
    await expect.poll(reason, SOON).toMatch(/read-only transaction/);
    expect((await readyz(served)).status).toBe(503);
    await admin.query('ALTER DATABASE postgres RESET default_transaction_read_only');
    await isReady(served);
  });

  test('ends at once when it is told to, also while the database does not answer', async () => {
    const { cluster, cable, environment } = await startDatabase();
    const frozen = async () => {
      cluster.pause();
      onTestFinished(() => cluster.resume());
    };
    for (const fault of [() => cable.reset(true), cable.pull, frozen]) {
      await fault();
      const served = await serve(environment());
      const idle = connect(Number(new URL(served.url).port), '127.0.0.1').on('error', () => {});
      onTestFinished(() => void idle.destroy());
      expect(await stopAtOnce(served)).toBe(0);
      expect(served.messages()).not.toContain('listens on');
      cable.plug();
    }
  });

  test('does not wait for what only its operator can change', async () => {
    const { cluster, environment } = await startDatabase();
    const env = environment();
    const start = (store: string) => docconv(['serve', '--port', '0'], { env: { ...env, DOCCONV_STORE: store } });
    const ended = async (store: string, code: number, message: RegExp) => {
      const result = await start(store);
      expect(result.err).toMatch(message);
      expect(result.err).not.toContain('waits');
      expect(result.code).toBe(code);
    };
    const store = env.DOCCONV_STORE;
    await ended(store.replace(/postgres$/, 'nowhere'), 1, /cannot be used: database "nowhere" does not exist/);
    await ended(store.replace('docconv:', 'stranger:'), 1, /cannot be used: role "stranger" does not exist/);
    await ended(`${store}?sslmode=require`, 1, /cannot be used: The server does not support SSL/);
    await ended(`${store}?sslrootcert=/nowhere.pem`, 1, /nowhere\.pem/);
    await ended(store.replace(/postgres$/, 'template1'), 2, /no tables of docconv. Run: docconv store migrate/);
    await addRoleWithPassword(cluster);
    await ended(store.replace('docconv:', 'asked:'), 1, /cannot be used: password authentication failed/);
  });

  test('ends when its database appears, and is not the one of its settings', async () => {
    const { cluster, environment } = await startDatabase();
    await addRoleWithPassword(cluster);
    cluster.crash();
    const env = environment();
    const served = await serve({ ...env, DOCCONV_STORE: env.DOCCONV_STORE.replace('docconv:', 'asked:') });
    const exited = new Promise(resolve => served.process.once('exit', resolve));
    await cluster.start();
    expect(await exited).toBe(1);
    expect(served.messages()).toContain('password authentication failed');
  });
});
