/**
 * `node bench/memory-limits.mjs [--in COMBINATION ...] [--only PATTERN]`: what a hostile worker with a limit of 256 MiB reaches
 * that tries to take 512 MiB in each way, in each combination of what a system offers for isolation, without a cgroup: MiB
 * at the peak, how its document ended, and seconds. The peak is that of resident and swapped memory, page tables and
 * buffers of open files of all processes, measured 40 times a second, beyond a worker that tries nothing (the first row). What is
 * in files is not in it: their folder has a size. Needs root, bubblewrap, unshare, setpriv and perl.
 */
import { parseArgs } from 'node:util';
import { importSource } from './lib.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, in: { type: 'string', multiple: true } },
});
const { ATTACKS, COMBINATIONS, hostileProduct, runAttacks } = await importSource('test/helpers/hostile/index.ts');

const CONTROL = 'sends an empty PDF';
const WAYS = [
  CONTROL,
  'memory in a child',
  'memory in 100 processes',
  'memory in a daemon',
  'memory in anonymous files',
  'memory in System V segments',
  'memory in /dev/shm',
  'memory in its folder',
  'removed files that are open',
  'memory in page tables',
  'memory in the buffers of pipes',
  'memory in the buffers of sockets',
  'shared memory without a file',
  'shared memory of /dev/zero',
  'memory that is advised to the disk',
  'locks on ranges of a file',
  'many open eventfds',
  'mappings in 200 processes',
  'buffers of sockets in 30 processes',
].filter(way => way === CONTROL || new RegExp(values.only).test(way));
const unknown = WAYS.filter(way => !(way in ATTACKS));
if (unknown.length > 0) throw new Error(`No such attacks: ${unknown.join(', ')}`);
const combinations = Object.keys(COMBINATIONS).filter(
  name => !values.in || values.in.some(part => name.includes(part)),
);

const { UsageMeter } = await importSource('src/isolation/usage/usage.ts');
const meter = new UsageMeter(process.pid);
let most = 0;
setInterval(() => {
  most = Math.max(most, meter.read().memory / 1024 ** 2);
}, 25).unref();

const product = await hostileProduct();
process.on('exit', () => product.remove());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const cells = new Map(WAYS.map(way => [way, []]));
for (const combination of combinations) {
  let ordinary = 0;
  for (const way of WAYS) {
    most = 0;
    const begun = performance.now();
    for await (const { outcome } of runAttacks(product.folder, combination, 'library', [way])) {
      if (way === CONTROL) ordinary = most;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      cells.get(way).push(`${Math.max(0, Math.round(most - ordinary))}, ${outcome}, ${seconds}`);
      process.stderr.write(`${combination}: ${way}: ${cells.get(way).at(-1)}\n`);
    }
  }
}
console.log(`| way | ${combinations.join(' | ')} |\n| --- |${' --- |'.repeat(combinations.length)}`);
for (const [way, row] of cells) console.log(`| ${way} | ${row.join(' | ')} |`);
