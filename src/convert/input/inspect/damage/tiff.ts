/** TIFF: the data of the first page lie in the file (TIFF 6.0, sections 2, 3 and 15). */
import { readTiffPages, type TiffBytes, type TiffPage, tiffBytes } from '../../tiff/pages.js';

const STRIPS = [273, 279] as const;
const TILES = [324, 325] as const;
const BITS = 258;
const COMPRESSION = 259;
const SAMPLES = 277;
const NO_COMPRESSION = 1;
const SHORT = 3;

/** Throws a RangeError where a number lies outside of the file. */
export function isCutTiff(bytes: Buffer): boolean {
  const numbers = tiffBytes(bytes);
  const [page] = readTiffPages(numbers);
  if (!page) return true;
  for (const [offsetTag, lengthTag] of [STRIPS, TILES]) {
    const [offsets, lengths] = [valuesOf(offsetTag, page, numbers), valuesOf(lengthTag, page, numbers)];
    const longest =
      offsets.count === 1 && offsetTag === STRIPS[0] ? bytesOfPage(page, numbers) : Number.POSITIVE_INFINITY;
    for (let i = 0; i < Math.min(offsets.count, lengths.count); i++)
      if (offsets.at(i) + Math.min(lengths.at(i), longest) > bytes.length) return true;
  }
  return false;
}

/** Of a page that is not compressed, whatever length is stated for its only strip: libtiff computes it. */
function bytesOfPage(page: TiffPage, numbers: TiffBytes): number {
  const value = (tag: number, byDefault: number) => {
    const { count, at } = valuesOf(tag, page, numbers);
    return count > 0 ? at(0) : byDefault;
  };
  if (value(COMPRESSION, NO_COMPRESSION) !== NO_COMPRESSION) return Number.POSITIVE_INFINITY;
  return Math.ceil((page.width * value(BITS, 1) * value(SAMPLES, 1)) / 8) * page.height;
}

function valuesOf(tag: number, { fields }: TiffPage, { u16, u32 }: TiffBytes) {
  const { count = 0, type = SHORT, values = 0 } = fields.get(tag) ?? {};
  return { count, at: (i: number) => (type === SHORT ? u16(values + 2 * i) : u32(values + 4 * i)) };
}
