/**
 * Inspects Windows metafiles ([MS-WMF], [MS-EMF]): the number of their records, and the size of the images in them, which
 * may be compressed. What is behind a damaged record does not count: no engine reads on there.
 */
import { asBuffer, asView } from '../../../system/bytes.js';
import { requireWithin } from '../../limits.js';
import { inspectImage } from './images.js';
import type { Tally } from './tally.js';

/** Types of records with an image, and the offset in the record at which its header is or is named. */
const EMF_IMAGES: ReadonlyMap<number, number> = new Map([
  [76, 84], // BITBLT
  [77, 84], // STRETCHBLT
  [78, 84], // MASKBLT
  [79, 96], // PLGBLT
  [80, 48], // SETDIBITSTODEVICE
  [81, 48], // STRETCHDIBITS
  [93, 16], // CREATEMONOBRUSH
  [94, 16], // CREATEDIBPATTERNBRUSHPT
  [114, 84], // ALPHABLEND
  [116, 84], // TRANSPARENTBLT
]);
const EMF_COMMENT = 70;
const WMF_IMAGES: ReadonlyMap<number, number> = new Map([
  [0x0142, 10], // DIBCREATEPATTERNBRUSH
  [0x0940, 22], // DIBBITBLT
  [0x0b41, 26], // DIBSTRETCHBLT
  [0x0d33, 24], // SETDIBTODEV
  [0x0f43, 28], // STRETCHDIB
]);
const PLACEABLE = 0x9ac6cdd7;
const PLACEABLE_LENGTH = 22;
const WMF_HEADER = 18;

/** Throws LIMIT_EXCEEDED (elements, pixels, allPixels). */
export function inspectEmf(bytes: Uint8Array, tally: Tally): void {
  const view = asView(bytes);
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    if (size < 8 || at + size > bytes.length) return;
    tally.add('elements', 1, null);
    const record = asView(bytes.subarray(at, at + size));
    const type = record.getUint32(0, true);
    const pointer = EMF_IMAGES.get(type);
    if (pointer !== undefined && pointer + 4 <= size) inspectBitmap(record, record.getUint32(pointer, true), tally);
    if (type === EMF_COMMENT) inspectComment(bytes.subarray(at, at + size), tally);
    at += size;
  }
}

/** Throws LIMIT_EXCEEDED (elements, pixels, allPixels). */
export function inspectWmf(bytes: Uint8Array, tally: Tally): void {
  const view = asView(bytes);
  const isPlaceable = bytes.length >= 4 && view.getUint32(0, true) === PLACEABLE;
  for (let at = (isPlaceable ? PLACEABLE_LENGTH : 0) + WMF_HEADER; at + 6 <= bytes.length; ) {
    const size = view.getUint32(at, true) * 2;
    if (size < 6 || at + size > bytes.length) return;
    tally.add('elements', 1, null);
    const header = WMF_IMAGES.get(view.getUint16(at + 4, true));
    if (header !== undefined) inspectBitmap(asView(bytes.subarray(at, at + size)), header, tally);
    at += size;
  }
}

/** Width and height of a BITMAPCOREHEADER or of a BITMAPINFOHEADER ([MS-WMF] 2.2.2.2 and 2.2.2.3). */
function inspectBitmap(record: DataView, header: number, tally: Tally): void {
  if (header === 0 || header + 12 > record.byteLength) return;
  const isCore = record.getUint32(header, true) === 12;
  const width = isCore ? record.getUint16(header + 4, true) : record.getInt32(header + 4, true);
  const height = isCore ? record.getUint16(header + 6, true) : record.getInt32(header + 8, true);
  const pixels = Math.abs(width * height);
  requireWithin(tally.limits, 'pixels', pixels);
  tally.add('allPixels', pixels, null);
}

const SIGNATURES = ['\x89PNG', '\xff\xd8\xff', 'GIF8'].map(text => Buffer.from(text, 'latin1'));

/** EMF+ has files of images in its objects ([MS-EMFPLUS] 2.2.2.2). */
function inspectComment(comment: Uint8Array, tally: Tally): void {
  const bytes = asBuffer(comment);
  for (const signature of SIGNATURES) {
    const at = bytes.indexOf(signature);
    if (at >= 0) inspectImage(bytes.subarray(at), tally, null);
  }
}
