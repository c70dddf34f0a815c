/** Where the program begins: loads the bundle of the command from dist/, as far as possible without compiling it again. */
import module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { closeHome, docconvHome } from '../config/index.js';
import { requirePrivateFolder } from '../system/files/files.js';
import { builtFile } from '../system/package.js';
import { CodeCache } from './code-cache.js';

/** Commands with a bundle of their own, which loads in fewer files. */
const BUNDLES = ['convert', 'check'];

type CommandLine = typeof import('./main.js');

/** Runs `docconv <argv>`, and sets the exit code of the process. */
export async function start(argv: readonly string[]): Promise<void> {
  process.once('beforeExit', () => {
    process.exitCode ??= 13; // the command did not end: the code of Node for an await that never ends
  });
  closeFolders();
  const command = BUNDLES.find(name => name === argv[0]);
  const bundle = builtFile(command ? `cli/main-${command}.cjs` : 'cli/main.cjs');
  const cache = openCache();
  const { main } = (cache ? cache.load(bundle) : createRequire(bundle)(bundle)) as CommandLine;
  process.exitCode = await main(argv);
  // help and errors use so little of a command that later starts would gain little
  const didItsWork = process.exitCode === 0 && !(command && argv.some(word => word === '-h' || word === '--help'));
  if (didItsWork) await cache?.save();
}

function closeFolders(): void {
  try {
    closeHome(process.env);
  } catch {} // such as a home that is read-only; the command reports one that it cannot use
}

/** From 22.8 on, Node itself keeps compiled code, by default in a shared folder. Null where there is nothing to do here. */
function openCache(): CodeCache | null {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return null;
  try {
    const folder = join(docconvHome(process.env).cache, 'code');
    requirePrivateFolder(folder);
    const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
    if (!enableCompileCache) return new CodeCache(folder);
    const umask = process.umask(0o077); // it makes a folder in this one
    enableCompileCache(folder);
    process.umask(umask);
  } catch {} // such as a home that is read-only
  return null;
}
