/** The built package as it is installed, with its workers replaced by the hostile one. */
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { isRunning } from '../processes.js';

const REPLACED = [
  'convert/engines/native/native.worker.js',
  'convert/engines/soffice/soffice.worker.js',
  'signatures/service/verifier.worker.js',
];

const PREFIX = 'docconv-hostile-';

export interface Product {
  readonly folder: string;
  remove(): void;
}

/**
 * A copy in node_modules, where its dependencies are its neighbours. Everyone may write to it, so that only the sandbox
 * protects it.
 */
export async function hostileProduct(): Promise<Product> {
  const folder = resolve('node_modules', `${PREFIX}${process.pid}`);
  removeOlder();
  mkdirSync(folder);
  for (const name of ['dist', 'bin', 'package.json']) cpSync(name, join(folder, name), { recursive: true });
  for (const entry of REPLACED) await bundleWorker(join(folder, 'dist', entry));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chmodSync(join(folder, name), 0o777);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A run that was killed leaves its copy behind. */
function removeOlder(): void {
  for (const name of readdirSync('node_modules').filter(name => name.startsWith(PREFIX))) {
    if (!isRunning(Number(name.slice(PREFIX.length)))) rmSync(resolve('node_modules', name), { recursive: true });
  }
}

async function bundleWorker(outfile: string): Promise<void> {
  const entry = 'test/helpers/hostile/worker.main.ts';
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
}
