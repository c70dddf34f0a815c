/**
 * `node bench/load.mjs`: throughput of the service with 2 workers, 8 clients and 500 small DOCX (BENCH_COUNT), compared with
 * direct LibreOfficeKit calls in two processes, and with unoserver where python3-uno is installed; then /v1/verify.
 */
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Agent, request } from 'undici';
import { importSource, ms, ROOT, ratio, report, scratch } from './lib.mjs';
import { ENVIRONMENT } from './native.mjs';
import { descendantsOf, memoryOf } from './processes.mjs';
import { countsOf, formOf, inLanes, letter, percentile, startServer } from './service.mjs';

const COUNT = Number(process.env.BENCH_COUNT ?? 500);
const CLIENTS = 8;
const CORES = 2;
const WARM_UP = 20;
const PYTHON = '/usr/bin/python3';
const UNO = join(ROOT, 'bench/uno-convert.py');
const UNO_COUNT = Math.min(COUNT, 200);
const UNO_PORT = 18_099;

const folder = scratch();
const documents = await Promise.all(Array.from({ length: COUNT }, (_, i) => letter(`mark${i}`)));
const files = documents.map((bytes, i) => {
  const path = join(folder, `${i}.docx`);
  writeFileSync(path, bytes);
  return path;
});

const bare = await directCalls();
const served = await service();
const uno = await unoserver();

const perSecond = value => `${value.toFixed(1)} /s`.padStart(9);
report(`${COUNT} small DOCX, ${CLIENTS} clients, ${CORES} workers`, [
  ['direct LibreOfficeKit calls, two processes', perSecond(bare)],
  ['the service', perSecond(served.rate)],
  ['the service / direct calls', ratio(served.rate / bare)],
  ['the same without the CPU time of the clients', ratio(served.rateAlone / bare)],
  ...(uno === null
    ? [['unoserver', 'skipped: python3-uno is not installed']]
    : [
        ['one soffice, direct UNO calls', perSecond(uno.bare)],
        ['the service / these calls (wanted: 1.7)', ratio(served.rate / uno.bare)],
        ['one soffice with a client process for each document, as unoserver', perSecond(uno.served)],
        ['the service / unoserver (wanted: 2.5)', ratio(served.rate / uno.served)],
      ]),
  ['p50, p95, p99', [0.5, 0.95, 0.99].map(share => ms(percentile(served.times, share)).trim()).join(', ')],
  ['peak memory of server and workers', `${(served.memory / 1e6).toFixed(0)} MB`],
  ['answers', countsOf(served.answers)],
]);
report('/v1/verify, one small signed PDF', [
  ['requests per second', perSecond(served.verify.rate)],
  ['p95', ms(percentile(served.verify.times, 0.95))],
  ['answers', countsOf(served.verify.answers)],
]);
if (served.answers.some(status => ![200, 429, 503].includes(status))) process.exitCode = 1;

/** Conversions per second of two processes that call LibreOfficeKit directly. */
async function directCalls() {
  const halves = [files.filter((_, i) => i % 2 === 0), files.filter((_, i) => i % 2 === 1)];
  const kits = halves.map((_, i) =>
    fork(join(ROOT, 'bench/libreofficekit.mjs'), [join(folder, `kit${i}`)], { env: ENVIRONMENT }),
  );
  await Promise.all(kits.map(kit => once(kit, 'message')));
  await sendAll(kits, [files.slice(0, 10), files.slice(0, 10)]);
  const started = performance.now();
  await sendAll(kits, halves);
  const seconds = (performance.now() - started) / 1000;
  for (const kit of kits) kit.kill('SIGKILL');
  return COUNT / seconds;
}

function sendAll(kits, lists) {
  return Promise.all(
    kits.map((kit, i) => {
      kit.send(lists[i]);
      return once(kit, 'message');
    }),
  );
}

async function service() {
  const server = await startServer(folder, ['-j', String(CORES), '--queue', String(CLIENTS), '--log-level', 'warn']);
  const dispatcher = new Agent({ connections: CLIENTS });
  const forms = await Promise.all(documents.map((bytes, i) => formOf(bytes, `${i}.docx`)));
  const send = async ({ body, type }) => {
    const headers = { authorization: `Bearer ${server.key}`, 'content-type': type };
    const answer = await request(`${server.url}/v1/convert?from=docx`, { method: 'POST', headers, body, dispatcher });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode === 200 && bytes.subarray(0, 5).toString() !== '%PDF-')
      throw new Error('a 200 that is no PDF');
    return answer.statusCode;
  };
  await inLanes(CLIENTS, WARM_UP, i => send(forms[i % COUNT]));
  let memory = 0;
  const watch = setInterval(
    () => (memory = Math.max(memory, memoryOf([server.pid, ...descendantsOf(server.pid)]))),
    250,
  );
  const convert = await measure(COUNT, i => send(forms[i]));
  clearInterval(watch);
  const verify = await verification(server, dispatcher);
  await server.stop();
  return { ...convert, memory, verify };
}

async function verification({ url }, dispatcher) {
  const { signedPdf } = await importSource('test/http/signed.ts');
  const body = JSON.stringify({ document: { base64: signedPdf().toString('base64') } });
  const headers = { 'content-type': 'application/json' };
  const send = async () => {
    const answer = await request(`${url}/v1/verify`, { method: 'POST', headers, body, dispatcher });
    await answer.body.dump();
    return answer.statusCode;
  };
  await inLanes(CLIENTS, WARM_UP, send);
  return measure(COUNT, send);
}

/** `rateAlone` does not count the CPU time that the clients use on the same two cores. */
async function measure(count, send) {
  const times = [];
  const answers = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  await inLanes(CLIENTS, count, async i => {
    const start = performance.now();
    answers.push(await send(i));
    times.push(performance.now() - start);
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const done = answers.filter(status => status === 200).length;
  return { rate: done / seconds, rateAlone: done / (seconds - (user + system) / 1e6 / CORES), times, answers };
}

/**
 * One soffice driven by UNO, one document at a time. `bare`: the calls alone. `served`: the same behind XML-RPC, with a
 * client process for each document and as many clients as the service has: what unoserver and unoconvert do. Null where
 * Python has no uno.
 */
async function unoserver() {
  if (spawnSync(PYTHON, ['-c', 'import uno']).status !== 0) return null;
  const profile = join(folder, 'uno');
  mkdirSync(profile);
  const pipe = `docconv-bench-${process.pid}`;
  const soffice = '/usr/lib/libreoffice/program/soffice.bin';
  const args = [
    `-env:UserInstallation=${pathToFileURL(profile)}`,
    '--headless',
    '--invisible',
    '--norestore',
    `--accept=pipe,name=${pipe};urp;`,
  ];
  spawnSync(soffice, [args[0], '--headless', '--terminate_after_init'], { stdio: 'ignore', timeout: 60_000 }); // makes the profile
  const office = spawn(soffice, args, { stdio: 'ignore', detached: true });
  try {
    const bareCalls = spawnSync(PYTHON, [UNO, pipe, folder, String(UNO_COUNT)], { encoding: 'utf8' });
    if (bareCalls.status !== 0) throw new Error(bareCalls.stderr);
    return { bare: Number(bareCalls.stdout), served: await byUnoconvert(pipe) };
  } finally {
    process.kill(-office.pid, 'SIGKILL');
  }
}

async function byUnoconvert(pipe) {
  const server = spawn(PYTHON, [UNO, pipe, folder, '0', String(UNO_PORT)], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(server.stdout, 'data');
    const client = `import sys,xmlrpc.client; xmlrpc.client.ServerProxy('http://127.0.0.1:${UNO_PORT}').convert(int(sys.argv[1]))`;
    const started = performance.now();
    await inLanes(CLIENTS, UNO_COUNT, async i => {
      const [code] = await once(spawn(PYTHON, ['-c', client, String(i)], { stdio: 'ignore' }), 'exit');
      if (code !== 0) throw new Error('a client of the UNO server failed');
    });
    return UNO_COUNT / ((performance.now() - started) / 1000);
  } finally {
    server.kill('SIGKILL');
  }
}
