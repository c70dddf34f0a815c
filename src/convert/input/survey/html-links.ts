import type { TagWatch } from '../inspect/tags.js';
import { attribute } from './markup.js';

const MAX_LINKS = 1000;

/** Pictures, style sheets and frames of an HTML page that are not in the file itself: they are not loaded. */
export class HtmlLinks implements TagWatch {
  readonly names = ['img', 'link', 'iframe', 'frame', 'embed', 'object'];
  readonly links = new Set<string>();

  tag(text: string, name: string): void {
    const lower = text.replace(/\b(?:src|href|data|rel)\s*=/gi, word => word.toLowerCase());
    if (name === 'link' && !/rel\s*=\s*["']?\s*stylesheet/i.test(lower)) return;
    const address = attribute(lower, name === 'link' ? 'href' : name === 'object' ? 'data' : 'src')?.trim();
    if (address && !/^(?:data|about):/i.test(address) && this.links.size < MAX_LINKS) this.links.add(address);
  }
}
