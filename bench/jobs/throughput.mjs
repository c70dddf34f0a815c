/** Jobs per second of 1, 2 and 3 servers, each with a share of a core, so that a small machine has room for all of them. */
import { report } from '../lib.mjs';
import { formOf, inLanes, letter, sleep } from '../service.mjs';
import { ended, isReady, startStore, submit } from './deployment.mjs';
import { limitShare } from './share.mjs';

const PER_SERVER = Number(process.env.BENCH_JOBS ?? 50);
const SHARE = Number(process.env.BENCH_SHARE ?? 0.4);
const SERVERS = [1, 2, 3];
const WARM_UP = 5;

export async function throughput() {
  const rates = [];
  for (const count of SERVERS) rates.push(await rateOf(count));
  report(
    `Jobs per second, ${PER_SERVER} for each server, each server with ${SHARE} of a core (stopped beyond it)`,
    rates.map((rate, i) => [
      `${SERVERS[i]} servers with one worker`,
      `${rate.toFixed(2)} /s, ${(rate / rates[0]).toFixed(2)} x`,
    ]),
  );
}

async function rateOf(count) {
  const store = await startStore({ durable: true });
  const servers = [];
  for (let i = 0; i < count; i++) servers.push(await store.serve(['-j', '1']));
  await Promise.all(servers.map(isReady));
  const key = store.newKey('throughput');
  const form = await formOf(await letter('rate'), 'rate.docx');
  const run = async jobs => {
    const ids = [];
    await inLanes(2 * count, jobs, async () => ids.push(await submit(servers, { ...form, key })));
    while ((await open(store)) > 0) await sleep(20);
    return ids;
  };
  await run(WARM_UP * count);
  const limits = servers.map(server => limitShare(server.pid(), SHARE));
  const started = performance.now();
  const ids = await run(PER_SERVER * count);
  const seconds = (performance.now() - started) / 1000;
  for (const end of limits) end();
  const { status } = await ended(servers, ids.at(-1), key);
  if (status !== 'succeeded') throw new Error(`a job is ${status}`);
  await store.close();
  return (PER_SERVER * count) / seconds;
}

async function open(store) {
  const [{ n }] = await store.rows('SELECT count(*)::int AS n FROM docconv.jobs WHERE expires_at IS NULL');
  return n;
}
