import { join } from 'node:path';
import { importSource, ROOT } from './lib.mjs';
const { createConverter } = await import(join(ROOT, 'dist', 'index.js'));
const { damaged } = await importSource('test/helpers/damage.ts');
const [engine, ...ns] = process.argv.slice(2);
const c = createConverter({ engine, timeoutMs: 20000, workers: 1 });
for (const n of ns) { const d = damaged(1, Number(n)); const t = performance.now(); const r = await c.convert(d).then(({ pdf }) => 'pdf ' + pdf.length, e => e.code + ' ' + e.message + ' | ' + String(e.cause).slice(0, 300)); console.log(n, d.how, d.name, (performance.now() - t) | 0, r, c.status().lost); }
await c.close();
