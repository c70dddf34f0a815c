/** TIFF: the data of the first page lie in the file (TIFF 6.0, sections 2, 3 and 15). */
import { numberAt, readTiffPages, type TiffBytes, type TiffPage, tiffBytes } from '../../tiff/pages.js';

const STRIPS = [273, 279] as const;
const TILES = [324, 325] as const;
const BITS = 258;
const COMPRESSION = 259;
const SAMPLES = 277;
const NO_COMPRESSION = 1;

/** Throws a RangeError where a number lies outside of the file. */
export function isCutTiff(bytes: Buffer): boolean {
  const numbers = tiffBytes(bytes);
  const [page] = readTiffPages(numbers);
  if (!page) return true;
  for (const tags of [STRIPS, TILES]) {
    const [offsets, lengths] = tags.map(tag => page.fields.get(tag));
    if (!offsets || !lengths) continue;
    const longest = offsets.count === 1 && tags === STRIPS ? bytesOfPage(page, numbers) : Number.POSITIVE_INFINITY;
    for (let i = 0; i < Math.min(offsets.count, lengths.count); i++)
      if (numberAt(numbers, offsets, i) + Math.min(numberAt(numbers, lengths, i), longest) > bytes.length) return true;
  }
  return false;
}

/** Of a page that is not compressed, whatever length is stated for its only strip: libtiff computes it. */
function bytesOfPage(page: TiffPage, numbers: TiffBytes): number {
  const value = (tag: number, byDefault: number) => {
    const field = page.fields.get(tag);
    return field && field.count > 0 ? numberAt(numbers, field) : byDefault;
  };
  if (value(COMPRESSION, NO_COMPRESSION) !== NO_COMPRESSION) return Number.POSITIVE_INFINITY;
  return Math.ceil((page.width * value(BITS, 1) * value(SAMPLES, 1)) / 8) * page.height;
}
