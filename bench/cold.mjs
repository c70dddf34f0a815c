/**
 * `node bench/cold.mjs [FILE...]`: the phases of `docconv convert` from a cold start beside soffice, by wall and by processor
 * time of all their processes, as medians of runs in turn; by default of examples/report.docx and of a small DOCX.
 * BENCH_BEFORE names another built checkout, whose docconv runs in turn as well. Needs LibreOffice, and perf for the
 * processor time.
 *
 * The worker inspects the document, and reads the registry of languages, while LibreOffice starts: the rest is what the
 * sum of the phases leaves of the wall time, and is less than what is done in it.
 */
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BIN, CORPUS, importSource, median, ms, ROOT, ratio, report, scratch } from './lib.mjs';
import { ENVIRONMENT } from './native.mjs';

const given = process.argv.slice(2);
const files = given.length > 0 ? given : [join(ROOT, 'examples', 'report.docx'), join(CORPUS, 'docx', 'sample.docx')];
const ROUNDS = Number(process.env.BENCH_COUNT ?? 20);
const before = process.env.BENCH_BEFORE;
const folder = scratch();
const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
const { sandboxCommand } = await importSource('src/isolation/sandbox/command.ts');
const { sandboxCapabilities } = await importSource('src/isolation/sandbox/capabilities.ts');
const sandbox = sandboxCommand(['true'], { readable: [], scratch: 2 ** 20 }, '/tmp', sandboxCapabilities());

for (const file of files) print(file, measureInTurn(runsOf(file)));

function runsOf(file) {
  const convert = (bin, home) => () =>
    node(
      { DOCCONV_HOME: join(folder, home) },
      bin,
      'convert',
      '-q',
      '-f',
      '--engine',
      'native',
      '-o',
      `${folder}/`,
      file,
    );
  let current;
  const phases = () => {
    current = phasesOf(file);
    return current;
  };
  return {
    'node -e 0': () => node({}, '-e', '0'),
    'docconv convert --help: Node and the modules of the command': () => node({}, BIN, 'convert', '--help'),
    'an empty sandbox': () => measured({}, ...sandbox),
    "LibreOffice's start": () => phases().start,
    "LibreOffice's load": () => current.load,
    "LibreOffice's save": () => current.save,
    ...(before && { 'docconv before': convert(join(before, 'bin', 'docconv.js'), 'before') }),
    docconv: convert(BIN, 'home'),
    soffice: () => measured({}, 'soffice', profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, file),
  };
}

/** Of one process. */
function phasesOf(file) {
  const script = join(ROOT, 'bench', 'cold-phases.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script, file, join(folder, 'kit')], {
    encoding: 'utf8',
    env: ENVIRONMENT,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

function node(env, ...args) {
  return measured(env, process.execPath, ...args);
}

function measured(env, command, ...args) {
  const options = { encoding: 'utf8', env: { ...process.env, DOCCONV_HOME: join(folder, 'home'), ...env } };
  const started = performance.now();
  const run = spawnSync('perf', ['stat', '-x,', '-e', 'task-clock', '--', command, ...args], options);
  const wall = performance.now() - started;
  const cpu = /^([\d.]+),msec,task-clock/m.exec(run.stderr)?.[1];
  if (![0, 3].includes(run.status) || !cpu) throw new Error(`${command}: ${run.status} ${run.error ?? run.stderr}`);
  return { wall, cpu: Number(cpu) };
}

/** The medians of each, as wall and processor milliseconds. */
function measureInTurn(runs) {
  const results = Object.fromEntries(Object.keys(runs).map(name => [name, []]));
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, run] of Object.entries(runs)) {
      const result = run();
      if (round > 0) results[name].push(result); // the first round warms the page cache and fills the profiles
    }
  const medianOf = (all, kind) => median(all.map(each => each[kind]));
  return Object.fromEntries(
    Object.entries(results).map(([name, all]) => [name, { wall: medianOf(all, 'wall'), cpu: medianOf(all, 'cpu') }]),
  );
}

function print(file, medians) {
  const { 'docconv before': earlier, docconv, soffice, ...phases } = medians;
  const { 'node -e 0': start, ...others } = phases;
  const sum = kind => start[kind] + Object.values(others).reduce((total, phase) => total + phase[kind], 0);
  const rest = { wall: docconv.wall - sum('wall'), cpu: docconv.cpu - sum('cpu') };
  const rows = {
    ...phases,
    'the rest: the worker itself, placing the file, the end': rest,
    docconv,
    ...(earlier && { 'docconv before': earlier }),
    soffice,
  };
  report(`${basename(file)}, native engine, default isolation (medians of ${ROUNDS}, in turn): wall, processor time`, [
    ...Object.entries(rows).map(([name, { wall, cpu }]) => [name, `${ms(wall)} ${ms(cpu)}`]),
    [
      'docconv / soffice (wanted: at most 0.45)',
      `${ratio(docconv.wall / soffice.wall)} ${ratio(docconv.cpu / soffice.cpu)}`,
    ],
  ]);
}
