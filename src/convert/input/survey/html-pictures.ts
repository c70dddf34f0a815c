/** The pictures that an HTML page has in itself, as `data:` URLs (RFC 2397). */
import { encodedImage, imageSize } from '../inspect/images.js';
import type { TagWatch } from '../inspect/tags.js';
import type { PictureSize, Pictures } from './pictures.js';

/** Pixels: smaller pictures keep room free, or count visitors. */
const SMALLEST = 3;
const MAX_PICTURES = 10_000;

export class HtmlPictures implements TagWatch {
  readonly names = ['img'];
  /** By the beginning of their data, which tells the same picture in two places. */
  readonly #shown = new Map<string, PictureSize>();

  tag(text: string): void {
    const data = encodedImage(text);
    if (data === null || /\bhidden\b|display\s*:\s*none/i.test(text) || this.#shown.size >= MAX_PICTURES) return;
    const size = imageSize(Buffer.from(data, 'base64'));
    if (size && size.width >= SMALLEST && size.height >= SMALLEST) this.#shown.set(data, size);
  }

  pictures(): Pick<Pictures, 'shown' | 'others'> {
    return { shown: [...this.#shown.values()], others: [] };
  }
}
