/**
 * `node bench/stops.mjs [FAULT ...]`: how long processes of docconv take to end by SIGTERM after each fault of
 * test/helpers/servers/faults.ts, whose names begin with the given words. BENCH_ROUNDS=2 times 5 processes for each fault.
 * It mounts a small file system, as root, and needs PostgreSQL and LibreOffice.
 */
import { importSource, report } from './lib.mjs';
import { sleep } from './service.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
const ROLES = ['serve', 'serve --workers 0', 'work', 'serve --workers 0', 'work'];
/** From a fault to the stop of a process: at once, or when timeouts and repetitions have begun. */
const DELAYS_MS = [0, 300, 1_500, 4_000, 7_000];
const LIMIT_MS = 2_000;

const { startDeployment } = await importSource('test/helpers/servers/world.ts');
const { FAULTS } = await importSource('test/helpers/servers/faults.ts');

const named = process.argv.slice(2);
const faults = Object.entries(FAULTS).filter(
  ([name]) => named.length === 0 || named.some(word => name.startsWith(word)),
);
const deployment = await startDeployment();
const slowest = [];
let [stops, late] = [0, 0];
for (const [name, fault] of faults) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const processes = await startAll();
    const repair = await fault(deployment);
    const ended = processes.map(async (one, i) => {
      await sleep(DELAYS_MS[(i + round * 2) % DELAYS_MS.length]);
      const begun = performance.now();
      await one.stop();
      const ms = performance.now() - begun;
      times.push({ ms, role: one.role });
      if (process.env.BENCH_LOGS && ms > LIMIT_MS) console.log(one.output().slice(-2000));
    });
    await Promise.all(ended);
    await repair();
  }
  const worst = times.toSorted((a, b) => b.ms - a.ms)[0];
  stops += times.length;
  late += times.filter(({ ms }) => ms >= LIMIT_MS).length;
  slowest.push([name, `${(worst.ms / 1000).toFixed(2)} s (${worst.role})`]);
  console.log(`${name}: ${times.map(({ ms }) => (ms / 1000).toFixed(2)).join(' ')}`);
}
report('Slowest end by SIGTERM after each fault', [
  ...slowest,
  [`stops that took ${LIMIT_MS / 1000} s or more (wanted: 0)`, `${late} of ${stops}`],
]);
await deployment.close();
process.exit(late > 0 ? 1 : 0);

async function startAll() {
  const processes = [];
  for (const role of ROLES) processes.push(await deployment.start(role));
  await Promise.all(processes.map(one => deployment.ready(one)));
  return processes;
}
