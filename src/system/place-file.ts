/** A finished file is put in place whole: written beside its final name, then renamed. */
import { copyFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DocconvError } from '../errors.js';

/** Throws DISK_FULL or OUTPUT_UNWRITABLE; nothing is left then. */
export async function placeFile(made: string, output: string): Promise<void> {
  const temporary = join(dirname(output), `.${basename(output)}.${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    await copyFile(made, temporary);
    await rename(temporary, output);
  } catch (cause) {
    await rm(temporary, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC')
      throw new DocconvError('DISK_FULL', `The disk is full: ${output} was not written.`, { cause });
    throw new DocconvError('OUTPUT_UNWRITABLE', `${output} cannot be written (${code}).`, { cause });
  }
}
