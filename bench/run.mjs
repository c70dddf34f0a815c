/** `npm run bench [-- convert|check ...]`: every benchmark, or those named. Run it on a machine that does nothing else. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib.mjs';

const ALL = ['start', 'convert', 'check', 'endurance'];
const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : ALL) {
  const script = join(ROOT, 'bench', `${name}.mjs`);
  if (!existsSync(script)) throw new Error(`There is no benchmark ${name}; there are ${ALL.join(', ')}.`);
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit', cwd: ROOT });
  if (status !== 0) process.exitCode = 1;
}
