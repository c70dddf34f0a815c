/** A few jobs of one account after many of another: accounts take turns in the queue of all servers. */
import { report } from '../lib.mjs';
import { formOf, inLanes, letter } from '../service.mjs';
import { ended, isReady, startStore, submit } from './deployment.mjs';

const MANY = Number(process.env.BENCH_JOBS ?? 500);
const FEW = 5;
const SERVERS = 2;

export async function fairness() {
  const store = await startStore();
  const servers = [];
  for (let i = 0; i < SERVERS; i++) servers.push(await store.serve(['-j', '1']));
  await Promise.all(servers.map(isReady));
  const [many, few] = [store.newKey('many'), store.newKey('few')];
  const form = await formOf(await letter('turn'), 'turn.docx');
  await inLanes(16, MANY, () => submit(servers, { ...form, key: many }));
  const [{ waiting }] = await store.rows(`SELECT count(*)::int AS waiting FROM docconv.jobs WHERE state = 'queued'`);
  const begun = Date.now();
  const ids = await Promise.all(Array.from({ length: FEW }, () => submit(servers, { ...form, key: few })));
  const jobs = await Promise.all(ids.map(id => ended(servers, id, few)));
  const last = Math.max(...jobs.map(({ startedAt }) => Date.parse(startedAt)));
  const [{ turns }] = await store.rows(
    `SELECT count(*)::int AS turns FROM docconv.jobs WHERE account LIKE 'many%'
     AND (record->>'startedAt')::bigint BETWEEN $1 AND $2`,
    [begun, last],
  );
  const goal = SERVERS + FEW;
  report(`${FEW} jobs of one account after ${MANY} of another, ${SERVERS} workers`, [
    ['jobs of the other account that were waiting', waiting],
    [`of these begun before the last of the ${FEW} (wanted: at most ${goal})`, turns],
  ]);
  if (waiting < 10 * goal || turns > goal) process.exitCode = 1;
  await store.close();
}
