import type { TagWatch } from '../inspect/tags.js';
import { Inside } from './markup.js';

/** SVG pictures with text that LibreOffice does not draw: HTML within them. A `switch` has something else in its place. */
export class LostSvg implements TagWatch {
  readonly names = ['switch', 'foreignobject'];
  /** Parts of the pictures; null for a document that is one. */
  readonly parts = new Set<string | null>();
  readonly #switch = new Inside();

  tag(_text: string, name: string, part: string | null, depth: number): void {
    const isReplaced = this.#switch.holds(depth);
    if (name === 'switch') this.#switch.enter(depth);
    else if (!isReplaced) this.parts.add(part);
  }

  end(): void {
    this.#switch.reset();
  }
}
