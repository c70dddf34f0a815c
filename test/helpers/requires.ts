/** What a test needs beyond Node and npm: it is skipped aloud without it, or fails where DOCCONV_REQUIRE_TOOLS is set. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe } from 'vitest';

/** The shared corpus folder, or null: it may be absent anywhere, so its absence never fails a run. */
export function corpus(part: string): string | null {
  const folder = join(resolve(process.env.DOCCONV_CORPUS ?? '../shared/corpus'), part);
  return existsSync(folder) ? folder : null;
}

/** `describe` when the corpus part is there; otherwise a skipped suite that says so in its name. */
export function describeCorpus(name: string, part: string, suite: (folder: string) => void): void {
  const folder = corpus(part);
  if (folder) describe(name, () => suite(folder));
  else describe.skip(`${name} (skipped: no corpus folder ${part}; set DOCCONV_CORPUS)`, () => suite(''));
}

/** `describe` when every program is on the PATH; otherwise skipped aloud, or failing under DOCCONV_REQUIRE_TOOLS=1. */
export function describeTools(name: string, tools: readonly string[], suite: () => void): void {
  const missing = tools.filter(tool => !hasTool(tool));
  if (missing.length === 0 || process.env.DOCCONV_REQUIRE_TOOLS === '1') describe(name, suite);
  else describe.skip(`${name} (skipped: ${missing.join(', ')} not installed)`, suite);
}

export function hasTool(name: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders, ...EXTRA_FOLDERS].some(folder => isExecutable(join(folder, name)));
}

/** `soffice.bin` is never on the PATH. */
const EXTRA_FOLDERS = ['/usr/lib/libreoffice/program', '/opt/libreoffice/program'];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
