/** Many conversions in a row on each engine: what failed, what was lost, and how far the workers' memory went. */
import { join } from 'node:path';
import { CORPUS, importSource, ROOT, report, scratch } from './lib.mjs';

const COUNT = Number(process.env.BENCH_COUNT ?? 200);
const FILES = ['sample', 'Styles', 'Headers', 'delins', 'WithTabs', 'footnotes', 'endnotes', 'bookmarks'];
const MIB = 1024 ** 2;

const output = join(scratch(), 'out.pdf');
const { createConverter } = await import(join(ROOT, 'dist', 'index.js'));
const { usageOf } = await importSource('src/isolation/usage.ts');

for (const engine of process.argv.length > 2 ? process.argv.slice(2) : ['native', 'soffice', 'wasm']) {
  const converter = createConverter({ engine, workers: 1, maxJobs: 100 });
  const started = performance.now();
  let failed = 0;
  let peak = 0;
  for (let i = 0; i < COUNT; i++) {
    const file = join(CORPUS, 'docx', `${FILES[i % FILES.length]}.docx`);
    await converter.convertToFile(file, output).catch(() => failed++);
    peak = Math.max(peak, usageOf(process.pid).memory - process.memoryUsage().rss);
  }
  report(`${COUNT} conversions in a row, ${engine}, a fresh worker after 100`, [
    ['failed', failed],
    ['workers lost', converter.status().lost],
    ['peak of the workers, MiB', Math.round(peak / MIB)],
    ['seconds', ((performance.now() - started) / 1000).toFixed(1)],
  ]);
  await converter.close();
}
