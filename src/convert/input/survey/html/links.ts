import { attribute } from '../markup.js';
import type { Finding, Surveyor } from '../surveyor.js';

const MAX_LINKS = 1000;

/** Pictures, style sheets and frames of an HTML page that are not in the file itself: they are not loaded. */
export function htmlLinks(): Surveyor {
  const links = new Set<string>();
  return {
    names: ['img', 'link', 'iframe', 'frame', 'embed', 'object'],
    tag(text, name) {
      const lower = text.replace(/\b(?:src|href|data|rel)\s*=/gi, word => word.toLowerCase());
      if (name === 'link' && !/rel\s*=\s*["']?\s*stylesheet/i.test(lower)) return;
      const address = attribute(lower, name === 'link' ? 'href' : name === 'object' ? 'data' : 'src')?.trim();
      if (address && !/^(?:data|about):/i.test(address) && links.size < MAX_LINKS) links.add(address);
    },
    warnings: () => ignoredLinks(links),
  };
}

export function* ignoredLinks(links: ReadonlySet<string>): Iterable<Finding> {
  const [first] = links;
  if (first !== undefined) yield ['links_ignored', { links: links.size, first: first.slice(0, 200) }];
}
