/** File names that a file system takes: NAME_MAX of Linux and of most others is 255 bytes, a whole name for NTFS 255 units. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

const MAX_BYTES = 255;

/**
 * A path with this suffix, which is never cut. A name that is too long is cut, and ends in a digest of the whole name: names that
 * differ only in what was cut stay different, and the same name becomes the same one again.
 */
export function fittingPath(path: string, suffix: string): string {
  const name = basename(path);
  const most = MAX_BYTES - Buffer.byteLength(suffix);
  if (Buffer.byteLength(name) <= most) return `${path}${suffix}`;
  const mark = `~${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  const folder = path.slice(0, path.length - name.length);
  return `${folder}${firstBytes(name, most - mark.length)}${mark}${suffix}`;
}

/** A file name that keeps its extension. */
export function fittingName(name: string): string {
  const [extension = ''] = /\.[^.]{1,16}$/.exec(name) ?? [];
  return fittingPath(name.slice(0, name.length - extension.length), extension);
}

/** As many whole characters as fit into these bytes of UTF-8. */
export function firstBytes(text: string, most: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    end += character.length;
  }
  return text.slice(0, end).trimEnd();
}
