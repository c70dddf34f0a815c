import { Inside } from '../markup.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

/** SVG pictures with text that LibreOffice does not draw: HTML within them. A `switch` has something else in its place. */
export function lostSvg({ isPrinted }: Surveyed): Surveyor {
  /** Of the pictures; null for a document that is one. */
  const parts = new Set<string | null>();
  const replaced = new Inside();
  return {
    reads: 'svg',
    names: ['switch', 'foreignobject'],
    tag(_text, name, part, depth) {
      const isReplaced = replaced.holds(depth);
      if (name === 'switch') replaced.enter(depth);
      else if (!isReplaced) parts.add(part);
    },
    end: () => replaced.reset(),
    lost: () => ([...parts].some(isPrinted) ? ['svgHtml'] : []),
  };
}
