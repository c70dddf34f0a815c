/**
 * `node bench/sandbox.mjs`: the time that each kind of isolation adds to a conversion, in a warm worker and in a new worker
 * for each document (`--isolation document`). BENCH_ROUNDS sets the number of rounds.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { median, ms, ROOT, report, scratch } from './lib.mjs';

const KEYS = [
  ...['files', 'network', 'processes', 'processLimit', 'ordinaryUser', 'sizedScratch'],
  ...['unprivileged', 'noUserNamespaces', 'parentDeath', 'limits', 'filter'],
];
const only = (...names) => Object.fromEntries(KEYS.map(key => [key, names.includes(key)]));
const limits = ['limits', 'parentDeath', 'unprivileged'];
const namespaces = [...limits, 'network', 'processes', 'sizedScratch', 'ordinaryUser'];
/** `filter`: seccomp, and Landlock where there is no bubblewrap. */
const CAPABILITIES = {
  'no isolation at all': { ...only(), filter: false },
  'limits and parent death signal (prlimit, setpriv)': { ...only(...limits), filter: false },
  'also namespaces (unshare)': { ...only(...namespaces), filter: false },
  'also files and system calls (Landlock, seccomp)': { ...only(...namespaces), filter: true },
  'bubblewrap and limits': { ...only(...namespaces, 'files', 'noUserNamespaces'), filter: false },
  'also system calls (seccomp), the default where installed': {
    ...only(...namespaces, 'files', 'noUserNamespaces'),
    filter: true,
  },
};
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const DOCUMENTS = { warm: 30, document: 7 };

const { BENCH_CAPABILITIES, BENCH_BUNDLE } = process.env;
if (BENCH_CAPABILITIES) await measure(JSON.parse(BENCH_CAPABILITIES));
else await compare();

async function compare() {
  const bundle = await bundleWithForcedCapabilities();
  const names = Object.keys(CAPABILITIES);
  const times = new Map(names.map(name => [name, { warm: [], document: [] }]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const env = { ...process.env, BENCH_BUNDLE: bundle, BENCH_CAPABILITIES: JSON.stringify(CAPABILITIES[name]) };
      const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { env, encoding: 'utf8' });
      if (child.status !== 0) throw new Error(`${name}: ${child.stderr}`);
      const result = JSON.parse(child.stdout);
      process.stderr.write(`${name}: ${child.stdout}`);
      times.get(name).warm.push(result.warm);
      times.get(name).document.push(result.document);
    }
  }
  const rows = isolation => names.map(name => [name, ms(median(times.get(name)[isolation]))]);
  report(`One small DOCX in a warm worker (medians of ${ROUNDS} medians)`, rows('warm'));
  report('In a new worker for each document', rows('document'));
}

/** Bundles the converter with the probe of the sandbox replaced by BENCH_CAPABILITIES. */
async function bundleWithForcedCapabilities() {
  const outfile = join(ROOT, 'node_modules', '.cache', `bench-sandbox-${process.pid}.mjs`);
  const patches = {
    'capabilities.ts': [
      [/probed \?\?= [^;]*;/, 'probed = JSON.parse(process.env.BENCH_CAPABILITIES!) as SandboxCapabilities;'],
    ],
    'start.ts': [
      ["if (capabilities.files || process.platform !== 'linux')", 'if (capabilities.files || !capabilities.filter)'],
    ],
  };
  const force = {
    name: 'force',
    setup: ({ onLoad }) =>
      onLoad({ filter: /isolation\/sandbox\/(capabilities|start)\.ts$/ }, ({ path }) => {
        let contents = readFileSync(path, 'utf8');
        for (const [from, to] of patches[basename(path)]) {
          const patched = contents.replace(from, to);
          if (patched === contents) throw new Error(`${path} does not contain ${from}`);
          contents = patched;
        }
        return { contents, loader: 'ts' };
      }),
  };
  const exported = ['convert', 'isolation'].map(domain => `export * from './src/${domain}/index.ts';`);
  await build({
    stdin: { contents: exported.join('\n'), resolveDir: ROOT, loader: 'ts' },
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
  const { createConverter, sandboxCapabilities } = await import(pathToFileURL(BENCH_BUNDLE).href);
  if (JSON.stringify(sandboxCapabilities()) !== BENCH_CAPABILITIES) throw new Error('the capabilities were not forced');
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
