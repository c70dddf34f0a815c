import type { Finding, Surveyor } from '../surveyor.js';
import { attributeOf } from './attribute.js';

const MAX_LINKS = 1000;

/** Attributes with the address of what an element shows. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ...['img', 'iframe', 'frame', 'embed', 'input'].map(name => [name, 'src'] as const),
  ['object', 'data'],
  ['link', 'href'],
]);

/** Pictures, style sheets and frames of an HTML page that are not in the file itself: they are not loaded. */
export function htmlLinks(): Surveyor {
  const links = new Set<string>();
  const add = (address: string) => {
    if (address && !/^(?:data|about):|^#/i.test(address) && links.size < MAX_LINKS) links.add(address);
  };
  return {
    names: null,
    tag(text, name) {
      const source = SHOWN.get(name);
      if (source && isShown(text, name)) add(attributeOf(text, source).trim());
      if (!/background|url\(/i.test(text)) return;
      add(attributeOf(text, 'background').trim());
      for (const [, address] of attributeOf(text, 'style').matchAll(PICTURE_OF_STYLE)) add(address!);
    },
    warnings: () => ignoredLinks(links),
  };
}

const PICTURE_OF_STYLE = /\burl\(\s*["']?([^"')\s]+)/gi;

function isShown(tag: string, name: string): boolean {
  if (name === 'link') return /^stylesheet\b/i.test(attributeOf(tag, 'rel').trim());
  return name !== 'input' || /^image$/i.test(attributeOf(tag, 'type').trim());
}

export function* ignoredLinks(links: ReadonlySet<string>): Iterable<Finding> {
  const [first] = links;
  if (first !== undefined) yield ['links_ignored', { links: links.size, first: first.slice(0, 200) }];
}
