/** Memory: one large job, and many that wait. */
import { writeFileSync } from 'node:fs';
import { ms, report } from '../lib.mjs';
import { descendantsOf, readProc } from '../processes.mjs';
import { formOf, inLanes, letter, percentile } from '../service.mjs';
import { call, ended, isReady, startStore, submit } from './deployment.mjs';
import { largeDocument } from './documents.mjs';

const SIZE = Number(process.env.BENCH_MB ?? 49) * 1e6;
const WAITING = Number(process.env.BENCH_JOBS ?? 10_000);
const GETS = 200;

/** The server that answers has the document, as the one that does the job; the document is opened in a process of its own. */
export async function memory() {
  const store = await startStore({ durable: true });
  const server = await store.serve(['-j', '1', '--timeout', '300'], { env: { DOCCONV_MEMORY: '4096' } });
  await isReady(server);
  const key = store.newKey('memory');
  const small = await formOf(await letter('small'), 'small.docx');
  await ended([server], await submit([server], { ...small, key }), key);
  const document = await largeDocument(SIZE);
  const form = await formOf(document, 'large.docx');
  const idle = peaks(server);
  for (const pid of pidsOf(server)) writeFileSync(`/proc/${pid}/clear_refs`, '5'); // forgets the peak so far
  const peak = {};
  const watch = setInterval(() => peaks(server, peak), 50);
  const started = performance.now();
  const id = await submit([server], { ...form, key });
  const { status, problem } = await ended([server], id, key);
  const seconds = (performance.now() - started) / 1000;
  const result = await call(`${server.url}/v1/jobs/${id}/result`, { key });
  peaks(server, peak);
  clearInterval(watch);
  const row = name => `${mb(idle[name])}, ${mb(peak[name])}`;
  report(
    `A job of ${mb(document.length)}: ${problem?.detail ?? status}, ${mb(result.bytes.length)}, ${seconds.toFixed(1)} s`,
    [
      ['docconv serve: idle, peak', row('server')],
      ['the largest of its workers: idle, peak', row('worker')],
    ],
  );
  if (status !== 'succeeded') process.exitCode = 1;
  await store.close();
}

/** One worker does some of the jobs meanwhile. */
export async function waiting() {
  const store = await startStore({ durable: true });
  const env = { DOCCONV_JOBS_PER_ACCOUNT: '1000000', DOCCONV_JOBS_AT_ONCE: '1000000' };
  const server = await store.serve(['-j', '1'], { env });
  await isReady(server);
  const key = store.newKey('waiting');
  const form = await formOf(await letter('wait'), 'wait.docx');
  const idle = peaks(server).server;
  const ids = [];
  const started = performance.now();
  await inLanes(8, WAITING, async () => ids.push(await submit([server], { ...form, key })));
  const seconds = (performance.now() - started) / 1000;
  const [{ n }] = await store.rows(`SELECT count(*)::int AS n FROM docconv.jobs WHERE state = 'queued'`);
  const latest = ids.slice(ids.length / 2);
  const one = await timesOf(i => `${server.url}/v1/jobs/${latest[(i * 7919) % latest.length]}`, key);
  const many = await timesOf(() => `${server.url}/v1/jobs?limit=1000`, key);
  const first = await timesOf(() => `${server.url}/v1/jobs`, key);
  report(`${n} jobs waiting`, [
    ['submitted', `${(WAITING / seconds).toFixed(0)} /s`],
    ['docconv serve: idle, peak', `${mb(idle)}, ${mb(peaks(server).server)}`],
    ['GET /v1/jobs/{id}: p50, p95', bothOf(one)],
    ['GET /v1/jobs (100 jobs): p50, p95', bothOf(first)],
    ['GET /v1/jobs?limit=1000: p50, p95', bothOf(many)],
  ]);
  await store.close();
}

const bothOf = times => [0.5, 0.95].map(share => ms(percentile(times, share)).trim()).join(', ');
const mb = bytes => `${(bytes / 1e6).toFixed(0)} MB`;
const pidsOf = server => [server.pid(), ...descendantsOf(server.pid())];

/** Raises `to` to the peaks of the resident bytes of the server and of the largest of its workers. */
function peaks(server, to = {}) {
  const [own, ...workers] = pidsOf(server).map(
    pid => Number(/VmHWM:\s+(\d+)/.exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0) * 1024,
  );
  to.server = Math.max(to.server ?? 0, own);
  to.worker = Math.max(to.worker ?? 0, ...workers);
  return to;
}

async function timesOf(url, key) {
  const times = [];
  for (let i = 0; i < GETS; i++) {
    const started = performance.now();
    const { status } = await call(url(i), { key });
    if (status !== 200) throw new Error(`status ${status}`);
    times.push(performance.now() - started);
  }
  return times;
}
