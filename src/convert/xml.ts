/**
 * Reads XML with saxes: elements with their namespaces and their offsets in the text, so that a part can be edited in
 * place. No DTD is evaluated: a reference to any but the five predefined entities is an error (XML 1.0, 4.6).
 */
import { setImmediate } from 'node:timers/promises';
import { DocconvError } from '../errors.js';
import { type Limits, requireWithin } from './limits.js';

export interface XmlAttribute {
  /** Qualified name as written. */
  readonly name: string;
  readonly local: string;
  /** Namespace, '' for none. */
  readonly uri: string;
  readonly value: string;
}

export interface XmlElement {
  /** Qualified name as written. */
  readonly name: string;
  readonly local: string;
  /** Namespace, '' for none. */
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
  readonly parent: XmlElement | null;
  /** Offset of the start tag. */
  readonly start: number;
  /** Offsets of the content; both are `end` for an empty-element tag. */
  readonly contentStart: number;
  contentEnd: number;
  /** Offset behind the end tag. */
  end: number;
}

/** A decoded part of a document; `name` is for error messages. */
export interface XmlPart {
  readonly name: string;
  readonly text: string;
}

/** Characters that are parsed before other work gets its turn. */
const STEP = 1024 * 1024;

/** UTF-16 by its byte order mark, otherwise UTF-8 (XML 1.0, appendix F). */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/**
 * All elements with one of these local names, in document order. Throws CORRUPT_DOCUMENT when the part is not
 * well-formed, and LIMIT_EXCEEDED when its elements nest too deep.
 */
export async function readElements(
  part: XmlPart,
  localNames: readonly string[],
  limits: Limits,
): Promise<XmlElement[]> {
  const { name, text } = part;
  const parser = await createParser();
  const elements = new ElementCollector(text, localNames);
  parser.on('opentag', tag => {
    elements.open(tag, parser.position);
    requireWithin(limits, 'depth', elements.depth, name);
  });
  parser.on('closetag', tag => elements.close(tag, parser.position));
  try {
    for (let at = 0; at < text.length; at += STEP) {
      if (at > 0) await setImmediate();
      parser.write(text.slice(at, at + STEP));
    }
    parser.close();
  } catch (thrown) {
    if (thrown instanceof DocconvError) throw thrown;
    const message = `The document is damaged: ${JSON.stringify(name)} is not well-formed XML.`;
    throw new DocconvError('CORRUPT_DOCUMENT', message, { cause: thrown });
  }
  return elements.found;
}

export type Root = Pick<XmlElement, 'local' | 'uri' | 'attributes'>;

/** Root element of a text that may be cut off behind it; null where the text does not begin as XML. */
export async function readRoot(text: string): Promise<Root | null> {
  const parser = await createParser();
  let root: Root | null = null;
  parser.on('opentagstart', ({ name }) => {
    root ??= { local: localName(name), uri: '', attributes: [] }; // all that is sure of HTML
  });
  parser.on('opentag', ({ name, attributes }) => {
    const namespaces = new Namespaces();
    namespaces.enter(attributes);
    root = { local: localName(name), uri: namespaces.uriOf(name), attributes: namespaces.attributes(attributes) };
    throw new Error('the rest is not read');
  });
  try {
    parser.write(text.trimStart());
  } catch {
    // the end of the root's start tag, or the first error
  }
  return root;
}

/**
 * saxes is loaded here only: it takes 3 ms, which documents without XML to read save (text, images, RTF, Office 97).
 * Its own namespaces are not used: it looks for a prefix in every open element, so that 4 MB can take 4 s (measured).
 */
async function createParser() {
  const { default: saxes } = await import('saxes');
  return new saxes.SaxesParser({ xmlns: false, position: true });
}

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly isSelfClosing: boolean;
}

class ElementCollector {
  readonly found: XmlElement[] = [];
  depth = 0;
  #current: XmlElement | null = null;
  readonly #namespaces = new Namespaces();

  constructor(
    private readonly text: string,
    private readonly localNames: readonly string[],
  ) {}

  /** `end`: offset behind the start tag. */
  open({ name, attributes }: Tag, end: number): void {
    this.depth++;
    this.#namespaces.enter(attributes);
    const local = localName(name);
    const isWanted = this.localNames.includes(local);
    this.#current = {
      name,
      local,
      uri: this.#namespaces.uriOf(name),
      attributes: isWanted ? this.#namespaces.attributes(attributes) : [],
      parent: this.#current,
      start: this.#tagBefore(end),
      contentStart: end,
      contentEnd: end,
      end,
    };
    if (isWanted) this.found.push(this.#current);
  }

  close({ attributes, isSelfClosing }: Tag, end: number): void {
    this.depth--;
    this.#namespaces.leave(attributes);
    const closed = this.#current;
    if (!closed) return;
    closed.end = end;
    closed.contentEnd = isSelfClosing ? end : this.#tagBefore(end);
    this.#current = closed.parent;
  }

  /** No tag contains "<": saxes refuses it in attributes (XML 1.0, 3.1). */
  #tagBefore(end: number): number {
    return this.text.lastIndexOf('<', end - 1);
  }
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'xmlns';

/** The namespace declarations in scope, by prefix: a lookup takes the same time at any depth. */
class Namespaces {
  readonly #uris = new Map<string, string[]>([
    ['', ['']],
    ['xml', [XML_NAMESPACE]],
    [XMLNS, ['http://www.w3.org/2000/xmlns/']],
  ]);

  enter(attributes: Tag['attributes']): void {
    for (const name of Object.keys(attributes)) {
      const prefix = declaredPrefix(name);
      if (prefix === null) continue;
      const uris = this.#uris.get(prefix);
      if (uris) uris.push(attributes[name]!);
      else this.#uris.set(prefix, [attributes[name]!]);
    }
  }

  leave(attributes: Tag['attributes']): void {
    for (const name of Object.keys(attributes)) {
      const prefix = declaredPrefix(name);
      if (prefix !== null) this.#uris.get(prefix)?.pop();
    }
  }

  /** Throws for a prefix that is not declared. */
  uriOf(name: string): string {
    const uri = this.#uris.get(name.slice(0, Math.max(0, name.indexOf(':'))))?.at(-1);
    if (uri === undefined) throw new Error(`undeclared prefix: ${name}`);
    return uri;
  }

  /** An attribute without a prefix has no namespace (Namespaces in XML, 6.2). */
  attributes(attributes: Tag['attributes']): XmlAttribute[] {
    return Object.entries(attributes).map(([name, value]) => ({
      name,
      local: localName(name),
      uri: name.includes(':') ? this.uriOf(name) : '',
      value,
    }));
  }
}

function declaredPrefix(name: string): string | null {
  if (name === XMLNS) return '';
  return name.startsWith(`${XMLNS}:`) ? localName(name) : null;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Value of the attribute in this namespace; by default without one or in the element's own. */
export function attributeOf({ uri: own, attributes }: Root, local: string, uri?: string): string | undefined {
  const wanted = uri === undefined ? ['', own] : [uri];
  return attributes.find(attribute => attribute.local === local && wanted.includes(attribute.uri))?.value;
}
