/**
 * Jobs while servers are killed and stopped, their clocks are wrong, some documents kill whatever process gets them, and the
 * database crashes: none is lost, none has two results, and none is charged for the document of another.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { importSource, report, scratch } from '../lib.mjs';
import { countsOf, formOf, inLanes, letter, sleep, until } from '../service.mjs';
import { chargesOf, watchCharges } from './charges.mjs';
import { call, isReady, startStore, submit } from './deployment.mjs';
import { disturb } from './disturbance.mjs';
import { textOf } from './documents.mjs';

const COUNT = Number(process.env.BENCH_JOBS ?? 1000);
const KILLS = Number(process.env.BENCH_KILLS ?? COUNT / 10);
const KILL_MS = 2_000;
/** One document of so many kills the process that has it. */
const POISON_EVERY = Number(process.env.BENCH_POISON_EVERY ?? 100);
const POISON = new URL('../../test/fixtures/poison.mjs', import.meta.url);
const ARGS = ['-j', '2', '--allow-private-urls'];
const CLIENTS = 4;
/** A try whose process was killed is repeated after a minute. */
const WEBHOOKS_MS = 150_000;
/** What does not go on for so long is a fault, which the figures show. */
const NO_PROGRESS_MS = 240_000;

export async function chaos() {
  const store = await startStore();
  const key = store.newKey('chaos');
  const receiver = await startReceiver();
  const all = await startProcesses(store);
  const servers = all.slice(0, 3);
  receiver.verifyWith((await call(`${servers[0].url}/v1/webhook-secret`, { key })).json.secret);

  const jobs = await prepare(receiver.url, key);
  const disturbance = disturb(store, all, {
    kills: KILLS,
    killMs: KILL_MS,
    endedJobs: () => endedJobs(store),
    count: COUNT,
  });
  const started = performance.now();
  const answers = [];
  await inLanes(CLIENTS, COUNT, async i => {
    const job = { ...jobs[i], timeoutMs: 10_000, giveUpMs: NO_PROGRESS_MS };
    jobs[i].id = await submit(servers, job, status => answers.push(status));
  });
  await untilEnded(store);
  const seconds = (performance.now() - started) / 1000;
  const events = await disturbance.stop();
  await Promise.all(all.map(isReady));
  await until(() => receiver.jobs.size >= COUNT, WEBHOOKS_MS).catch(() => {});

  const found = await inspect(store, servers, jobs, key, receiver);
  const poison = new Set(jobs.flatMap(({ id, isPoison }) => (isPoison ? id : [])));
  const charges = await chargesOf(store, all);
  const ofNeighbours = charges.filter(({ id }) => !poison.has(id));
  const charged = ofNeighbours.filter(({ by }) => by === 'itself').length;
  const deaths = all.flatMap(one => one.deaths);
  report(`${COUNT} jobs on 3 servers and a worker`, [
    [
      'kills, stops of 30 s, wrong or drifting clocks, crashes of PostgreSQL',
      [events.kills, events.stops, events.clocks, events.crashes].join(', '),
    ],
    ['poison documents, and deaths of processes by them', [poison.size, deaths.filter(ownDeath).length].join(', ')],
    ['answers to submissions', countsOf(answers.map(status => status ?? 'no answer'))],
    [`final states (wanted: ${COUNT})`, found.finals],
    ['states', countsOf(found.states)],
    ['lost (wanted: 0)', found.lost],
    ['double: more jobs than requests, or two results (wanted: 0)', found.double],
    ['wrong results (wanted: 0)', found.wrong],
    ['jobs without a webhook (wanted: 0)', found.noWebhook],
    ['jobs with webhooks of several ids, or a wrong signature (wanted: 0)', found.severalWebhooks + receiver.forged()],
    ['charged to a neighbour: crashes by poison documents (wanted: 0)', charged],
    ['neighbours that failed (wanted: 0)', found.failed],
    ['crashes of neighbours that ran alone, by what ended the process', countsOf(ofNeighbours.map(({ by }) => by))],
    ['crashes of poison documents, by what ended the process', countsOf(ofPoison(charges, poison))],
    ['webhooks received', receiver.received()],
    ['attempts: jobs', countsOf(found.attempts)],
    ['seconds', seconds.toFixed(0)],
  ]);
  const faults = [found.lost, found.double, found.wrong, found.noWebhook, found.severalWebhooks, found.failed, charged];
  if (found.finals !== COUNT || faults.some(count => count > 0)) process.exitCode = 1;
  receiver.close();
  await store.close();
}

const ownDeath = ({ by }) => by === 'itself';
const ofPoison = (charges, poison) => charges.flatMap(({ id, by }) => (poison.has(id) ? by : []));

/** Three servers and a worker, each with a clock and a role of its own; documents can kill them. */
async function startProcesses(store) {
  const { openMachineClock } = await importSource('test/helpers/machine-clock.ts');
  const all = [];
  for (const [i, { role, url }] of (await watchCharges(store, 4)).entries()) {
    const clock = openMachineClock(scratch(), '+0');
    const env = { DOCCONV_STORE: url, NODE_OPTIONS: `--import=${POISON}`, ...clock.variables };
    const one = await store.serve(ARGS, { env, command: i < 3 ? 'serve' : 'work' });
    all.push({ ...one, role, clock });
  }
  await Promise.all(all.map(isReady));
  return all;
}

/** Conversions and verifications in turn; `is` checks the result. */
async function prepare(webhook, key) {
  const { signedPdf } = await importSource('test/http/signed.ts');
  const pdf = signedPdf();
  return Promise.all(
    Array.from({ length: COUNT }, async (_, i) => {
      const mark = `mark${i}x`;
      const isPoison = i % POISON_EVERY === POISON_EVERY >> 1;
      const isConversion = isPoison || i % 2 === 0;
      const file = isPoison ? `${mark}.rtf` : isConversion ? `${mark}.docx` : `${mark}.pdf`;
      const document = isPoison ? Buffer.from('{\\rtf1 poisonous}') : isConversion ? await letter(mark) : pdf;
      const form = await formOf(document, file, { webhook });
      return {
        ...form,
        key,
        name: `request-${i}`,
        isPoison,
        path: isConversion ? '/v1/convert' : '/v1/verify',
        is: isConversion ? bytes => textOf(bytes).includes(mark) : bytes => isVerdictOn(pdf, JSON.parse(bytes)),
      };
    }),
  );
}

const isVerdictOn = (pdf, { verdict, document }) =>
  verdict === 'intact' && document.sha256 === createHash('sha256').update(pdf).digest('hex');

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
    if (Date.now() - since > NO_PROGRESS_MS) return; // what follows shows what did not end
  }
}

async function inspect(store, servers, jobs, key, receiver) {
  const [{ all }] = await store.rows('SELECT count(*)::int AS all FROM docconv.jobs');
  const results = await store.rows(
    `SELECT j.id, j.attempts, j.state, (SELECT count(*)::int FROM docconv.documents d WHERE d.job = j.id
       AND d.id <> ALL (ARRAY(SELECT e->>'id' FROM jsonb_array_elements(j.record->'documents') e))) AS results
     FROM docconv.jobs j`,
  );
  const found = { finals: 0, lost: 0, wrong: 0, failed: 0, noWebhook: 0, severalWebhooks: 0, states: [] };
  await inLanes(CLIENTS, jobs.length, async i => {
    const { id, is, isPoison } = jobs[i];
    const { status, json } = await call(`${servers[0].url}/v1/jobs/${id}`, { key });
    if (status !== 200) found.lost++;
    else if (json.endedAt) found.finals++;
    else found.lost++;
    found.states.push(json.problem?.code ?? json.status);
    const webhooks = receiver.jobs.get(id);
    if (!webhooks) found.noWebhook++;
    else if (webhooks.size > 1) found.severalWebhooks++;
    if (isPoison && json.problem?.code !== 'engine_crashed') found.wrong++;
    if (!isPoison && json.status !== 'succeeded') found.failed++;
    if (isPoison || json.status !== 'succeeded') return;
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
