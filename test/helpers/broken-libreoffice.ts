/** Installations of LibreOffice of which a part does not work: links to the real one, and files that replace some. */
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findLibreOffice } from '../../src/convert/engines/locate.js';

/** `library`: LibreOffice cannot be loaded as a library. `program`: soffice ends without a PDF. */
type Part = 'library' | 'program';

/** Its program folder, in `folder`. */
export async function brokenLibreOffice(folder: string, ...broken: Part[]): Promise<string> {
  const installation = findLibreOffice(null)!;
  const replaced = new Map<string, string>();
  if (broken.includes('library')) replaced.set(installation.library!, 'not a library');
  if (broken.includes('program')) replaced.set(installation.soffice, '#!/bin/sh\nexit 0\n');
  await mkdir(folder);
  for (const name of await readdir(installation.program)) {
    const original = join(installation.program, name);
    const content = replaced.get(original);
    if (content === undefined) await symlink(original, join(folder, name));
    else await writeFile(join(folder, name), content, { mode: 0o755 });
  }
  return folder;
}
