/** Shared by the benchmarks: timing of commands side by side, tables, and the record of results. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const BIN = join(ROOT, 'bin', 'docconv.js');
export const CORPUS = process.env.DOCCONV_CORPUS ?? join(ROOT, '..', 'shared', 'corpus');

let exitsOnSignals = false;

/** For commands that need the network, such as npm. */
export const NETWORK_ENV = { PATH: process.env.PATH, HOME: process.env.HOME, ...certificates() };

/** Node reads these certificates at each start: 90 ms of the machine's settings, and not of what is measured. */
delete process.env.NODE_EXTRA_CA_CERTS;

function certificates() {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  return NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS };
}

/** A temporary folder that is removed when the process exits, also by a signal. */
export function scratch() {
  if (!exitsOnSignals)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  exitsOnSignals = true;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const median = values => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Milliseconds of one run; throws when the command fails. */
export function timed(command, args, options = {}) {
  const started = performance.now();
  const run = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', ...options });
  const { allowed = [0] } = options;
  if (!allowed.includes(run.status))
    throw new Error(`${command} ${args.join(' ')}: ${run.status ?? run.signal} ${run.stderr}`);
  return performance.now() - started;
}

/** Medians of several commands that run in turn, so that other load affects all of them. */
export function sideBySide(rounds, runs) {
  const times = Object.fromEntries(Object.keys(runs).map(name => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(runs)) {
      const ms = run();
      if (round > 0) times[name].push(ms); // the first round warms the page cache
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

/** Imports a TypeScript file of this repository, bundled into a temporary file. */
export async function importSource(path) {
  return import(pathToFileURL(await bundleSource(path)).href);
}

/** The path of a TypeScript file of this repository, bundled into a temporary file. */
export async function bundleSource(path) {
  const outfile = join(ROOT, 'node_modules', '.cache', `bench-${process.pid}-${path.replaceAll('/', '-')}.mjs`);
  await build({
    entryPoints: [join(ROOT, path)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outfile,
  });
  process.on('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

export function report(title, rows) {
  console.log(`\n${title}`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(62)} ${value}`);
  if (process.env.BENCH_RECORD) record(title, rows);
}

export const RESULTS = join(ROOT, 'bench', 'results.jsonl');

/** With BENCH_RECORD set: a line of results.jsonl, which `node bench/history.mjs` draws. Uncommitted changes make it worthless. */
function record(title, rows) {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain', '--', ':!bench/results.jsonl') !== '')
    throw new Error('Commit before you record results.');
  const bench = basename(process.argv[1], '.mjs');
  const machine = { cpu: cpus()[0].model, cores: cpus().length, node: process.versions.node };
  const figures = Object.fromEntries(rows.map(([name, value]) => [name, String(value).trim()]));
  const line = {
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD'),
    machine,
    bench,
    title,
    figures,
  };
  appendFileSync(RESULTS, `${JSON.stringify(line)}\n`);
}

export const ms = value => `${value.toFixed(0)} ms`.padStart(9);
export const ratio = value => `${value.toFixed(2)} x`.padStart(9);
