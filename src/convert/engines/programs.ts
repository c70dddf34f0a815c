/**
 * The programs that LibreOffice may start. With those of the system on the PATH it starts gpg, gpgconf and gpgsm for each
 * process, only to ask for their versions.
 */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable } from '../../system/files/files.js';

/** Of Ghostscript. */
const GHOSTSCRIPT = 'gs';
/** They draw EPS pictures; the first two start the third. */
const PROGRAMS = ['pstoedit', 'convert', GHOSTSCRIPT];
const PLACES = ['/usr/bin', '/bin'];

/** See EngineStatus. */
export const missingPrograms = (): string[] => (find(GHOSTSCRIPT, PLACES) ? [] : ['Ghostscript']);

/** Links to those that are installed, in a new folder. Returns the variables of the environment that LibreOffice needs. */
export function providePrograms(folder: string, places: readonly string[] = PLACES): { PATH: string } {
  mkdirSync(folder);
  for (const name of PROGRAMS) {
    const installed = find(name, places);
    if (installed) symlinkSync(installed, join(folder, name));
  }
  return { PATH: folder };
}

const find = (name: string, places: readonly string[]) => places.map(place => join(place, name)).find(isExecutable);
