/** TIFF: the data of the first page lie in the file (TIFF 6.0, sections 2, 3 and 15). */
import { readTiffPages, type TiffBytes, tiffBytes } from '../../tiff/pages.js';

const STRIPS = [273, 279] as const;
const TILES = [324, 325] as const;
const SHORT = 3;

/** Throws a RangeError where a number lies outside of the file. */
export function isCutTiff(bytes: Buffer): boolean {
  const numbers = tiffBytes(bytes);
  const [page] = readTiffPages(numbers);
  if (!page) return true;
  const valuesOf = (tag: number) => {
    const { count = 0, type = SHORT, values = 0 } = page.fields.get(tag) ?? {};
    return { count, at: (i: number) => valueAt(numbers, type, values, i) };
  };
  for (const [offsetTag, lengthTag] of [STRIPS, TILES]) {
    const [offsets, lengths] = [valuesOf(offsetTag), valuesOf(lengthTag)];
    for (let i = 0; i < Math.min(offsets.count, lengths.count); i++)
      if (offsets.at(i) + lengths.at(i) > bytes.length) return true;
  }
  return false;
}

function valueAt({ u16, u32 }: TiffBytes, type: number, values: number, i: number): number {
  return type === SHORT ? u16(values + 2 * i) : u32(values + 4 * i);
}
