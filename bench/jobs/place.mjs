/**
 * One place that converts: jobs with and without a store, requests that wait, and jobs through PgBouncer: per second, and
 * processor time for each by part.
 */
import { importSource, report } from '../lib.mjs';
import { formOf, inLanes, letter } from '../service.mjs';
import { call, ended, isReady, startStore, submit } from './deployment.mjs';
import { secondsOf, startMeter, tree } from './share.mjs';
import { postmaster } from './submissions.mjs';

const JOBS = Number(process.env.BENCH_JOBS ?? 40);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** So that one always waits. */
const LANES = 3;

export async function place() {
  const store = await startStore({ durable: true });
  const other = await startStore({ durable: true }); // or else either server with a store would do the jobs of both
  const pooled = await throughPgbouncer(other.url);
  const argv = ['-j', '1'];
  const servers = {
    shared: await store.serve(argv),
    alone: await store.serve(argv, { shared: false }),
    ...(pooled && {
      pooled: await other.serve(argv, { env: { DOCCONV_STORE: pooled, DOCCONV_STORE_DIRECT: other.url } }),
    }),
  };
  await Promise.all(Object.values(servers).map(isReady));
  const form = await formOf(await letter('place'), 'place.docx');
  const database = await postmaster(store);
  const asJobs = (server, { of = store, by = database } = {}) => {
    const key = of.newKey('place', server);
    return { server, database: by, one: async () => ended([server], await submit([server], { ...form, key }), key) };
  };
  const kinds = {
    'requests that wait, with a store': {
      ...waiting(servers.shared, store.newKey('waits', servers.shared), form),
      database,
    },
    'jobs without a store': asJobs(servers.alone),
    'jobs with a store': asJobs(servers.shared),
    ...(pooled && {
      'jobs with a store, through PgBouncer': asJobs(servers.pooled, { of: other, by: await postmaster(other) }),
    }),
  };
  const sums = Object.fromEntries(Object.keys(kinds).map(name => [name, NONE]));
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, kind] of Object.entries(kinds)) {
      const used = await measured(kind);
      if (round > 0) sums[name] = sums[name].map((sum, i) => sum + used[i]); // the first one warms
    }
  report(
    `${ROUNDS * JOBS} conversions of each kind by one place: per second; processor time for each: all, of the server, its workers, PostgreSQL`,
    Object.entries(sums).map(([name, [seconds, ...parts]]) => [
      name,
      [`${((ROUNDS * JOBS) / seconds).toFixed(2)} /s`, ...[total(parts), ...parts].map(shown)].join(', '),
    ]),
  );
  const connectionsTo = async ({ rows }) => {
    const [{ n }] = await rows(`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE application_name LIKE 'docconv%' AND client_addr IS NULL AND pid <> pg_backend_pid()`);
    return n;
  };
  report('Connections to PostgreSQL', [
    ['of the server with a store', await connectionsTo(store)],
    ['of PgBouncer, and of the server through it', await connectionsTo(other)],
  ]);
  await store.close();
  await other.close();
}

const NONE = [0, 0, 0, 0];
const total = parts => parts.reduce((sum, part) => sum + part, 0);
const shown = seconds => `${((seconds / (ROUNDS * JOBS)) * 1000).toFixed(0)} ms`;

function waiting(server, key, { body, type }) {
  const headers = { 'content-type': type };
  const one = async () => {
    const { status } = await call(`${server.url}/v1/convert`, { method: 'POST', key, headers, body });
    if (status !== 200) throw new Error(`${status}`);
  };
  return { server, one };
}

/** Seconds: by the clock, and of processor time by part. */
async function measured({ server, database, one }) {
  const meter = startMeter(server.pid());
  const now = () => {
    const { own, others } = meter.read();
    return [performance.now() / 1000, own, others, secondsOf(tree(database))];
  };
  const before = now();
  await inLanes(LANES, JOBS, one);
  const after = now();
  meter.stop();
  return after.map((value, i) => value - before[i]);
}

/** The address of a PgBouncer; null where it is not installed. */
async function throughPgbouncer(url) {
  const { pgbouncer, startPgbouncer } = await importSource('test/helpers/servers/pgbouncer.ts');
  return pgbouncer.met ? startPgbouncer(url) : null;
}
