/** The files of a package of npm: an uncompressed tar archive (POSIX ustar) with all files below `package/`. */
import { DocconvError } from '../../../errors.js';

interface TarFile {
  /** Relative, without `package/`. */
  path: string;
  content: Uint8Array;
}

const BLOCK = 512;
const REGULAR = new Set(['0', '\0']);

/** Throws CORRUPT_DOCUMENT for anything but regular files with plain names, and for more than `maxFiles`. */
export function filesOfTar(archive: Buffer, maxFiles: number): TarFile[] {
  const files: TarFile[] = [];
  for (let position = 0; position + BLOCK <= archive.length && archive[position] !== 0; ) {
    const header = archive.subarray(position, position + BLOCK);
    const size = Number.parseInt(text(header, 124, 12), 8);
    const end = position + BLOCK + size;
    const path = /^package\/((?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*)$/.exec(text(header, 0, 100))?.[1];
    const isPlain =
      path !== undefined && REGULAR.has(String.fromCharCode(header[156]!)) && text(header, 345, 155) === '';
    if (!isPlain || !(size >= 0) || end > archive.length || files.length === maxFiles)
      throw new DocconvError('CORRUPT_DOCUMENT.engine-package');
    files.push({ path, content: archive.subarray(position + BLOCK, end) });
    position = Math.ceil(end / BLOCK) * BLOCK;
  }
  return files;
}

function text(header: Buffer, start: number, length: number): string {
  return header
    .toString('latin1', start, start + length)
    .replace(/\0.*$/s, '')
    .trim();
}
