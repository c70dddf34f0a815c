/**
 * `node bench/fuzz.mjs [count 2000] [engine native] [seed 1]`: damaged documents through a converter. Each has to end in a
 * PDF or an error with a code, within its deadline; nothing may be left behind, and no process lost.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource, ROOT, report, scratch } from './lib.mjs';

const [count = '2000', engine = 'native', seed = '1'] = process.argv.slice(2);
const { createConverter } = await import(join(ROOT, 'dist', 'index.js'));
const { damaged } = await importSource('test/helpers/damage.ts');

const DEADLINE = 20_000;
const temporary = scratch();
const converter = createConverter({ engine, temporary, cache: join(temporary, 'cache'), timeoutMs: DEADLINE });
const outcomes = new Map();
const strange = [];
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
    strange.push(`${document.how}: ${outcome}`);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

/** As many at a time as there are workers: what waits in a queue would count as slow. */
async function all() {
  let next = 0;
  const lane = async () => {
    for (let n = next++; n < Number(count); n = next++) await one(n);
  };
  await Promise.all(Array.from({ length: Math.min(4, converter.workers) }, lane));
}

function processesBelow(parent) {
  const rows = readdirSync('/proc').flatMap(pid => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return [{ pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
    } catch {
      return [];
    }
  });
  return rows.filter(row => row.parent === parent).map(({ pid }) => pid);
}

const before = new Set(processesBelow(process.pid)); // esbuild's, by which this script was made
const started = performance.now();
await all();
const seconds = (performance.now() - started) / 1000;
const { lost } = converter.status();
await converter.close();
await new Promise(resolve => setTimeout(resolve, 1000)); // what is asked to end needs a moment to do so
const left = readdirSync(temporary).filter(name => name !== 'cache');
report(`${count} damaged documents, engine ${engine}, seed ${seed}, ${seconds.toFixed(0)} s`, [
  ...[...outcomes].toSorted(([, a], [, b]) => b - a),
  ['workers lost and replaced', lost],
  ['slowest', `${slowest.took.toFixed(0)} ms, ${slowest.how}`],
  ['processes left', processesBelow(process.pid).filter(pid => !before.has(pid)).length],
  ['folders left', left.length],
  ['neither PDF nor code, or past the deadline', strange.length],
]);
for (const line of strange) console.log(`  ${line}`);
if (strange.length > 0 || left.length > 0) process.exitCode = 1;
