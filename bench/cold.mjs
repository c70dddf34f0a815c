/**
 * `node bench/cold.mjs [FILE]`: the phases of `docconv convert` from a cold start beside soffice, by wall and by processor
 * time of all their processes, as medians of runs in turn. Needs LibreOffice, and perf for the processor time.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BIN, CORPUS, importSource, median, ROOT, scratch } from './lib.mjs';

const [file = join(CORPUS, 'docx', 'sample.docx')] = process.argv.slice(2);
const ROUNDS = Number(process.env.BENCH_COUNT ?? 20);
const folder = scratch();
const env = { ...process.env, DOCCONV_HOME: join(folder, 'home') };
const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
const node = (...args) => measured(process.execPath, args);
const { sandboxCommand } = await importSource('src/isolation/sandbox/command.ts');
const { sandboxCapabilities } = await importSource('src/isolation/sandbox/capabilities.ts');
const sandbox = sandboxCommand(['true'], { readable: [], scratch: 2 ** 20 }, '/tmp', sandboxCapabilities());

const RUNS = {
  'node -e 0': () => node('-e', '0'),
  'docconv convert --help: Node and the modules of the command': () => node(BIN, 'convert', '--help'),
  'an empty sandbox': () => measured(sandbox[0], sandbox.slice(1)),
  "LibreOffice's start": () => phases().start,
  "LibreOffice's load": () => current.load,
  "LibreOffice's save": () => current.save,
  'docconv convert --engine native, default isolation': () =>
    node(BIN, 'convert', '-q', '-f', '--engine', 'native', '-o', `${folder}/`, file),
  'soffice --headless --convert-to pdf, warm profile': () =>
    measured('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, file]),
};

/** Of one process, of which the three phases of LibreOffice are. */
let current;
function phases() {
  const script = join(ROOT, 'bench', 'cold-phases.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script, file, join(folder, 'kit')], { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  current = JSON.parse(stdout);
  return current;
}

function measured(command, args) {
  const started = performance.now();
  const run = spawnSync('perf', ['stat', '-x,', '-e', 'task-clock', '--', command, ...args], { encoding: 'utf8', env });
  const wall = performance.now() - started;
  const cpu = /^([\d.]+),msec,task-clock/m.exec(run.stderr)?.[1];
  if (![0, 3].includes(run.status) || !cpu) throw new Error(`${command}: ${run.status} ${run.error ?? run.stderr}`);
  return { wall, cpu: Number(cpu) };
}

const results = Object.fromEntries(Object.keys(RUNS).map(name => [name, []]));
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, run] of Object.entries(RUNS)) {
    const result = run();
    if (round > 0) results[name].push(result); // the first round warms the page cache and fills the profiles
  }
console.log(`Cold conversion (medians of ${ROUNDS}, in turn)${' '.repeat(24)}wall  processor`);
const medians = Object.entries(results).map(([name, all]) => [
  name,
  ...['wall', 'cpu'].map(kind => median(all.map(each => each[kind]))),
]);
for (const [name, wall, cpu] of medians)
  console.log(`  ${name.padEnd(60)} ${wall.toFixed(0).padStart(6)} ms ${cpu.toFixed(0).padStart(6)} ms`);
const [docconv, soffice] = medians.slice(-2);
const ratios = [1, 2].map(kind => (docconv[kind] / soffice[kind]).toFixed(2).padStart(6));
console.log(`  ${'docconv / soffice (wanted: at most 0.45)'.padEnd(60)} ${ratios.join(' x  ')} x`);
