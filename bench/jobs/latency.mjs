/** Times of an idle service: until a job begins, and of conversions that are no jobs. */
import { ms, report } from '../lib.mjs';
import { formOf, letter, percentile } from '../service.mjs';
import { call, ended, isReady, startStore, submit } from './deployment.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 0);
const BEGIN_MS = 50;
const WARM_UP = 10;

/** From the answer 202 to the begin. Clients and servers have the same clock; a job may begin before the answer is read. */
export async function begin() {
  const store = await startStore({ durable: true });
  const server = await store.serve(['-j', '1']);
  await isReady(server);
  const key = store.newKey('begin');
  const form = await formOf(await letter('begin'), 'begin.docx');
  const [fromAnswer, fromCreation] = [[], []];
  for (let i = -WARM_UP; i < (ROUNDS || 100); i++) {
    const id = await submit([server], { ...form, key });
    const answered = Date.now();
    const { createdAt, startedAt } = await ended([server], id, key);
    if (i < 0) continue;
    fromAnswer.push(Math.max(0, Date.parse(startedAt) - answered));
    fromCreation.push(Date.parse(startedAt) - Date.parse(createdAt));
  }
  const p95 = percentile(fromAnswer, 0.95);
  report(`Begin of a job, ${fromAnswer.length} one after the other`, [
    ['from the answer 202: p50', ms(percentile(fromAnswer, 0.5))],
    [`from the answer 202: p95 (wanted: < ${BEGIN_MS} ms)`, ms(p95)],
    ['from its creation: p50', ms(percentile(fromCreation, 0.5))],
    ['from its creation: p95', ms(percentile(fromCreation, 0.95))],
  ]);
  if (p95 >= BEGIN_MS) process.exitCode = 1;
  await store.close();
}

/** With limits of requests, which are counted in the store. */
export async function synchronous() {
  const store = await startStore({ durable: true });
  const env = { DOCCONV_CONVERT_RATE: '1000000' };
  const shared = { server: await store.serve(['-j', '1'], { env }), key: store.newKey('shared'), times: [] };
  const own = { server: await store.serve(['-j', '1'], { env, shared: false }), times: [] };
  own.key = store.newKey('own', own.server);
  await Promise.all([shared.server, own.server].map(isReady));
  const { body, type } = await formOf(await letter('now'), 'now.docx');
  const convert = async ({ server, key, times }) => {
    const started = performance.now();
    const { status } = await call(`${server.url}/v1/convert`, {
      method: 'POST',
      key,
      headers: { 'content-type': type },
      body,
    });
    if (status !== 200) throw new Error(`status ${status}`);
    times.push(performance.now() - started);
  };
  const rounds = ROUNDS || 200;
  for (let i = -WARM_UP; i < rounds; i++) for (const one of i % 2 ? [own, shared] : [shared, own]) await convert(one);
  const [p50, p95] = [0.5, 0.95].map(share => ({
    shared: percentile(shared.times.slice(WARM_UP), share),
    own: percentile(own.times.slice(WARM_UP), share),
  }));
  const compared = ({ shared, own }) => `${ms(shared)}, ${ms(own)}, ${((shared / own - 1) * 100).toFixed(1)} %`;
  report(`Conversions without a job, ${rounds} in turn: with a store, without, difference (wanted: 5 %)`, [
    ['p50', compared(p50)],
    ['p95', compared(p95)],
  ]);
  if ([p50, p95].some(({ shared, own }) => shared > own * 1.05)) process.exitCode = 1;
  await store.close();
}
