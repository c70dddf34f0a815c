/** PNG images of pages. */
import { PNG } from 'pngjs';
import type { Bitmap } from './bitmap.js';

/** Without an alpha channel; in shades of grey a page takes a tenth of the bytes. */
export function encodePng({ width, height, data }: Bitmap): Uint8Array {
  const image = new PNG({ width, height });
  image.data = Buffer.from(data.buffer, data.byteOffset, data.length);
  const format = isGrey(data) ? ({ colorType: 0, filterType: 0 } as const) : ({ colorType: 2 } as const);
  return new Uint8Array(PNG.sync.write(image, { ...format, inputColorType: 6, deflateStrategy: 0 }));
}

function isGrey(data: Uint8Array): boolean {
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
}
