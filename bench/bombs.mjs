/** Bombs of ten kinds through a converter, each beside an innocent document: how it ends, and what it costs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource, ROOT, report, scratch } from './lib.mjs';

const { createConverter } = await import(join(ROOT, 'dist', 'index.js'));
const { bombs } = await importSource('test/helpers/bombs.ts');
const { documents } = await importSource('test/helpers/documents.ts');

const temporary = scratch();
const MIB = 1024 ** 2;

/** Resident bytes of all processes below this one. */
function childrenMemory() {
  const processes = readdirSync('/proc').flatMap(pid => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(pid), parent: Number(fields[1]), memory: Number(fields[21]) * 4096 }];
    } catch {
      return [];
    }
  });
  const below = pid => processes.filter(({ parent }) => parent === pid).flatMap(child => [child, ...below(child.pid)]);
  return below(process.pid).reduce((sum, { memory }) => sum + memory, 0);
}

async function measured(work) {
  const peak = { parent: 0, children: 0 };
  const base = process.memoryUsage.rss();
  const sample = () => {
    peak.parent = Math.max(peak.parent, process.memoryUsage.rss() - base);
    peak.children = Math.max(peak.children, childrenMemory());
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
const converter = createConverter({
  temporary,
  cache: join(temporary, 'cache'),
  workers: 2,
  engine,
  timeoutMs: 20_000,
});
await converter.convert(documents.docx());
const rows = [];
for (const { kind, name, bytes } of bombs()) {
  const result = await measured(async () => {
    const beside = outcomeOf(converter.convert(documents.docx()));
    const outcome = await outcomeOf(converter.convert({ name, bytes }));
    return `${outcome}; beside it ${await beside}`;
  });
  const memory = `parent +${Math.round(result.parent / MIB)} MiB, children ${Math.round(result.children / MIB)} MiB`;
  rows.push([`${kind} (${name})`, `${result.outcome}, ${result.milliseconds.toFixed(0)} ms, ${memory}`]);
}
report(`Bombs (engine ${engine})`, rows);
await converter.close();
