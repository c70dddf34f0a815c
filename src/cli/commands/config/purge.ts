/** `docconv config purge`: removes what docconv has stored for this user. */
import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { docconvHome } from '../../../config/index.js';
import { writeError } from '../../../system/files/file-errors.js';
import { listIfPossible } from '../../../system/files/files.js';
import { removeTree } from '../../../system/files/remove-tree.js';
import { escapeUnsafe } from '../../../text.js';
import { stopEngines, warmFolder } from '../../../warm/index.js';
import type { Context } from '../../context.js';
import { confirm } from '../../input/ask.js';

/** In DOCCONV_HOME, which may contain other files: only these names are docconv's. */
const OWN =
  /^(?:config\.json|credentials\.json|registration\.json|lotl-signers\.json|pepper|trust|trust-record|data|cache)$/;

export async function purge({ yes }: { yes?: boolean }, context: Context): Promise<void> {
  const { terminal, env } = context;
  const places = placesOf(env);
  if (places.length === 0) return void terminal.err.write('Nothing is stored.\n');
  terminal.out.write(`${places.map(place => escapeUnsafe(place)).join('\n')}\n`);
  if (!yes) await confirm('Remove these settings, keys, mails, trusted certificates and caches?', context);
  await stopEngines(warmFolder(env, docconvHome(env).cache));
  for (const place of places)
    await removeTree(place).catch(cause => {
      throw writeError(cause, place);
    });
  removeIfEmpty(docconvHome(env).config);
  terminal.err.write(`${terminal.color.err.green('✓')} Removed.\n`);
}

/** What exists. */
function placesOf(env: NodeJS.ProcessEnv): string[] {
  const { config, data, cache } = docconvHome(env);
  const folders = env.DOCCONV_HOME ? [] : [data, cache, warmFolder(env, cache)];
  const own = listIfPossible(config).filter(name => !env.DOCCONV_HOME || OWN.test(name));
  const others = folders.filter(folder => listIfPossible(folder).length > 0);
  return [...new Set([...own.map(name => join(config, name)), ...others])];
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {}
}
