/**
 * `node bench/pairs.mjs OTHER_CHECKOUT [cold] [warm] [document]`: conversions of this checkout compared with those of another
 * one (both built), in alternating runs: `docconv convert` from a cold start, a warm worker through the library, and a new
 * worker for each document. The ratio is the median of the ratios of neighbouring runs, with the range that holds it with a
 * probability of 95 %. BENCH_ROUNDS sets the number of pairs.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORPUS, median, ms, ROOT, report, scratch, timed } from './lib.mjs';

const DOCUMENTS = { small: join(CORPUS, 'docx', 'sample.docx'), large: join(CORPUS, 'docx', 'issue_51265_1.docx') };
/** Conversions in one run of a warm worker. */
const BLOCK = { small: 10, large: 5 };
const ENGINE = process.env.BENCH_ENGINE ?? 'native';
const LIMIT = 1.05;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);

const [first, ...rest] = process.argv.slice(2);
if (first === '--worker') await serve(...rest);
else if (first === undefined) throw new Error('Name the folder of the other checkout.');
else await compare(resolve(first), rest);

async function compare(other, selected) {
  const folder = scratch();
  const checkouts = { other, this: ROOT };
  const parts = { cold, warm, document };
  for (const [name, run] of Object.entries(parts)) {
    if (selected.length === 0 || selected.includes(name)) await run(checkouts, folder);
  }
}

async function cold(checkouts, folder) {
  const convert = name => () =>
    timed(
      process.execPath,
      [
        join(checkouts[name], 'bin', 'docconv.js'),
        'convert',
        '-q',
        '--engine',
        ENGINE,
        '-o',
        join(folder, `${name}.pdf`),
      ].concat(DOCUMENTS.small),
      { env: { ...process.env, DOCCONV_HOME: join(folder, name) } },
    );
  const pairs = await inPairs(ROUNDS, convert('other'), convert('this'));
  show(`docconv convert from a cold start, one small DOCX, ${ENGINE}`, pairs);
}

async function warm(checkouts, folder) {
  for (const size of Object.keys(DOCUMENTS)) {
    const pairs = await throughLibrary(checkouts, folder, { isolation: 'warm', size, count: BLOCK[size] }, ROUNDS);
    show(`One ${size} DOCX in a warm worker, ${ENGINE} (each run: the median of ${BLOCK[size]})`, pairs);
  }
}

async function document(checkouts, folder) {
  const pairs = await throughLibrary(checkouts, folder, { isolation: 'document', size: 'small', count: 1 }, ROUNDS);
  show(`One small DOCX in a new worker for each document, ${ENGINE}`, pairs);
}

/** A process for each checkout, which converts on request. */
async function throughLibrary(checkouts, folder, { isolation, size, count }, pairs) {
  const runs = {};
  const children = [];
  for (const [name, root] of Object.entries(checkouts)) {
    const home = join(folder, `${name}-${isolation}`);
    mkdirSync(home, { recursive: true });
    const child = fork(fileURLToPath(import.meta.url), ['--worker', root, home, isolation, DOCUMENTS[size]]);
    await once(child, 'message');
    children.push(child);
    runs[name] = async () => {
      child.send(count);
      return (await once(child, 'message'))[0];
    };
  }
  const result = await inPairs(pairs, runs.other, runs.this);
  for (const child of children) child.kill('SIGKILL');
  return result;
}

/** The other process of `throughLibrary`: answers a number of conversions with the median of their milliseconds. */
async function serve(root, home, isolation, file) {
  const { createConverter } = await import(join(root, 'dist', 'index.js'));
  const converter = createConverter({
    workers: 1,
    engine: ENGINE,
    isolation,
    cache: join(home, 'cache'),
    idleMs: 600_000,
  });
  const output = join(home, 'out.pdf');
  const convert = async () => {
    const started = performance.now();
    await converter.convertToFile(file, output);
    return performance.now() - started;
  };
  for (let i = 0; i < 3; i++) await convert();
  process.on('message', async count => {
    const times = [];
    for (let i = 0; i < count; i++) times.push(await convert());
    process.send(median(times));
  });
  process.send('ready');
}

/** Which of the two runs first alternates, so that neither always follows the other. The first pair is not counted. */
async function inPairs(count, other, own) {
  const pairs = [];
  for (let i = 0; i <= count; i++) {
    const pair = {};
    for (const [name, run] of i % 2 === 0 ? Object.entries({ other, own }) : Object.entries({ own, other })) {
      pair[name] = await run();
    }
    if (i > 0) pairs.push(pair);
  }
  return pairs;
}

function show(title, pairs) {
  const ratios = pairs.map(pair => pair.own / pair.other).toSorted((a, b) => a - b);
  const [low, high] = medianRange(ratios);
  const percent = value => `${((value - 1) * 100).toFixed(1)} %`;
  report(`${title}, ${pairs.length} pairs`, [
    ['the other checkout, median', precise(median(pairs.map(pair => pair.other)))],
    ['this checkout, median', precise(median(pairs.map(pair => pair.own)))],
    [
      `this / other (wanted: at most +${percent(LIMIT)})`,
      `${percent(median(ratios))}  [${percent(low)} .. ${percent(high)}]`,
    ],
  ]);
  if (low > LIMIT) process.exitCode = 1;
}

function precise(value) {
  return value < 1000 ? `${value.toFixed(1)} ms`.padStart(9) : ms(value);
}

/** Ranks of the sign test: n/2 -+ 1.96 * sqrt(n)/2. */
function medianRange(sorted) {
  const reach = (1.96 * Math.sqrt(sorted.length)) / 2;
  const at = rank => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(rank)))];
  return [at(sorted.length / 2 - reach - 0.5), at(sorted.length / 2 + reach - 0.5)];
}
