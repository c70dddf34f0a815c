/**
 * `node bench/fuzz.mjs [count 2000] [engine native] [seed 1]`: converts damaged documents. Each must end in a PDF or an error
 * with a code within its deadline, and no file or process may remain.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importSource, ROOT, report, scratch } from './lib.mjs';
import { descendantsOf } from './processes.mjs';
import { inLanes, sleep } from './service.mjs';

const [count = '2000', engine = 'native', seed = '1'] = process.argv.slice(2);
const { createConverter } = await import(join(ROOT, 'dist', 'index.js'));
const { damaged } = await importSource('test/helpers/damage.ts');

const DEADLINE = 20_000;
const temporary = scratch();
const converter = createConverter({ engine, temporary, cache: join(temporary, 'cache'), timeoutMs: DEADLINE });
const outcomes = new Map();
const unexpected = [];
let slowest = { took: 0, how: '' };

async function one(n) {
  const document = damaged(Number(seed), n);
  const started = performance.now();
  const outcome = await converter.convert(document).then(
    ({ pdf }) => (Buffer.from(pdf.subarray(0, 5)).toString() === '%PDF-' ? 'a PDF' : 'no PDF!'),
    ({ code }) => code ?? 'no code!',
  );
  const took = performance.now() - started;
  if (took > slowest.took) slowest = { took, how: `${document.how}, ${outcome}` };
  if (['no PDF!', 'no code!', 'INTERNAL'].includes(outcome) || took > 3 * DEADLINE)
    unexpected.push(`${document.how}: ${outcome}`);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

const before = new Set(descendantsOf(process.pid)); // esbuild's
const started = performance.now();
// as many at a time as there are workers, so that no time in a queue is counted
await inLanes(Math.min(4, converter.workers), Number(count), one);
const seconds = (performance.now() - started) / 1000;
const { lost } = converter.status();
await converter.close();
await sleep(1000); // processes need a moment to exit
const left = readdirSync(temporary).filter(name => name !== 'cache');
report(`${count} damaged documents, engine ${engine}, seed ${seed}, ${seconds.toFixed(0)} s`, [
  ...[...outcomes].toSorted(([, a], [, b]) => b - a),
  ['workers lost and replaced', lost],
  ['slowest', `${slowest.took.toFixed(0)} ms, ${slowest.how}`],
  ['remaining processes', descendantsOf(process.pid).filter(pid => !before.has(pid)).length],
  ['remaining folders', left.length],
  ['neither PDF nor code, or past the deadline', unexpected.length],
]);
for (const line of unexpected) console.log(`  ${line}`);
if (unexpected.length > 0 || left.length > 0) process.exitCode = 1;
