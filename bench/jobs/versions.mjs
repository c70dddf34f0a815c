/** An upgrade without downtime, as docs/operation.md describes it, and the way back: two versions on one database. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, report } from '../lib.mjs';
import { formOf, inLanes, letter } from '../service.mjs';
import { call, ended, isReady, startStore, submit } from './deployment.mjs';

const COUNT = Number(process.env.BENCH_JOBS ?? 20);
const OTHER = join(process.env.BENCH_OTHER ?? '', 'bin', 'docconv.js');

export async function versions() {
  if (!process.env.BENCH_OTHER) return report('Versions: BENCH_OTHER names no built checkout of another version', []);
  if (!existsSync(OTHER)) throw new Error(`There is no ${OTHER}.`);
  const store = await startStore({ durable: true, bin: OTHER });
  const start = async bin => {
    const server = await store.serve(['-j', '1'], { bin });
    await isReady(server);
    return server;
  };
  const key = store.newKey('versions');
  const form = await formOf(await letter('version'), 'version.docx');
  const ids = [];
  let count = 0;
  /** Submits jobs to these servers, one of which `change` may end meanwhile. */
  const during = (servers, change = async () => {}) => {
    const submitOne = async () => ids.push(await submit(servers, { ...form, key, name: `job-${count++}` }));
    return Promise.all([change(), inLanes(4, COUNT, submitOne)]);
  };

  const former = await start(OTHER);
  await during([former], async () => store.migrate(BIN));
  const server = await start(BIN);
  await during([former, server]);
  await during([former, server], () => former.stop('SIGTERM'));
  const back = await start(OTHER);
  await during([back, server], () => server.stop('SIGTERM'));
  await during([back]);
  const last = await start(BIN);
  await during([back, last], () => back.stop('SIGTERM'));

  const states = await Promise.all(ids.map(async id => (await ended([last], id, key)).status));
  const results = await Promise.all(ids.map(id => call(`${last.url}/v1/jobs/${id}/result`, { key })));
  const pdfs = results.filter(({ bytes }) => bytes.subarray(0, 5).toString() === '%PDF-').length;
  report('Jobs during an upgrade from another version and back', [
    ['submitted', ids.length],
    ['succeeded (wanted: all)', states.filter(state => state === 'succeeded').length],
    ['results (wanted: all)', pdfs],
  ]);
  if (pdfs !== ids.length) process.exitCode = 1;
  await store.close();
}
