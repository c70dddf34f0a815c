import { asBuffer } from '../../../../system/bytes.js';
import type { Surveyor } from '../surveyor.js';
import { attributeOf } from './attribute.js';

const MAX_LINKS = 1000;

/** Attributes with the address of what an element shows. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ...['img', 'iframe', 'frame', 'embed', 'input', 'video', 'audio', 'source'].map(name => [name, 'src'] as const),
  ['object', 'data'],
  ['link', 'href'],
]);
/** Characters of style sheets that are read. */
const MAX_STYLES = 512 * 1024;

/** Pictures, style sheets and frames of an HTML page that are not in the file itself: they are not loaded. */
export function htmlLinks(): Surveyor {
  const links = new Set<string>();
  const add = (address: string) => {
    if (address && !/^(?:data|about):|^#/i.test(address) && links.size < MAX_LINKS) links.add(address);
  };
  const addOfStyle = (style: string) => {
    for (const [, address] of style.matchAll(ADDRESS_OF_STYLE)) add(address!);
  };
  let isStyle = false;
  let styles = '';
  return {
    names: null,
    tag(text, name) {
      isStyle = name === 'style';
      const source = SHOWN.get(name);
      if (source && isShown(text, name)) add(attributeOf(text, source).trim());
      if (!/background|url\(|srcset|poster/i.test(text)) return;
      for (const attribute of ['background', 'poster']) add(attributeOf(text, attribute).trim());
      for (const address of candidatesOf(attributeOf(text, 'srcset'))) add(address);
      addOfStyle(attributeOf(text, 'style'));
    },
    text(bytes, from, to) {
      if (isStyle && styles.length < MAX_STYLES) styles += asBuffer(bytes.subarray(from, to)).toString('latin1');
    },
    endTag(name) {
      if (name === 'style') isStyle = false;
    },
    end() {
      addOfStyle(styles.slice(0, MAX_STYLES).replace(NO_ADDRESSES, ' '));
    },
    links: () => links,
  };
}

/** Comments, and names of namespaces. */
const NO_ADDRESSES = /\/\*[\s\S]*?(?:\*\/|$)|@namespace\b[^;]*;?/gi;
/** Pictures, fonts and other style sheets. */
const ADDRESS_OF_STYLE = /(?:\burl\(|@import\b)\s*(?!url\()["']?([^"')\s;]+)/gi;

/** The addresses in a list for pictures of several sizes: each is followed by a width or density, or by a comma. */
function candidatesOf(srcset: string): string[] {
  return srcset
    .split(/,\s|\s[\d.]+[wxh]\s*(?:,|$)/)
    .map(candidate => candidate.trim().replace(/,$/, ''))
    .filter(candidate => candidate !== '');
}

function isShown(tag: string, name: string): boolean {
  if (name === 'link') return /^stylesheet\b/i.test(attributeOf(tag, 'rel').trim());
  return name !== 'input' || /^image$/i.test(attributeOf(tag, 'type').trim());
}
