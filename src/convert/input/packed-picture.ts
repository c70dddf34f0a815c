/** SVGZ, EMZ and WMZ: pictures in a gzip file (RFC 1952), as Word and Inkscape write them. Not every engine opens them. */
import { constants, gunzipSync } from 'node:zlib';
import { formatOfMagic } from '../formats.js';
import { type Limits, requireWithin } from '../limits.js';
import { formatOfText, sampleText } from './detect-text.js';

const PICTURES = ['emf', 'wmf', 'svg'];
/** Bytes of the file that show whether it has a picture. Unpacked, they are at most 17 MB. */
const HEAD = 16 * 1024;

/** The picture in a gzip file; other bytes, and a gzip file that is damaged, as they are. Throws LIMIT_EXCEEDED (textBytes). */
export async function unpackPicture(bytes: Uint8Array, limits: Limits): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const head = unpackedHead(bytes);
  return head && (await isPicture(head)) ? (gunzip(bytes, limits) ?? bytes) : bytes;
}

function unpackedHead(bytes: Uint8Array): Buffer | null {
  try {
    return gunzipSync(bytes.subarray(0, HEAD), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
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

async function isPicture(head: Buffer): Promise<boolean> {
  const sample = sampleText(head);
  const format = formatOfMagic(head) ?? (sample === null ? null : await formatOfText(sample, null));
  return PICTURES.includes(format?.name ?? '');
}
