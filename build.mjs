/** Bundles src/ into dist/: few files, so that a start on Node 20 stays cheap. Types come from tsc. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { build, watch } from 'rolldown';
import { requireBinaries } from './.ci/binaries.mjs';

/**
 * What an ordinary start loads: bundled, commander takes 12 ms less and saxes 3 instead of 35 ms. All other packages stay
 * external.
 */
const BUNDLED = ['commander', 'chalk', 'saxes'];
const { version, dependencies, optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
const external = Object.keys({ ...dependencies, ...optionalDependencies }).filter(name => !BUNDLED.includes(name));

/** commander loads it, 4 ms at each start, for subcommands that are programs of their own. docconv has none. */
const isForPrograms = (id, importer) => id === 'node:child_process' && /[\\/]commander[\\/]/.test(importer ?? '');
const withoutPrograms = {
  name: 'without-programs',
  resolveId: (id, importer) => (isForPrograms(id, importer) ? EMPTY : null),
  load: id => (id === EMPTY ? 'module.exports = {}' : null),
};
const EMPTY = '\0empty.cjs';

/** rolldown takes what require() returns for the default export; for an ES module, Node returns all its exports. */
const withDefaultExports = {
  name: 'with-default-exports',
  renderChunk: code => code.replaceAll(/(=> .{0,60}__toESM\(require\("[^"]+"\)), 1\)/g, '$1)'),
};

const isExternal = (id, importer) =>
  (id.startsWith('node:') && !isForPrograms(id, importer)) ||
  external.some(name => id === name || id.startsWith(`${name}/`));

/**
 * The builds, by their entries. What a command or a conversion starts has a build of its own each: sharing chunks would make
 * each start load more code and files. What such an entry imports is one chunk: loading ten files takes Node 20 10 ms.
 * The command line is CommonJS, which Node 20 loads 8 ms faster: no loader of ES modules, and no import of node:crypto
 * that runs all its getters, one of which loads WebCrypto.
 */
const COMMANDS = ['cli/main', 'cli/main-convert', 'cli/main-check'];
const WORKERS = ['isolation/sandbox/launcher.worker', 'convert/engines/native/native.worker'];
const OTHERS = [
  'index',
  'isolation/mechanisms/probe.worker',
  'warm/engine.worker',
  'convert/engines/wasm/wasm.worker',
  'convert/engines/soffice/soffice.worker',
  'convert/merge/merge.worker',
  'render/coverage/coverage.worker',
  'render/draw.worker',
  'convert/input/decrypt/office.thread',
  'signatures/service/verifier.worker',
  'sign/keys/token/token.worker',
  'sign/service/signing.worker',
];

const entries = names => Object.fromEntries(names.map(name => [name, join('src', `${name}.ts`)]));

const nodeBuild = (names, codeSplitting, format = 'esm') => ({
  input: entries(names),
  external: isExternal,
  plugins: [withoutPrograms, withDefaultExports],
  platform: 'node',
  checks: { ineffectiveDynamicImport: false },
  transform: { target: 'node20.19', define: { DOCCONV_VERSION: JSON.stringify(version) } },
  output: {
    dir: 'dist',
    format,
    dynamicImportInCjs: false, // node:vm, with which the code cache loads them, knows import() only as an experiment
    entryFileNames: `[name].${EXTENSIONS[format]}`,
    chunkFileNames: `chunks/[name]-[hash].${EXTENSIONS[format]}`,
    codeSplitting,
    // each start reads the whole text: 1 ms less for `check` where no character takes two bytes and JSDoc is left out
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
  },
});
const EXTENSIONS = { esm: 'js', cjs: 'cjs' };

/** What the entry imports without import() is one chunk. */
const startBuild = format => name => nodeBuild([name], { groups: [{ name: 'initial', tags: ['$initial'] }] }, format);

/** Scripts of the web pages, which have the texts of the reports in common with the CLI. */
const pageBuild = names => ({
  input: names.map(name => join('src/http/page', `${name}.ts`)),
  external: ['../pdfium.js'],
  platform: 'browser',
  transform: { target: 'es2022' },
  output: { dir: 'dist/page', format: 'esm', chunkFileNames: '[name]-[hash].js', minify: 'dce-only' },
});

const BUILDS = [
  pageBuild(['app', 'pictures/pictures-worker']),
  pageBuild(['docs/docs']),
  nodeBuild(['cli/start'], true, 'cjs'),
  ...COMMANDS.map(startBuild('cjs')),
  ...WORKERS.map(startBuild('esm')),
  nodeBuild(OTHERS),
];

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

/** Programs that libreoffice-convert starts: not bundled, but executable. */
async function scripts() {
  const name = 'convert/engines/soffice/soffice-launcher.sh';
  return [{ path: resolve('dist', name), contents: await readFile(join('src', name)), mode: 0o755 }];
}

/** The font that engines have beside those of the system, with its licence (OFL): see src/convert/engines/fonts. */
async function fonts() {
  const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-emoji/package.json'));
  const files = { 'NotoEmoji-Regular.ttf': '400Regular/NotoEmoji_400Regular.ttf', 'OFL.txt': 'LICENSE_FONT' };
  const copies = Object.entries(files).map(async ([name, source]) => ({
    path: resolve('dist/convert/engines/fonts', name),
    contents: await readFile(join(folder, source)),
  }));
  return Promise.all(copies);
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

async function bundle(options) {
  const { output } = await build({ ...options, write: false });
  return output.map(({ fileName, code }) => ({
    path: resolve(options.output.dir, fileName),
    contents: Buffer.from(code),
  }));
}

requireBinaries({ large: false });
const built = (await Promise.all([pageFiles(), scripts(), fonts(), ...BUILDS.map(bundle)])).flat();
const isChunk = ({ path }) => /[\\/]chunks[\\/]/.test(path);
for (const file of [...built.filter(isChunk), ...built.filter(file => !isChunk(file))]) await replace(file);
await removeStale(built);
if (process.argv.includes('--watch')) watch(BUILDS);
