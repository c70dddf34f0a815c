/** Jobs while servers are killed and stopped and the database crashes: none is lost, and none has two results. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { importSource, report } from '../lib.mjs';
import { countsOf, formOf, inLanes, letter, sleep, until } from '../service.mjs';
import { call, isReady, startStore, submit } from './deployment.mjs';
import { textOf } from './documents.mjs';

const COUNT = Number(process.env.BENCH_JOBS ?? 1000);
const KILL_MS = Number(process.env.BENCH_KILL_SECONDS ?? 2) * 1000;
const CLIENTS = 4;
/** Longer than the lock of a job, 15 s, and the search for expired locks, 10 s. */
const STOPPED_MS = 30_000;
const OUTAGE_MS = 3_000;
/** A try whose process was killed is repeated after a minute. */
const WEBHOOKS_MS = 150_000;

export async function chaos() {
  const store = await startStore();
  const key = store.newKey('chaos');
  const receiver = await startReceiver();
  const servers = [];
  for (let i = 0; i < 3; i++) servers.push(await store.serve(['-j', '1', '--allow-private-urls']));
  const worker = await store.serve(['-j', '1', '--allow-private-urls'], { command: 'work' });
  const all = [...servers, worker];
  await Promise.all(all.map(isReady));
  receiver.verifyWith((await call(`${servers[0].url}/v1/webhook-secret`, { key })).json.secret);

  const jobs = await prepare(receiver.url, key);
  const disturbance = disturb(store, all);
  const started = performance.now();
  const answers = [];
  await inLanes(CLIENTS, COUNT, async i => {
    jobs[i].id = await submit(servers, { ...jobs[i], timeoutMs: 10_000 }, status => answers.push(status));
  });
  await untilEnded(store);
  const seconds = (performance.now() - started) / 1000;
  const events = await disturbance.stop();
  await Promise.all(all.map(isReady));
  await until(() => receiver.jobs.size >= COUNT, WEBHOOKS_MS).catch(() => {});

  const found = await inspect(store, servers, jobs, key, receiver);
  report(`${COUNT} jobs on 3 servers and a worker, a kill every ${KILL_MS / 1000} s`, [
    ['kills, stops of 30 s, crashes of PostgreSQL', `${events.kills}, ${events.stops}, ${events.crashes}`],
    ['answers to submissions', countsOf(answers.map(status => status ?? 'no answer'))],
    [`final states (wanted: ${COUNT})`, found.finals],
    ['states', countsOf(found.states)],
    ['lost (wanted: 0)', found.lost],
    ['double: more jobs than requests, or two results (wanted: 0)', found.double],
    ['wrong results (wanted: 0)', found.wrong],
    ['jobs without a webhook (wanted: 0)', found.noWebhook],
    ['jobs with webhooks of several ids, or a wrong signature (wanted: 0)', found.severalWebhooks + receiver.forged()],
    ['webhooks received', receiver.received()],
    ['attempts: jobs', countsOf(found.attempts)],
    ['seconds', seconds.toFixed(0)],
  ]);
  if (found.finals !== COUNT || found.lost + found.double + found.wrong + found.noWebhook + found.severalWebhooks > 0)
    process.exitCode = 1;
  receiver.close();
  await store.close();
}

/** Conversions and verifications in turn; `is` checks the result. */
async function prepare(webhook, key) {
  const { signedPdf } = await importSource('test/http/signed.ts');
  const pdf = signedPdf();
  return Promise.all(
    Array.from({ length: COUNT }, async (_, i) => {
      const mark = `mark${i}x`;
      const isConversion = i % 2 === 0;
      const file = isConversion ? `${mark}.docx` : `${mark}.pdf`;
      const form = await formOf(isConversion ? await letter(mark) : pdf, file, { webhook });
      return {
        ...form,
        key,
        name: `request-${i}`,
        path: isConversion ? '/v1/convert' : '/v1/verify',
        is: isConversion ? bytes => textOf(bytes).includes(mark) : bytes => isVerdictOn(pdf, JSON.parse(bytes)),
      };
    }),
  );
}

const isVerdictOn = (pdf, { verdict, document }) =>
  verdict === 'intact' && document.sha256 === createHash('sha256').update(pdf).digest('hex');

/** Until stop(): kills a process every 2 s, stops another for 30 s, and crashes PostgreSQL twice. */
function disturb(store, processes) {
  const events = { kills: 0, stops: 0, crashes: 0 };
  let isOver = false;
  const stopped = new Set();
  const pause = async ms => {
    for (const end = Date.now() + ms; !isOver && Date.now() < end; ) await sleep(200);
  };
  const killing = (async () => {
    for (let i = 0; !isOver; i++) {
      await sleep(KILL_MS);
      const one = processes[i % processes.length];
      if (isOver || stopped.has(one)) continue;
      one.kill('SIGKILL');
      events.kills++;
    }
  })();
  const stopping = (async () => {
    for (let i = 1; !isOver; i++) {
      await pause(10_000);
      if (isOver) return;
      const one = processes[i % processes.length];
      stopped.add(one);
      one.kill('SIGSTOP');
      events.stops++;
      await pause(STOPPED_MS);
      one.kill('SIGCONT');
      stopped.delete(one);
    }
  })();
  const crashing = (async () => {
    for (const share of [0.1, 0.5]) {
      while (!isOver && (await endedJobs(store)) < COUNT * share) await sleep(500);
      if (isOver) return;
      store.cluster.crash();
      events.crashes++;
      await sleep(OUTAGE_MS);
      await store.cluster.start();
    }
  })();
  return {
    async stop() {
      isOver = true;
      await Promise.all([killing, stopping, crashing]);
      return events;
    },
  };
}

const ENDED = 'SELECT count(*)::int AS n FROM docconv.jobs WHERE expires_at IS NOT NULL';

async function endedJobs(store) {
  const [row] = await store.rows(ENDED).catch(() => [{ n: 0 }]);
  return row.n;
}

async function untilEnded(store) {
  let last = 0;
  for (let since = Date.now(); ; await sleep(500)) {
    const n = await endedJobs(store);
    if (n >= COUNT) return;
    if (n > last) [last, since] = [n, Date.now()];
    if (Date.now() - since > 120_000) return; // what follows shows what did not end
  }
}

async function inspect(store, servers, jobs, key, receiver) {
  const [{ all }] = await store.rows('SELECT count(*)::int AS all FROM docconv.jobs');
  const results = await store.rows(
    `SELECT j.id, j.attempts, j.state, (SELECT count(*)::int FROM docconv.documents d WHERE d.job = j.id
       AND d.id <> ALL (ARRAY(SELECT e->>'id' FROM jsonb_array_elements(j.record->'documents') e))) AS results
     FROM docconv.jobs j`,
  );
  const found = { finals: 0, lost: 0, wrong: 0, noWebhook: 0, severalWebhooks: 0, states: [], attempts: [] };
  await inLanes(CLIENTS, jobs.length, async i => {
    const { id, is } = jobs[i];
    const { status, json } = await call(`${servers[0].url}/v1/jobs/${id}`, { key });
    if (status !== 200) found.lost++;
    else if (json.endedAt) found.finals++;
    else found.lost++;
    found.states.push(json.problem?.code ?? json.status);
    const webhooks = receiver.jobs.get(id);
    if (!webhooks) found.noWebhook++;
    else if (webhooks.size > 1) found.severalWebhooks++;
    if (json.status !== 'succeeded') return;
    const result = await call(`${servers[1].url}/v1/jobs/${id}/result`, { key });
    if (result.status !== 200 || !is(result.bytes)) found.wrong++;
  });
  const excess = results.filter(({ results, state }) => results > (state === 'succeeded' ? 1 : 0)).length;
  return { ...found, double: all - COUNT + excess, attempts: results.map(({ attempts }) => attempts) };
}

/** Receives webhooks: the ids of the events of each job. */
async function startReceiver() {
  const jobs = new Map();
  let [received, forged, webhook] = [0, 0, null];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    received++;
    try {
      const { id } = webhook.verify(body, request.headers).data;
      jobs.set(id, (jobs.get(id) ?? new Set()).add(request.headers['webhook-id']));
    } catch {
      forged++;
    }
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/events`,
    jobs,
    received: () => received,
    forged: () => forged,
    verifyWith: secret => (webhook = new Webhook(secret)),
    close: () => server.close(),
  };
}
