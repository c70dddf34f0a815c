import { attribute } from '../markup.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

/** Pictures of Office documents that are an SVG without another picture for older programs. */
export function svgPictures({ facts }: Surveyed): Surveyor {
  let isBare = false;
  return {
    names: ['blip', 'svgblip'],
    tag(text, name) {
      if (name === 'blip') isBare = attribute(text, 'embed') === null;
      else if (isBare) facts.add('svgAlone');
    },
  };
}
