/** SVGZ, EMZ and WMZ: pictures in a gzip file (RFC 1952), as Word and Inkscape write them. Not every engine opens them. */
import { gunzipSync } from 'node:zlib';
import { formatOfMagic } from '../formats.js';
import { type Limits, requireWithin } from '../limits.js';
import { isSvg } from './inspect/damage/index.js';

const METAFILES = ['emf', 'wmf'];

/** The picture in a gzip file; other bytes, and a gzip file that is damaged, as they are. Throws LIMIT_EXCEEDED (textBytes). */
export function unpackPicture(bytes: Uint8Array, limits: Limits): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const content = gunzip(bytes, limits);
  return content && isPicture(content) ? content : bytes;
}

function gunzip(bytes: Uint8Array, limits: Limits): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.textBytes });
  } catch (thrown) {
    const isTooLarge = (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) requireWithin(limits, 'textBytes', limits.textBytes + 1);
    return null;
  }
}

const isPicture = (content: Buffer) => isSvg(content) || METAFILES.includes(formatOfMagic(content)?.name ?? '');
