/** `npm run bench [-- convert check ...]`: the main benchmarks, or those named. Run them on an otherwise idle machine. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib.mjs';

const ALL = ['start', 'convert', 'check', 'endurance'];
const selected = process.argv.slice(2);
for (const name of selected.length > 0 ? selected : ALL) {
  const script = join(ROOT, 'bench', `${name}.mjs`);
  if (!existsSync(script)) throw new Error(`There is no bench/${name}.mjs.`);
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit', cwd: ROOT });
  if (status !== 0) process.exitCode = 1;
}
