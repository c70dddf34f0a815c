/**
 * npm runs this before and after it packs. The package contains its dependencies (bundleDependencies), and must be the same
 * on every system: compiled code of this one is put aside meanwhile. Their users have other code for it.
 */
import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

const COMPILED = ['msgpackr-extract', '@msgpackr-extract'];
const ASIDE = 'node_modules/.cache/not-packed';

for (const name of COMPILED) {
  const paths = [join('node_modules', name), join(ASIDE, name)];
  const [from, to] = process.argv.includes('--after') ? paths.reverse() : paths;
  move(from, to);
}

/** It is optional, and may be missing. */
function move(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
