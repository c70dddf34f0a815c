import { encodedImage, type ImageSize, imageSize } from '../../inspect/images.js';
import type { Surveyor } from '../surveyor.js';

/** Pixels: smaller pictures keep room free, or count visitors. */
const SMALLEST = 3;
const MAX_PICTURES = 10_000;

/** The pictures that an HTML page has in itself, as `data:` URLs (RFC 2397). */
export function htmlPictures(): Surveyor {
  /** By the beginning of their data, which tells the same picture in two places. */
  const shown = new Map<string, ImageSize>();
  return {
    names: ['img'],
    tag(text) {
      const data = encodedImage(text);
      if (data === null || /\bhidden\b|display\s*:\s*none/i.test(text) || shown.size >= MAX_PICTURES) return;
      const size = imageSize(Buffer.from(data, 'base64'));
      if (size && size.width >= SMALLEST && size.height >= SMALLEST) shown.set(data, size);
    },
    pictures: () => ({ shown: [...shown.values()], others: [] }),
  };
}
