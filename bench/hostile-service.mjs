/**
 * `node bench/hostile-service.mjs`: 1,000 hostile documents (BENCH_COUNT) of four clients in a row on a server with eight honest
 * clients: bombs, documents that are costly to inspect, documents that crash or stop the engine, damaged documents and noise;
 * a worker is killed every 10 s as well. Prints the honest clients' times before, during and after, and what remains of
 * memory, processes and files. Takes less than 12 minutes: the hostile documents are stopped after 9.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { importSource, scratch } from './lib.mjs';
import { commandOf, descendantsOf, memoryOf, readProc } from './processes.mjs';
import { countsOf, formOf, letter, percentile, sleep, startServer } from './service.mjs';

const COUNT = Number(process.env.BENCH_COUNT ?? 1000);
const HONEST = 8;
/** Pause of an honest client between two letters: together they need about half of two workers. */
const PAUSE_MS = 1000;
const ATTACKERS = 4;
/** Documents of one attacker at a time. */
const LANES = 2;
const QUIET_MS = Number(process.env.BENCH_QUIET ?? 40) * 1000;
const HOSTILE_MS = 9 * 60_000;
const KILL_MS = 10_000;
const LETTERS = 40;
const MIB = 1024 ** 2;
const NOISE_NAMES = [
  'noise.docx',
  'noise.doc',
  'noise.odt',
  'noise.rtf',
  'noise.txt',
  'noise.png',
  'noise.xlsx',
  'noise',
];
/** What a hostile document may receive: a PDF, or a problem that names it, a limit or the time. */
const EXPECTED = [200, 400, 413, 415, 422, 503, 504];

const folder = scratch();
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
process.env.TMPDIR = temporary; // contains only files of this run
const failures = [];
const answers = new Map();
/** Process id of every process below the server -> when it was started. */
const started = new Map();
const letters = await Promise.all(
  Array.from({ length: LETTERS }, async (_, i) => formOf(await letter(`mark${i}x`), `${i}.docx`)),
);
const hostile = await hostileDocuments();
const server = await startServer(folder, ['-j', '2', '--timeout', '4', '--queue', '32', '--log-level', 'warn']);
const dispatcher = new Agent({ connections: HONEST + ATTACKERS * LANES });
const honestKeys = await keysFor('honest', HONEST);
const attackerKeys = await keysFor('attacker', ATTACKERS);

await sleep(5_000); // the workers start, and are warm
const rows = [await measured('before', () => sleep(QUIET_MS))];
let killed = 0;
let slowest = { ms: 0, kind: '' };
rows.push(await measured('during', attackedPhase));
await sleep(2000);
rows.push(await measured('after', () => sleep(QUIET_MS)));
const idle = state();
const code = await server.stop();
await sleep(1000);
show();
for (const failure of failures) console.error(`WRONG: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Forms of every kind, so that neither making nor encoding them is measured. */
async function hostileDocuments() {
  const { bombs } = await importSource('test/helpers/documents/bombs.ts');
  const { damaged } = await importSource('test/helpers/damage.ts');
  const all = bombs();
  const crash = all.filter(({ limit }) => limit === null);
  const slow = { name: 'slow.txt', bytes: Buffer.alloc(8e6, 'many words that have to be laid out on many pages ') };
  const kinds = {
    bomb: [25, all.filter(({ limit }) => limit !== null)],
    costly: [25, await costlyDocuments()],
    crash: [10, crash],
    hang: [5, [slow]],
    noise: [15, Array.from({ length: 60 }, (_, i) => noise(i))],
    damaged: [20, Array.from({ length: Math.min(COUNT, 300) }, (_, i) => damaged(1, i))],
  };
  const encoded = {};
  for (const [kind, [share, documents]] of Object.entries(kinds)) {
    encoded[kind] = {
      share,
      forms: await Promise.all(documents.map(({ name, bytes, fields }) => formOf(bytes, name, fields))),
    };
  }
  return encoded;
}

/** About a megabyte of each, as the inspection reads it. */
async function costlyDocuments() {
  const { COSTLY_DOCUMENTS } = await importSource('test/helpers/costly-documents/index.ts');
  return Object.values(COSTLY_DOCUMENTS)
    .flat()
    .map(({ file, make, password, landscape }) => ({
      name: file,
      bytes: make(1_000_000),
      fields: { ...(password && { password }), ...(landscape && { landscape: 'true' }) },
    }));
}

function noise(n) {
  const magic = [[], [0x50, 0x4b, 3, 4], [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Buffer.from('{\\rtf1 ')][
    n % 4
  ];
  return {
    name: NOISE_NAMES[n % NOISE_NAMES.length],
    bytes: Buffer.concat([Buffer.from(magic), randomBytes(100 + n * 997)]),
  };
}

async function keysFor(name, count) {
  const keys = [];
  for (let i = 0; i < count; i++) keys.push(await server.newKey(`${name}${i}`));
  return keys;
}

/** Runs `phase` while the honest clients convert letters; samples what the server uses. */
async function measured(name, phase) {
  const seen = {
    name,
    times: [],
    statuses: [],
    memory: 0,
    workers: 0,
    processes: 0,
    lag: 0,
    entries: 0,
    running: true,
  };
  const sampler = setInterval(() => sample(seen), 500);
  await eventLoopLag(); // the metric covers the time since it was read last
  const lag = setInterval(async () => (seen.lag = Math.max(seen.lag, await eventLoopLag())), 5000);
  const clients = honestKeys.map((key, i) => honestClient(key, i, seen));
  await phase();
  seen.running = false;
  await Promise.all(clients);
  clearInterval(sampler);
  clearInterval(lag);
  seen.lag = Math.max(seen.lag, await eventLoopLag());
  sample(seen);
  return seen;
}

async function attackedPhase() {
  const killer = setInterval(killWorker, KILL_MS);
  const end = Date.now() + HOSTILE_MS;
  let next = 0;
  const lane = async key => {
    while (next < COUNT && Date.now() < end) await attack(key, next++);
  };
  await Promise.all(attackerKeys.flatMap(key => Array.from({ length: LANES }, () => lane(key))));
  clearInterval(killer);
  if (next < COUNT) failures.push(`only ${next} hostile documents were sent in ${HOSTILE_MS / 1000} s`);
}

async function attack(key, n) {
  const kind = kindOf(n);
  const { forms } = hostile[kind];
  const begin = performance.now();
  const { status } = await send(key, forms[Math.floor(n / 7) % forms.length]);
  const ms = performance.now() - begin;
  if (ms > slowest.ms) slowest = { ms, kind };
  if (!EXPECTED.includes(status)) failures.push(`a hostile document (${kind}) received ${status}`);
  answers.set(kind, [...(answers.get(kind) ?? []), status]);
}

/** The kinds in their shares of 100, mixed evenly. */
function kindOf(n) {
  let point = (n * 37) % 100;
  for (const [kind, { share }] of Object.entries(hostile)) {
    if (point < share) return kind;
    point -= share;
  }
  throw new Error('the shares are not 100');
}

function killWorker() {
  const worker = descendantsOf(server.pid).find(pid => /worker\.js/.test(commandOf(pid)));
  if (!worker) return;
  killed++;
  process.kill(worker, 'SIGKILL');
}

async function honestClient(key, i, seen) {
  await sleep((i * PAUSE_MS) / HONEST);
  for (let n = i; seen.running; n = (n + HONEST) % LETTERS) {
    const begin = performance.now();
    const { status, bytes } = await send(key, letters[n]);
    seen.times.push(performance.now() - begin);
    seen.statuses.push(status);
    if (status === 200 && seen.times.length % 25 === 0) requireLetter(bytes, n);
    await sleep(PAUSE_MS);
  }
}

function requireLetter(bytes, n) {
  const text = spawnSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' }).stdout ?? '';
  if (!text.includes(`mark${n}x`)) failures.push(`a 200 that is not the PDF of letter ${n}`);
}

async function send(key, { body, type }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  try {
    const answer = await request(`${server.url}/v1/convert`, { method: 'POST', headers, body, dispatcher });
    return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  } catch (thrown) {
    return { status: thrown.code ?? thrown.message };
  }
}

async function eventLoopLag() {
  const text = await server.metrics();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0) * 1000;
}

function sample(seen) {
  const { memory, workers, processes, entries } = state();
  seen.memory = Math.max(seen.memory, memory);
  seen.workers = Math.max(seen.workers, workers);
  seen.processes = Math.max(seen.processes, processes);
  seen.entries = Math.max(seen.entries, entries);
}

function state() {
  const below = descendantsOf(server.pid);
  for (const pid of below) started.set(String(pid), startOf(pid) ?? 'unknown');
  return {
    memory: memoryOf([server.pid]),
    workers: memoryOf(below),
    processes: below.length,
    entries: entriesIn(temporary),
  };
}

function entriesIn(path) {
  try {
    return readdirSync(path, { recursive: true }).length;
  } catch {
    return 0; // removed meanwhile
  }
}

/** Processes of this server that still run: those seen below it at any time, and those that name its folder. */
function remaining() {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter(pid => (started.has(pid) && started.get(pid) === startOf(pid)) || commandOf(pid).includes(folder));
}

/** proc(5), field 22, as a process id may be used again. Null for a process that has ended, also one that init has not reaped. */
function startOf(pid) {
  const stat = readProc(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}

function show() {
  const left = remaining();
  const total = [...answers.values()].flat().length;
  console.log(
    `\n${total} hostile documents of ${ATTACKERS} clients, ${HONEST} honest clients, 2 workers, ${killed} workers killed`,
  );
  const cells = values => values.map(value => String(value).padStart(12)).join('');
  const line = (name, values) => console.log(`  ${name.padEnd(44)}${cells(values)}`);
  const each = (name, value) => line(name, rows.map(value));
  each('', ({ name }) => name);
  for (const share of [0.5, 0.95, 0.99]) {
    each(`honest p${share * 100}, ms`, ({ times }) => percentile(times, share).toFixed(0));
  }
  each('honest, longest, ms', ({ times }) => Math.max(...times).toFixed(0));
  each('honest letters', ({ times }) => times.length);
  each('honest letters without a PDF', ({ statuses }) => statuses.filter(status => status !== 200).length);
  each("longest stall of the server's event loop, ms", ({ lag }) => lag.toFixed(0));
  each('memory of the server, peak, MiB', ({ memory }) => Math.round(memory / MIB));
  each('memory of its processes, peak, MiB', ({ workers }) => Math.round(workers / MIB));
  each('its processes, peak', ({ processes }) => processes);
  each('temporary files and folders, peak', ({ entries }) => entries);
  line('memory of the server at the end, MiB', ['', '', Math.round(idle.memory / MIB)]);
  line('its processes at the end', ['', '', idle.processes]);
  line('temporary files and folders at the end', ['', '', idle.entries]);
  console.log('');
  for (const [kind, statuses] of answers) console.log(`  ${`answers to ${kind}`.padEnd(44)} ${countsOf(statuses)}`);
  console.log(`  ${'slowest hostile answer'.padEnd(44)} ${slowest.ms.toFixed(0)} ms (${slowest.kind})`);
  console.log(`  ${'after SIGTERM'.padEnd(44)} exit ${code}, ${left.length} processes, ${entriesIn(temporary)} files`);
  evaluate(left);
}

function evaluate(left) {
  for (const { name, statuses } of rows) {
    const wrong = statuses.filter(status => status !== 200);
    if (wrong.length > 0) failures.push(`honest clients, ${name}: ${countsOf(wrong)}`);
  }
  if (left.length > 0) failures.push(`processes remain: ${left.map(pid => commandOf(pid).slice(0, 100)).join('; ')}`);
  if (entriesIn(temporary) > 0) failures.push(`files remain: ${readdirSync(temporary).join(', ')}`);
  if (code !== 0) failures.push(`the server ended with ${code}`);
}
