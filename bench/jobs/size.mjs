/** Memory: one large job, and many that wait. */
import { writeFileSync } from 'node:fs';
import { importSource, ms, report } from '../lib.mjs';
import { descendantsOf, readProc } from '../processes.mjs';
import { formOf, inLanes, letter, percentile } from '../service.mjs';
import { call, ended, isReady, startStore, submit } from './deployment.mjs';
import { largeDocument } from './documents.mjs';

const SIZE = Number(process.env.BENCH_MB ?? 49) * 1e6;
const WAITING = Number(process.env.BENCH_JOBS ?? 10_000);
const GETS = 200;

/** The document is received by one process and converted by another one, in an engine of its own. */
export async function memory() {
  await measureMemory({});
}

/** The same, with the documents in S3. */
export async function memoryS3() {
  const { startS3 } = await importSource('test/helpers/servers/s3.ts');
  const s3 = await startS3();
  await measureMemory(s3.variables('jobs'));
  await s3.stop();
}

async function measureMemory(variables) {
  const store = await startStore({ durable: true, variables });
  const server = await store.serve(['--workers', '0']);
  const worker = await store.serve(['-j', '1', '--timeout', '300'], {
    command: 'work',
    env: { DOCCONV_MEMORY: '4096' },
  });
  await Promise.all([server, worker].map(isReady));
  const key = store.newKey('memory');
  const small = await formOf(await letter('small'), 'small.docx');
  await ended([server], await submit([server], { ...small, key }), key);
  const document = await largeDocument(SIZE);
  const form = await formOf(document, 'large.docx');
  const processes = () => ({
    'docconv serve': [server.pid()],
    'docconv work': [worker.pid()],
    'the largest process of its engine': descendantsOf(worker.pid()),
  });
  const idle = peaks(processes(), 'VmRSS');
  for (const pid of Object.values(processes()).flat()) writeFileSync(`/proc/${pid}/clear_refs`, '5'); // forgets the peak
  let peak = peaks(processes());
  const watch = setInterval(() => (peak = peaks(processes(), 'VmHWM', peak)), 50);
  const started = performance.now();
  const id = await submit([server], { ...form, key });
  const { status, problem } = await ended([server], id, key);
  const seconds = (performance.now() - started) / 1000;
  const result = await call(`${server.url}/v1/jobs/${id}/result`, { key });
  clearInterval(watch);
  peak = peaks(processes(), 'VmHWM', peak);
  const place = variables.DOCCONV_JOB_DOCUMENTS ? 'S3' : 'PostgreSQL';
  const title = `A job of ${mb(document.length)} in ${place}: ${problem?.detail ?? status}, ${mb(result.bytes.length)}, ${seconds.toFixed(1)} s`;
  report(
    title,
    Object.keys(idle).map(name => [`${name}: idle, peak`, `${mb(idle[name])}, ${mb(peak[name])}`]),
  );
  if (status !== 'succeeded') process.exitCode = 1;
  await store.close();
}

export async function waiting() {
  const store = await startStore({ durable: true });
  const env = { DOCCONV_JOBS_PER_ACCOUNT: '1000000', DOCCONV_JOBS_AT_ONCE: '1000000' };
  const server = await store.serve(['--workers', '0'], { env });
  await isReady(server);
  const key = store.newKey('waiting');
  const form = await formOf(await letter('wait'), 'wait.docx');
  const memory = field => peaks({ server: [server.pid()] }, field).server;
  const idle = memory('VmRSS');
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
    ['docconv serve: idle, peak', `${mb(idle)}, ${mb(memory('VmHWM'))}`],
    ['GET /v1/jobs/{id}: p50, p95', bothOf(one)],
    ['GET /v1/jobs (100 jobs): p50, p95', bothOf(first)],
    ['GET /v1/jobs?limit=1000: p50, p95', bothOf(many)],
  ]);
  await store.close();
}

const bothOf = times => [0.5, 0.95].map(share => ms(percentile(times, share)).trim()).join(', ');
const mb = bytes => `${(bytes / 1e6).toFixed(0)} MB`;

/** The largest of each list of processes, and of `before`: bytes. @param field of /proc/PID/status */
function peaks(processes, field = 'VmHWM', before = {}) {
  const memory = pid =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
  const largest = ([name, pids]) => [name, Math.max(before[name] ?? 0, ...pids.map(memory))];
  return Object.fromEntries(Object.entries(processes).map(largest));
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
