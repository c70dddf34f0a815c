/** Bundles src/ into dist/: few files, so that a start on Node 20 stays cheap. Types come from tsc. */
import { cp, readFile, rm } from 'node:fs/promises';
import { build, context } from 'esbuild';

/** A bundled CommonJS package (commander) calls `require`, and only for modules of Node. */
const REQUIRE = 'const require = process.getBuiltinModule;';

/** Every start loads these: bundled, commander costs 12 ms less than from its own files. All other packages stay external. */
const BUNDLED = ['commander', 'chalk'];
const { dependencies, optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
const external = Object.keys({ ...dependencies, ...optionalDependencies }).filter(name => !BUNDLED.includes(name));

const options = {
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
  sourcemap: false,
  logLevel: 'warning',
};

/** The command line has a build of its own: sharing chunks with the other entries would make each start load more files. */
const BUNDLES = [
  ['src/cli/main.ts'],
  [
    'src/index.ts',
    'src/convert/engines/native.worker.ts',
    'src/convert/engines/wasm.worker.ts',
    'src/convert/engines/soffice.worker.ts',
    'src/render/draw.worker.ts',
    'src/convert/input/decrypt/office.thread.ts',
    'src/signatures/service/verifier.worker.ts',
  ],
];

/** The pages of the server are static files; only the report texts, which they share with the CLI, are bundled. */
async function buildPage() {
  await cp('src/http/page', 'dist/page', { recursive: true, filter: path => !path.endsWith('.ts') });
  await build({
    entryPoints: ['src/http/page/words.ts'],
    outfile: 'dist/page/words.js',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}

await rm('dist', { recursive: true, force: true });
await buildPage();
for (const entryPoints of BUNDLES) {
  if (process.argv.includes('--watch')) await (await context({ ...options, entryPoints })).watch();
  else await build({ ...options, entryPoints });
}
