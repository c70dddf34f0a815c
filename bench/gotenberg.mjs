/**
 * `node bench/gotenberg.mjs`: the same letters by POST /forms/libreoffice/convert and by POST /v1/convert of one server, in turns:
 * the time and the processor time of a request, and the throughput of Gotenberg's route compared with that of /v1.
 */
import { join } from 'node:path';
import { median, ms, ratio, report, scratch } from './lib.mjs';
import { cpuOf, descendantsOf } from './processes.mjs';
import { letter, startServer } from './service.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 10);
const ROUTES = { '/forms/libreoffice/convert': 'files', '/v1/convert': 'file' };

const server = await startServer(join(scratch(), 'server'), ['--gotenberg', 'open', '-j', '1', '--timeout', '600']);
const document = new Blob([await letter('one')]);

async function convert(route) {
  const form = new FormData();
  form.set(ROUTES[route], document, 'letter.docx');
  const headers = { authorization: `Bearer ${server.key}` };
  const response = await fetch(server.url + route, { method: 'POST', headers, body: form });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok || !bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error(bytes.toString());
}

/** Milliseconds of the server, its descendants, and those that have ended. */
function cpu() {
  return [server.pid, ...descendantsOf(server.pid)].reduce((sum, pid) => sum + cpuOf(pid, { withEnded: true }), 0);
}

async function batch(route) {
  const [started, before] = [performance.now(), cpu()];
  for (let i = 0; i < REQUESTS; i++) await convert(route);
  return { time: (performance.now() - started) / REQUESTS, cpu: (cpu() - before) / REQUESTS };
}

const routes = Object.keys(ROUTES);
try {
  for (const route of routes) await batch(route); // warms up
  const runs = new Map(routes.map(route => [route, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? routes : routes.toReversed();
    for (const route of order) runs.get(route).push(await batch(route));
  }
  const of = (route, key) => median(runs.get(route).map(run => run[key]));
  for (const route of routes)
    report(`POST ${route} (medians of ${ROUNDS} x ${REQUESTS})`, [
      ['time', ms(of(route, 'time'))],
      ['processor time', ms(of(route, 'cpu'))],
    ]);
  const [forms, v1] = routes;
  report('throughput of Gotenberg’s route, where that of /v1 is 1', [
    ['by time', ratio(of(v1, 'time') / of(forms, 'time'))],
    ['by processor time', ratio(of(v1, 'cpu') / of(forms, 'cpu'))],
  ]);
} finally {
  await server.stop();
}
