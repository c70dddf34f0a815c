/** Bundles src/ into dist/: few files, so that a start on Node 20 stays cheap. Types come from tsc. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, context } from 'esbuild';

/** A bundled CommonJS package (commander, saxes) calls `require`, and only for modules of Node. */
const REQUIRE = 'const require = process.getBuiltinModule;';

/**
 * What an ordinary start loads: bundled, commander takes 12 ms less and saxes 3 instead of 35 ms. All other packages stay
 * external.
 */
const BUNDLED = ['commander', 'chalk', 'saxes'];
const { version, dependencies, optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
const external = Object.keys({ ...dependencies, ...optionalDependencies }).filter(name => !BUNDLED.includes(name));

/** commander loads it, 4 ms at each start, for subcommands that are programs of their own. docconv has none. */
const withoutPrograms = {
  name: 'without-programs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('/commander/') ? { path: 'none', namespace: 'programs' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'programs' }, () => ({ contents: 'module.exports = {}' }));
  },
};

const options = {
  plugins: [withoutPrograms],
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external,
  banner: { js: REQUIRE },
  define: { DOCCONV_VERSION: JSON.stringify(version) },
  sourcemap: false,
  logLevel: 'warning',
};

/** What a conversion starts has a build of its own each: sharing chunks would make each start load more code and files. */
const BUNDLES = [
  ['src/cli/main.ts'],
  ['src/isolation/sandbox/launcher.worker.ts'],
  ['src/convert/engines/native.worker.ts'],
  [
    'src/index.ts',
    'src/isolation/means/probe.worker.ts',
    'src/warm/engine.worker.ts',
    'src/convert/engines/wasm.worker.ts',
    'src/convert/engines/soffice.worker.ts',
    'src/convert/merge/merge.worker.ts',
    'src/render/coverage.worker.ts',
    'src/render/draw.worker.ts',
    'src/convert/input/decrypt/office.thread.ts',
    'src/signatures/service/verifier.worker.ts',
  ],
];

/** The scripts of the web page, which has the texts of the reports in common with the CLI. docs/ imports dom.js. */
const PAGE = {
  outbase: 'src/http',
  outdir: 'dist',
  entryPoints: ['app', 'dom', 'pictures-worker'].map(name => `src/http/page/${name}.ts`),
  bundle: true,
  splitting: true,
  chunkNames: 'page/[name]-[hash]',
  external: ['./pdfium.js'],
  minifySyntax: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
};

const BUILDS = [PAGE, ...BUNDLES.map(entryPoints => ({ ...options, entryPoints }))];

/** The static files of the web page, and a sample of each kind of file to try. */
async function pageFiles() {
  const samples = ['report.docx', 'contract.pdf'].map(async name => ({
    path: resolve('dist/page/samples', name),
    contents: await readFile(join('examples', name)),
  }));
  const entries = await readdir('src/http/page', { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile() && !/\.(ts|json)$/.test(entry.name));
  const statics = files.map(async ({ parentPath, name }) => ({
    path: resolve('dist/page', relative('src/http/page', parentPath), name),
    contents: await readFile(join(parentPath, name)),
  }));
  return Promise.all([...samples, ...statics]);
}

/**
 * The component of /docs: one script for the browser, so that users of docconv do not install its package. Compressed
 * here, once; the server sends it as it is.
 */
async function referenceFiles() {
  const main = fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'));
  const script = await readFile(join(dirname(main), 'js/standalone.js'));
  return [
    { path: resolve('dist/page/docs/scalar.js.gz'), contents: await promisify(gzip)(script, { level: 9 }) },
    { path: resolve('dist/page/docs/scalar.LICENSE'), contents: await readFile(join(dirname(main), '../LICENSE')) },
  ];
}

/** Programs that libreoffice-convert starts: not bundled, but executable. */
async function scripts() {
  const name = 'convert/engines/soffice-launcher.sh';
  return [{ path: resolve('dist', name), contents: await readFile(join('src', name)), mode: 0o755 }];
}

/** On the same file system as dist/. */
const CACHE = 'node_modules/.cache';

/** Writes what has changed, each file by a rename: a program that runs from dist/ meanwhile never reads half a file. */
async function replace({ path, contents, mode }) {
  const existing = await readFile(path).catch(() => null);
  if (existing?.equals(contents)) return;
  for (const folder of [CACHE, dirname(path)]) await mkdir(folder, { recursive: true });
  const temporary = resolve(CACHE, `build-${process.pid}`);
  await writeFile(temporary, contents, { mode });
  await rename(temporary, path);
}

/** Removes every file of an earlier build; a declaration stays as long as its source exists. */
async function removeStale(built) {
  const current = new Set(built.map(({ path }) => path));
  for (const entry of await readdir('dist', { recursive: true, withFileTypes: true })) {
    const path = resolve(entry.parentPath, entry.name);
    const source = path.replace(resolve('dist'), 'src').replace(/\.d\.ts$/, '.ts');
    const isCurrent = path.endsWith('.d.ts') ? existsSync(source) : current.has(path);
    if (entry.isFile() && !isCurrent) await rm(path, { force: true });
  }
}

const results = await Promise.all(BUILDS.map(options => build({ ...options, write: false })));
const files = (await Promise.all([pageFiles(), referenceFiles(), scripts()])).flat();
const built = [...files, ...results.flatMap(({ outputFiles }) => outputFiles)];
const isChunk = ({ path }) => path.includes('/chunks/');
for (const file of [...built.filter(isChunk), ...built.filter(file => !isChunk(file))]) await replace(file);
await removeStale(built);
if (process.argv.includes('--watch')) for (const options of BUILDS) await (await context(options)).watch();
