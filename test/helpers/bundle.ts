/** Bundles a TypeScript program for tests that start it as a process. */
import { renameSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build } from 'esbuild';

const bundled = new Map<string, Promise<string>>();

/** Once for all tests of a worker. @param entry relative to the repository; resolves to the path of the bundled .mjs */
export function bundle(entry: string): Promise<string> {
  const made = bundled.get(entry) ?? bundleNow(entry);
  bundled.set(entry, made);
  return made;
}

async function bundleNow(entry: string): Promise<string> {
  // Below node_modules, so that packages are found from there.
  const program = resolve('node_modules/.cache/docconv-test', `${basename(entry, '.ts')}.mjs`);
  const outfile = `${program}.${process.pid}`;
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  renameSync(outfile, program); // processes of other workers of the tests may be reading the former one
  return program;
}
