/** Submissions of small documents by several processes on one PostgreSQL: how many per second, and what each costs. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleSource, report } from '../lib.mjs';
import { startStore } from './deployment.mjs';
import { secondsOf, tree } from './share.mjs';

const COUNT = Number(process.env.BENCH_JOBS ?? 4000);
const PROCESSES = 4;
/** Of each process. */
const LANES = 16;
const ACCOUNTS = 20;
const BYTES = 20_000;
const WARM_UP = 200;

export async function submissions() {
  const store = await startStore({ durable: true });
  const submitters = await Promise.all(Array.from({ length: PROCESSES }, () => startSubmitter(store.url)));
  const postgres = await postmaster(store);
  await Promise.all(submitters.map(submitter => submitter.run(WARM_UP)));
  const used = () => ({
    submitters: secondsOf(submitters.map(({ pid }) => pid)),
    postgres: secondsOf(tree(postgres)),
  });
  const before = { ...used(), at: performance.now() };
  await Promise.all(submitters.map(submitter => submitter.run(COUNT / PROCESSES)));
  const after = { ...used(), at: performance.now() };
  const [{ n }] = await store.rows('SELECT count(*)::int AS n FROM bullmq.job');
  if (n !== PROCESSES * WARM_UP + COUNT) throw new Error(`${n} jobs are announced`);
  const perJob = part => `${(((after[part] - before[part]) / COUNT) * 1000).toFixed(2)} ms`;
  report(`${COUNT} submissions of ${BYTES} bytes by ${PROCESSES} processes, ${LANES} at a time each, on disk`, [
    ['submissions', `${((COUNT / (after.at - before.at)) * 1000).toFixed(0)} /s`],
    ['processor time of PostgreSQL for each', perJob('postgres')],
    ['processor time of the submitting process for each', perJob('submitters')],
  ]);
  for (const submitter of submitters) submitter.close();
  await store.close();
}

async function startSubmitter(url) {
  const sources = ['src/postgres/index.ts', 'src/jobs/postgres-backend.ts', 'src/http/jobs/submission.ts'];
  const bundles = [];
  for (const source of sources) bundles.push(await bundleSource(source));
  const settings = JSON.stringify({ url, bundles, lanes: LANES, accounts: ACCOUNTS, bytes: BYTES });
  const child = fork(fileURLToPath(new URL('submitter.mjs', import.meta.url)), [settings]);
  process.on('exit', () => child.kill('SIGKILL'));
  await once(child, 'message');
  return {
    pid: child.pid,
    async run(count) {
      child.send(count);
      await once(child, 'message');
    },
    close: () => child.kill(),
  };
}

/** The process id of PostgreSQL, whose times include those of its processes that have ended. */
export async function postmaster({ rows }) {
  const [{ pid }] = await rows(`SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`);
  return pid;
}
