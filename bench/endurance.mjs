/**
 * `node bench/endurance.mjs [engine ...]`: 200 conversions (BENCH_COUNT) in a row on each engine: failures, lost workers and
 * the peak memory of the workers.
 */
import { join } from 'node:path';
import { CORPUS, ROOT, report, scratch } from './lib.mjs';
import { descendantsOf, memoryOf } from './processes.mjs';

const COUNT = Number(process.env.BENCH_COUNT ?? 200);
const FILES = ['sample', 'Styles', 'Headers', 'delins', 'WithTabs', 'footnotes', 'endnotes', 'bookmarks'];
const MIB = 1024 ** 2;

const output = join(scratch(), 'out.pdf');
const { createConverter } = await import(join(ROOT, 'dist', 'index.js'));

for (const engine of process.argv.length > 2 ? process.argv.slice(2) : ['native', 'soffice', 'wasm']) {
  const converter = createConverter({ engine, workers: 1, maxJobs: 100 });
  const started = performance.now();
  let failed = 0;
  let peak = 0;
  for (let i = 0; i < COUNT; i++) {
    const file = join(CORPUS, 'docx', `${FILES[i % FILES.length]}.docx`);
    await converter.convertToFile(file, output).catch(() => failed++);
    peak = Math.max(peak, memoryOf(descendantsOf(process.pid)));
  }
  report(`${COUNT} conversions in a row, ${engine}, a new worker after 100`, [
    ['failed', failed],
    ['workers lost', converter.status().lost],
    ['peak of the workers, MiB', Math.round(peak / MIB)],
    ['seconds', ((performance.now() - started) / 1000).toFixed(1)],
  ]);
  await converter.close();
}
