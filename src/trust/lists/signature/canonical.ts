/**
 * The canonical form of XML that a signature covers: Exclusive XML Canonicalization 1.0 and Canonical XML 1.0, both without
 * comments. Namespaces of names are resolved before, and there is no DTD.
 */

import type { XmlAttribute } from '../../../system/xml.js';
import type { XmlStartTag } from '../../../system/xml-events.js';
import type { XmlNode } from '../tree.js';
import { NAMESPACE } from '../tree.js';

export type Canonicalization = 'exclusive' | 'inclusive';

/** Writes an element and its content. For the inclusive form, its start tag must have what is inherited: see inherit(). */
export class Canonicalizer {
  /** The namespaces that the output has in scope, by prefix. */
  readonly #rendered = new Map<string, string>([['', '']]);
  readonly #open: { readonly name: string; readonly replaced: readonly Replaced[] }[] = [];

  constructor(
    private readonly method: Canonicalization,
    private readonly write: (text: string) => void,
  ) {}

  open(tag: XmlStartTag): void {
    const { replaced, declarations } = this.#declare(this.method === 'exclusive' ? used(tag) : tag.declarations);
    this.#open.push({ name: tag.name, replaced });
    const attributes = tag.attributes.length > 1 ? tag.attributes.toSorted(byNamespace) : tag.attributes;
    const values = attributes.map(({ name, value }) => ` ${name}="${escapeValue(value)}"`);
    this.write(`<${tag.name}${declarations}${values.join('')}>`);
  }

  close(): void {
    const { name, replaced } = this.#open.pop()!;
    for (const [prefix, uri] of replaced) {
      if (uri === undefined) this.#rendered.delete(prefix);
      else this.#rendered.set(prefix, uri);
    }
    this.write(`</${name}>`);
  }

  text(text: string): void {
    this.write(IN_TEXT.test(text) ? text.replaceAll(ALL_IN_TEXT, character => REFERENCES[character]!) : text);
  }

  /** The namespaces that are not in scope of the output yet, ordered by prefix (Canonical XML, 2.2). */
  #declare(namespaces: readonly Declaration[]): { replaced: Replaced[]; declarations: string } {
    const replaced: Replaced[] = [];
    const added: Declaration[] = [];
    for (const [prefix, uri] of namespaces) {
      const before = this.#rendered.get(prefix);
      if (before === uri) continue;
      replaced.push([prefix, before]);
      added.push([prefix, uri]);
      this.#rendered.set(prefix, uri);
    }
    if (added.length > 1) added.sort(([a], [b]) => compare(a, b));
    const written = added.map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${escapeValue(uri)}"`);
    return { replaced, declarations: written.join('') };
  }
}

type Declaration = readonly [prefix: string, uri: string];
/** What a prefix meant before. */
type Replaced = readonly [prefix: string, uri: string | undefined];

/** The namespaces that an element uses visibly, by its name and those of its attributes (Exclusive C14N, 1.1). */
function used({ prefix, uri, attributes }: XmlStartTag): readonly Declaration[] {
  const found: Declaration[] = [[prefix, uri]];
  for (const { name, local, uri } of attributes)
    if (uri !== '' && uri !== XML) found.push([name.slice(0, name.length - local.length - 1), uri]);
  return prefix === 'xml' ? found.slice(1) : found;
}

/** The prefix xml is never declared. */
const { xml: XML } = NAMESPACE;

function byNamespace(a: XmlAttribute, b: XmlAttribute): number {
  return compare(a.uri, b.uri) || compare(a.local, b.local);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const IN_TEXT = /[&<>\r]/;
const ALL_IN_TEXT = /[&<>\r]/g;
const IN_VALUE = /[&<"\t\n\r]/;
const ALL_IN_VALUE = /[&<"\t\n\r]/g;
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeValue(value: string): string {
  return IN_VALUE.test(value) ? value.replaceAll(ALL_IN_VALUE, character => REFERENCES[character]!) : value;
}

/** The canonical form of an element within a document. `ancestors`: outermost first. */
export function canonicalize(node: XmlNode, ancestors: readonly XmlStartTag[], method: Canonicalization): string {
  const pieces: string[] = [];
  const canonicalizer = new Canonicalizer(method, text => pieces.push(text));
  const replay = ({ content }: XmlNode, tag: XmlStartTag) => {
    canonicalizer.open(tag);
    for (const part of content) {
      if (typeof part === 'string') canonicalizer.text(part);
      else replay(part, part.tag);
    }
    canonicalizer.close();
  };
  replay(node, method === 'inclusive' ? inherit(node.tag, ancestors) : node.tag);
  return pieces.join('');
}

/** The first element of the inclusive form has all namespaces in scope and the inherited xml: attributes (2.4). */
function inherit(tag: XmlStartTag, ancestors: readonly XmlStartTag[]): XmlStartTag {
  const line = [...ancestors, tag];
  const inherited = ancestors.flatMap(({ attributes }) => attributes.filter(({ uri }) => uri === XML));
  const byName = new Map([...inherited, ...tag.attributes].map(attribute => [attribute.name, attribute]));
  return {
    ...tag,
    declarations: [...new Map(line.flatMap(({ declarations }) => declarations))],
    attributes: [...byName.values()],
  };
}
