import type { Format } from '../../formats.js';
import type { TagWatch } from '../inspect/tags.js';
import { attribute } from './markup.js';

/** Pictures of Office documents that are an SVG without another picture for older programs. */
export class SvgPictures implements TagWatch {
  readonly names: readonly string[];
  found = false;
  #isBare = false;

  constructor({ container }: Format) {
    this.names = container === 'ooxml' ? ['blip', 'svgblip'] : [];
  }

  tag(text: string, name: string): void {
    if (name === 'blip') this.#isBare = attribute(text, 'embed') === null;
    else if (this.#isBare) this.found = true;
  }
}
