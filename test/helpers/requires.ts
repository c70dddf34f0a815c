/** What a test needs beyond Node and npm: it is skipped aloud without it, or fails where DOCCONV_REQUIRE_TOOLS is set. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, test } from 'vitest';

/** The shared corpus folder, or null: it may be absent anywhere, so its absence never fails a run. */
export function corpus(part: string): string | null {
  const folder = join(resolve(process.env.DOCCONV_CORPUS ?? '../shared/corpus'), part);
  return existsSync(folder) ? folder : null;
}

/** `describe` when the corpus part is there; otherwise one skipped test that says so in its name. */
export function describeCorpus(name: string, part: string, suite: (folder: string) => void): void {
  const folder = corpus(part);
  if (folder) describe(name, () => suite(folder));
  else skipAloud(name, `no corpus folder ${part}; set DOCCONV_CORPUS`);
}

/** The suite itself is not even collected: what it lists its tests by may be what is missing. */
function skipAloud(name: string, why: string): void {
  test.skip(`${name} (skipped: ${why})`, () => {});
}

/** `describe` when every program is on the PATH; otherwise skipped aloud, or failing under DOCCONV_REQUIRE_TOOLS=1. */
export function describeTools(name: string, tools: readonly string[], suite: () => void): void {
  const missing = tools.filter(tool => !hasTool(tool));
  if (missing.length === 0 || process.env.DOCCONV_REQUIRE_TOOLS === '1') describe(name, suite);
  else skipAloud(name, `${missing.join(', ')} not installed`);
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
