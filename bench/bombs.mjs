/**
 * `node bench/bombs.mjs [engine auto]`: converts each decompression bomb beside an ordinary document, and prints the
 * outcome, the time and the peak memory.
 */
import { join } from 'node:path';
import { importSource, ROOT, report, scratch } from './lib.mjs';
import { descendantsOf, memoryOf } from './processes.mjs';

const { createConverter } = await import(join(ROOT, 'dist', 'index.js'));
const { bombs } = await importSource('test/helpers/documents/bombs.ts');
const { documents } = await importSource('test/helpers/documents.ts');

const temporary = scratch();
const MIB = 1024 ** 2;

async function measured(work) {
  const peak = { parent: 0, children: 0 };
  const base = process.memoryUsage.rss();
  const sample = () => {
    peak.parent = Math.max(peak.parent, process.memoryUsage.rss() - base);
    peak.children = Math.max(peak.children, memoryOf(descendantsOf(process.pid)));
  };
  const timer = setInterval(sample, 20);
  const started = performance.now();
  const outcome = await work();
  sample();
  clearInterval(timer);
  return { ...peak, outcome, milliseconds: performance.now() - started };
}

const outcomeOf = promise =>
  promise.then(
    ({ engine }) => `a PDF by ${engine}`,
    ({ code, detail }) => (detail?.limit ? `${code} ${detail.limit}` : code),
  );

const engine = process.argv[2] ?? 'auto';
const cache = join(temporary, 'cache');
const converter = createConverter({ temporary, cache, workers: 2, engine, timeoutMs: 20_000 });
await converter.convert(documents.docx());
const rows = [];
for (const { kind, name, bytes } of bombs()) {
  const result = await measured(async () => {
    const ordinary = outcomeOf(converter.convert(documents.docx()));
    const outcome = await outcomeOf(converter.convert({ name, bytes }));
    return `${outcome}; the ordinary document: ${await ordinary}`;
  });
  const memory = `parent +${Math.round(result.parent / MIB)} MiB, children ${Math.round(result.children / MIB)} MiB`;
  rows.push([`${kind} (${name})`, `${result.outcome}, ${result.milliseconds.toFixed(0)} ms, ${memory}`]);
}
report(`Decompression bombs (engine ${engine})`, rows);
await converter.close();
