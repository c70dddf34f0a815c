/** Values that are kept of a list, each once. */

import { attributeOf } from '../../system/xml.js';
import { refusal } from './refusal.js';
import { children, NAMESPACE, textOf, type XmlNode } from './tree.js';

export class Values {
  readonly #known = new Map<string, string>();

  text(node: XmlNode): string {
    return this.keep(textOf(node));
  }

  /** A copy: the parser's strings are slices, which would keep the whole list in memory. */
  keep(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const copy = Buffer.from(text).toString();
    this.#known.set(copy, copy);
    return copy;
  }

  /** Texts of the elements at this path of the list's namespace, without duplicates and empty ones. */
  texts(node: XmlNode | null, ...path: string[]): string[] {
    return this.#distinct(children(node, 'list', ...path));
  }

  /** The same of names in several languages: the English ones first, then the others as the list orders them. */
  names(node: XmlNode | null, ...path: string[]): string[] {
    const all = children(node, 'list', ...path);
    return this.#distinct([...all.filter(isEnglish), ...all]);
  }

  #distinct(nodes: readonly XmlNode[]): string[] {
    const texts = nodes.map(node => this.text(node));
    return [...new Set(texts)].filter(text => text !== '');
  }
}

const isEnglish = (node: XmlNode): boolean => /^en\b/i.test(attributeOf(node.tag, 'lang', NAMESPACE.xml) ?? '');

/** DER of the certificates at this path of the list's namespace, without duplicates. Throws LIST_INVALID. */
export function certificatesAt(nodes: readonly XmlNode[], ...path: string[]): Uint8Array[] {
  const texts = nodes.flatMap(node => children(node, 'list', ...path, 'DigitalId', 'X509Certificate')).map(textOf);
  return [...new Set(texts.map(text => text.replace(/[ \t\r\n]+/g, '')))].map(decode);
}

/** A DER SEQUENCE; it is parsed when it is used. */
function decode(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || bytes[0] !== 0x30) throw refusal('CERTIFICATE');
  return bytes;
}
