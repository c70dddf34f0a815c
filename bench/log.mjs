/**
 * `node bench/log.mjs`: lines and bytes that processes of docconv write in 60 s (BENCH_SECONDS) without the database while
 * clients send requests: those about requests (level info), and the others. It mounts a small file system, as root.
 */
import { importSource, report } from './lib.mjs';
import { sleep } from './service.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);

const { startDeployment, PASSWORD, SECRET } = await importSource('test/helpers/servers/world.ts');
const deployment = await startDeployment();
const processes = [];
for (const role of ['serve', 'serve --workers 0', 'work']) processes.push(await deployment.start(role));
await Promise.all(processes.map(one => deployment.ready(one)));
deployment.cluster.crash();
const before = processes.map(one => one.output().length);
const stop = deployment.startTraffic();
await sleep(SECONDS * 1000);
await stop();
const rows = [];
for (const [i, one] of processes.entries()) {
  const lines = one.output().slice(before[i]).split('\n').filter(Boolean);
  const about = lines.filter(line => line.includes('"level":30'));
  const others = lines.filter(line => !line.includes('"level":30'));
  const size = some => `${some.length} lines, ${some.join('\n').length} bytes`;
  rows.push([`${one.role}: requests`, size(about)], [`${one.role}: warnings and others`, size(others)]);
  if (process.env.BENCH_LOGS) console.log(others.map(line => line.slice(0, 300)).join('\n'));
}
const all = processes.map(one => one.output()).join('');
rows.push([
  'lines with a secret (wanted: 0)',
  [PASSWORD, SECRET, deployment.key].filter(word => all.includes(word)).length,
]);
report(`Log of ${SECONDS} s without the database`, rows);
await deployment.cluster.start();
await deployment.close();
process.exit();
