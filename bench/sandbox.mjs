/**
 * What isolation costs for each document, by the means used: in a warm worker, and in a fresh one for each document
 * (`--isolation document`). Each means is forced, in turn.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { median, ms, ROOT, report, scratch } from './lib.mjs';

const NONE = { files: false, network: false, parentDeath: false, limits: false, landlock: false };
const MEANS = {
  'no isolation at all': NONE,
  'limits and parent death (prlimit, setpriv)': { ...NONE, limits: true, parentDeath: true },
  'and no network (unshare)': { ...NONE, limits: true, parentDeath: true, network: true },
  'and no files (Landlock)': { ...NONE, limits: true, parentDeath: true, network: true, landlock: true },
  'bubblewrap and limits: the default where it is installed': { ...NONE, files: true, limits: true },
};
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const DOCUMENTS = { warm: 30, document: 7 };

const { BENCH_MEANS, BENCH_BUNDLE } = process.env;
if (BENCH_MEANS) await measure(JSON.parse(BENCH_MEANS));
else await compare();

async function compare() {
  const bundle = await bundleWithForcedMeans();
  const names = Object.keys(MEANS);
  const times = new Map(names.map(name => [name, { warm: [], document: [] }]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const env = { ...process.env, BENCH_BUNDLE: bundle, BENCH_MEANS: JSON.stringify(MEANS[name]) };
      const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { env, encoding: 'utf8' });
      if (child.status !== 0) throw new Error(child.stderr);
      const result = JSON.parse(child.stdout);
      process.stderr.write(`${name}: ${child.stdout}`);
      times.get(name).warm.push(result.warm);
      times.get(name).document.push(result.document);
    }
  }
  const rows = isolation => names.map(name => [name, ms(median(times.get(name)[isolation]))]);
  report(`One small DOCX in a warm worker (medians of ${ROUNDS} medians)`, rows('warm'));
  report('In a fresh worker for each document, one after the other', rows('document'));
}

/** The converter of the sources, with the probe of the sandbox replaced by what is asked for. */
async function bundleWithForcedMeans() {
  const outfile = join(ROOT, 'node_modules', '.cache', `bench-sandbox-${process.pid}.mjs`);
  const force = {
    name: 'force',
    setup: ({ onLoad }) =>
      onLoad({ filter: /convert\/sandbox\.ts$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8')
          .replace(/probed \?\?= [^;]*;/, 'probed = JSON.parse(process.env.BENCH_MEANS!) as SandboxMeans;')
          .replace('if (files) return null;', 'if (files || !(probed as any).landlock) return null;'),
        loader: 'ts',
      })),
  };
  const entryPoints = [join(ROOT, 'src/convert/index.ts')];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [force],
  });
  process.on('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

async function measure() {
  const { createConverter, sandboxMeans } = await import(pathToFileURL(BENCH_BUNDLE).href);
  if (JSON.stringify(sandboxMeans()) !== BENCH_MEANS) throw new Error('the means were not forced');
  const document = join(ROOT, 'examples', 'report.docx');
  const temporary = scratch();
  const result = {};
  for (const isolation of ['warm', 'document']) {
    const converter = createConverter({
      engine: 'native',
      workers: 1,
      isolation,
      temporary,
      cache: join(temporary, 'cache'),
    });
    const times = [];
    for (let i = 0; i < DOCUMENTS[isolation]; i++) {
      const started = performance.now();
      await converter.convertToFile(document, join(temporary, 'out.pdf'));
      if (i >= 2) times.push(performance.now() - started);
    }
    result[isolation] = median(times);
    await converter.close();
  }
  console.log(JSON.stringify(result));
}
