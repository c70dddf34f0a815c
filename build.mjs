/** Bundles src/ into dist/: few files, so that a start on Node 20 stays cheap. Types come from tsc. */
import { cp, readFile, rm } from 'node:fs/promises';
import { context, build as once } from 'esbuild';

/** CommonJS packages in an ES module bundle ask for `require`; those below for nothing but Node's own modules. */
const REQUIRE = 'const require = process.getBuiltinModule;';

/** Every package stays outside but those that each start loads: one file less to find is a millisecond less. */
function bundleOnly(names) {
  return {
    name: 'bundle-only',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === 'entry-point' || path.startsWith('#') || names.includes(path)) return undefined;
        return { path, external: true };
      });
    },
  };
}

/** Of commander: it would start other programs as commands, which docconv does not have. The module takes 3 ms to load. */
const withoutChildProcess = {
  name: 'without-child-process',
  setup(build) {
    build.onLoad({ filter: /commander\/lib\/command\.js$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8');
      return { contents: contents.replace("require('node:child_process')", '{}') };
    });
  },
};

const options = {
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  plugins: [bundleOnly(['commander', 'chalk']), withoutChildProcess],
  banner: { js: REQUIRE },
  sourcemap: false,
  logLevel: 'warning',
};

/** The command line by itself: what it shares with the others would be cut into many more chunks for each start to load. */
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

/** The pages of the server are plain files; only the words of the reports are bundled for browsers. */
async function buildPage() {
  await cp('src/http/page', 'dist/page', { recursive: true, filter: path => !path.endsWith('.ts') });
  await once({
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
  const build = await context({ ...options, entryPoints });
  if (process.argv.includes('--watch')) {
    await build.watch();
  } else {
    await build.rebuild();
    await build.dispose();
  }
}
