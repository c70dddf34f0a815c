/** `docconv engine`: the WebAssembly engine of this installation, which machines with LibreOffice do not need. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { WASM_PACKAGE, wasmPackageFolder } from '../../../convert/index.js';
import { DocconvError } from '../../../errors.js';
import { writeError } from '../../../system/files/file-errors.js';
import { removeTree } from '../../../system/files/remove-tree.js';
import { rename } from '../../../system/files/rename.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { confirm } from '../../input/ask.js';

interface AddOptions {
  registry: string;
}

export function define(command: Command, context: Context): void {
  command
    .command('add')
    .description('install the WebAssembly engine again, from npm')
    .argument('[file]', 'the file of npm pack, for machines without network')
    .option('--registry <url>', 'another npm registry, also with a private address', NPM)
    .action((file: string | undefined, options: AddOptions) => add(file, options, context));
  command
    .command('remove')
    .description('remove the WebAssembly engine from this installation (250 MB)')
    .option('-y, --yes', 'do not ask')
    .action((options: { yes?: boolean }) => remove(options, context));
  examples(command, [
    ['docconv engine remove --yes', 'keep the installation small where LibreOffice is installed'],
    ['docconv engine add', 'install the engine again'],
    [`npm pack ${WASM_PACKAGE}`, 'fetch it for a machine without network; then: docconv engine add FILE'],
  ]);
}

const NPM = 'https://registry.npmjs.org';

async function add(file: string | undefined, { registry }: AddOptions, context: Context): Promise<void> {
  const { terminal, cwd, env, signal } = context;
  const installed = wasmPackageFolder();
  if (installed) return void terminal.err.write(`The engine wasm is installed already: ${installed}\n`);
  const { addEngine } = await import('./add.js');
  const isPrivate = registry !== NPM;
  const folder = await addEngine({ file: file ?? null, registry, isPrivate, cwd, proxies: env, signal });
  terminal.err.write(`${terminal.color.err.green('✓')} installed: ${folder}\n`);
}

async function remove({ yes }: { yes?: boolean }, context: Context): Promise<void> {
  const { err, color } = { err: context.terminal.err, color: context.terminal.color.err };
  const folder = wasmPackageFolder();
  if (!folder) return void err.write('The engine wasm is not installed.\n');
  requirePackageFolder(folder);
  err.write(`This removes the engine wasm: ${folder}\n`);
  if (!yes) await confirm('Remove it?', context);
  // at once for all processes that look for it, and nothing half removed is ever found
  const aside = join(dirname(folder), `.${basename(folder)}-removed`);
  try {
    if (existsSync(aside)) await removeTree(aside);
    await rename(folder, aside);
    await removeTree(aside);
  } catch (cause) {
    throw writeError(cause, folder);
  }
  err.write(`${color.green('✓')} removed; \`docconv engine add\` installs it again.\n`);
}

/** A link to a folder of a developer, for example, is not part of an installation. */
function requirePackageFolder(folder: string): void {
  if (folder.endsWith(join('node_modules', ...WASM_PACKAGE.split('/')))) return;
  throw new DocconvError('OUTPUT_UNWRITABLE.not-an-installed-package', { folder });
}
