import { attribute, Inside } from '../markup.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

const MAX_LINKS = 1000;
const PICTURES = ['image', 'feimage'];

/**
 * SVG pictures with text that LibreOffice does not draw: HTML within them. A `switch` has something else in its place. Pictures
 * that are not in the SVG picture itself are not loaded.
 */
export function lostSvg({ isPrinted }: Surveyed): Surveyor {
  /** Of the pictures; null for a document that is one. */
  const parts = new Set<string | null>();
  const links = new Map<string, string | null>();
  const replaced = new Inside();
  const add = (address: string, part: string | null) => {
    if (address && !/^data:|^#/i.test(address) && links.size < MAX_LINKS) links.set(address, part);
  };
  return {
    reads: 'svg',
    names: ['switch', 'foreignobject', ...PICTURES],
    tag(text, name, part, depth) {
      const isReplaced = replaced.holds(depth);
      if (name === 'switch') replaced.enter(depth);
      else if (name === 'foreignobject' && !isReplaced) parts.add(part);
      else if (PICTURES.includes(name) && attribute(text, 'display') !== 'none')
        add(attribute(text, 'href')?.trim() ?? '', part);
    },
    end: () => replaced.reset(),
    links: () => [...links].filter(([, part]) => isPrinted(part)).map(([address]) => address),
    lost: () => ([...parts].some(isPrinted) ? ['svgHtml'] : []),
  };
}
