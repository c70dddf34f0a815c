/** What PostgreSQL bears: jobs without documents, and without work. */
import { importSource, report } from '../lib.mjs';
import { inLanes } from '../service.mjs';
import { startStore } from './deployment.mjs';

const COUNT = Number(process.env.BENCH_JOBS ?? 3000);
const LANES = 16;
/** Jobs per second of a worker, with 0.2 s for each. */
const PER_WORKER = 5;

export async function queue() {
  const store = await startStore({ durable: true });
  const { openPostgres } = await importSource('src/postgres/index.ts');
  const { openPostgresJobs } = await importSource('src/jobs/postgres-backend.ts');
  const postgres = openPostgres(store.url);
  const keysFor = () => [Buffer.alloc(32, 1)];
  const open = () =>
    openPostgresJobs({ postgres, keysFor, keepMs: 3_600_000, maxBytes: 1e9 })(error => console.error(error));
  const backend = open();
  const limits = { perAccount: 1e9, inAll: 1e9 };
  const submit = async i => {
    const given = { id: `empty-${i}`, kind: 'convert', account: `a${i % 10}@example.org`, fingerprint: '' };
    await backend.store.add({ ...given, documents: [], parameters: {}, webhook: null }, limits);
    await backend.dispatcher.announce({ id: given.id, account: given.account, bytes: 0 });
  };
  const work = () => {
    let done = 0;
    let finish;
    const all = new Promise(resolve => (finish = resolve));
    const workers = backend.dispatcher.work(LANES, async id => {
      const job = await backend.store.begin(id);
      const result = { id: 'none', name: 'a.pdf', size: 0, headers: {} };
      await backend.store.end(id, job.attempts, { result });
      if (++done === COUNT) finish();
    });
    return { all, close: () => workers.close() };
  };
  const submitting = await seconds(() => inLanes(LANES, COUNT, submit));
  const working = await seconds(async () => {
    const { all, close } = work();
    await all;
    await close();
  });
  const rate = time => `${(COUNT / time).toFixed(0)} /s`;
  const perSecond = COUNT / (submitting + working);
  report(`${COUNT} empty jobs, ${LANES} at a time, one process, each commit on disk`, [
    ['submitted', rate(submitting)],
    ['begun and ended', rate(working)],
    ['submitted, begun and ended', `${perSecond.toFixed(0)} /s`],
    [
      `workers with ${PER_WORKER} jobs per second each for which the queue is the limit`,
      Math.floor(perSecond / PER_WORKER),
    ],
  ]);
  await backend.dispatcher.close();
  await backend.store.close();
  await postgres.close();
  await store.close();
}

async function seconds(work) {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
