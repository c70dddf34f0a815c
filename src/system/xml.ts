/**
 * Reads XML with saxes: elements with their namespaces and their offsets in the text, so that a text can be edited in
 * place. No DTD is evaluated: a reference to any but the five predefined entities is an error (XML 1.0, 4.6).
 */
import { setImmediate } from 'node:timers/promises';

interface XmlName {
  /** Qualified name as written. */
  readonly name: string;
  readonly local: string;
  /** Namespace, '' for none. */
  readonly uri: string;
}

/** The entities that need no declaration (XML 1.0, 4.6). */
export const PREDEFINED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** With the characters for references to them and for the predefined entities; others stay. */
export function withoutEntities(text: string): string {
  return text.includes('&') ? text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([\da-fA-F]+));/g, referred) : text;
}

function referred(reference: string, name?: string, decimal?: string, hexadecimal?: string): string {
  if (name !== undefined) return PREDEFINED_ENTITIES[name]!;
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
}

/** The namespaces that a text declares, each with its prefix (Namespaces in XML 1.0, 3). Reads no CDATA or comment as such. */
export function* declaredNamespaces(text: string): Iterable<readonly [prefix: string, uri: string]> {
  for (const [, prefix, uri] of text.matchAll(/\sxmlns:([^\s=]+)\s*=\s*["']([^"']*)["']/g)) yield [prefix!, uri!];
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

export interface XmlTag extends XmlName {
  readonly attributes: readonly XmlAttribute[];
}

export interface XmlElement extends XmlTag {
  readonly parent: XmlElement | null;
  /** Character data without that of the child elements. */
  text: string;
  /** Offset of the start tag. */
  readonly start: number;
  /** Offsets of the content; both are `end` for an empty-element tag. */
  readonly contentStart: number;
  contentEnd: number;
  /** Offset behind the end tag. */
  end: number;
}

/** The elements of a text nest deeper than allowed. */
export class XmlDepthError extends Error {
  constructor(readonly depth: number) {
    super(`elements nest ${depth} levels deep`);
  }
}

/** More elements were found than allowed. */
export class XmlCountError extends Error {
  constructor(readonly max: number) {
    super(`more than ${max} elements of interest`);
  }
}

/** Characters that are parsed before the event loop runs other work. */
const STEP = 1024 * 1024;

/** UTF-16 by its byte order mark or by the zero byte beside the first "<", otherwise UTF-8 (XML 1.0, appendix F). */
export function decodeXml(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first === LESS_THAN && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === LESS_THAN);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

const LESS_THAN = 0x3c;

/**
 * All elements with one of these local names, in document order. Ancestors with other names have no `attributes`.
 * Rejects with XmlDepthError, XmlCountError, or another error when the text is not well-formed.
 */
export async function readElements(
  text: string,
  localNames: readonly string[],
  maxDepth: number,
  maxCount = Number.POSITIVE_INFINITY,
): Promise<XmlElement[]> {
  const parser = await createParser();
  const namespaces = new Namespaces();
  const found: XmlElement[] = [];
  let depth = 0;
  let current: XmlElement | null = null;
  const addText = (piece: string) => {
    if (current) current.text += piece;
  };
  // no tag contains "<": saxes refuses it in attributes (XML 1.0, 3.1)
  const tagStart = () => text.lastIndexOf('<', parser.position - 1);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) throw new XmlDepthError(depth);
    namespaces.enter(attributes);
    const local = localName(name);
    const isWanted = localNames.includes(local);
    const end = parser.position;
    // one literal: with a spread of another object the whole takes ten times as long (measured)
    current = {
      name,
      local,
      uri: namespaces.uriOf(name),
      attributes: isWanted ? namespaces.resolve(attributes) : [],
      parent: current,
      text: '',
      start: tagStart(),
      contentStart: end,
      contentEnd: end,
      end,
    };
    if (isWanted && found.push(current) > maxCount) throw new XmlCountError(maxCount);
  });
  parser.on('closetag', ({ attributes, isSelfClosing }) => {
    depth--;
    namespaces.leave(attributes);
    if (!current) return;
    current.end = parser.position;
    current.contentEnd = isSelfClosing ? current.end : tagStart();
    current = current.parent;
  });
  for (let at = 0; at < text.length; at += STEP) {
    if (at > 0) await setImmediate();
    parser.write(text.slice(at, at + STEP));
  }
  parser.close();
  return found;
}

/** Start tag of the root element of a text that may be cut off behind it; null where it does not begin as XML. */
export async function readRoot(text: string): Promise<XmlTag | null> {
  const parser = await createParser();
  let root: XmlTag | null = null;
  parser.on('opentagstart', ({ name }) => {
    root ??= { name, local: localName(name), uri: '', attributes: [] }; // all that is sure of HTML
  });
  parser.on('opentag', ({ name, attributes }) => {
    const namespaces = new Namespaces();
    namespaces.enter(attributes);
    root = { name, local: localName(name), uri: namespaces.uriOf(name), attributes: namespaces.resolve(attributes) };
    throw new Error('the rest is not read');
  });
  try {
    parser.write(text.trimStart());
  } catch {
    // the end of the root's start tag, or the first error
  }
  return root;
}

/** Value of the attribute in this namespace; by default without one or in the element's own. */
export function attributeOf({ uri: own, attributes }: XmlTag, local: string, uri?: string): string | undefined {
  const wanted = uri === undefined ? ['', own] : [uri];
  return attributes.find(attribute => attribute.local === local && wanted.includes(attribute.uri))?.value;
}

/**
 * saxes is loaded when it is needed: it takes 3 ms, which files without XML save (text, images, RTF, most PDFs).
 * Its own namespaces are not used: it looks for a prefix in every open element, so that 4 MB can take 4 s (measured).
 */
export async function createParser({ position }: { position: boolean } = { position: true }) {
  const { default: saxes } = await import('saxes');
  return new saxes.SaxesParser({ xmlns: false, position });
}

/** Attribute values by qualified name. */
type Attributes = Readonly<Record<string, string>>;

/** The namespace declarations in scope, by prefix: a lookup takes the same time at any depth. */
export class Namespaces {
  readonly #uris = new Map<string, string[]>([
    ['', ['']],
    ['xml', ['http://www.w3.org/XML/1998/namespace']],
    ['xmlns', ['http://www.w3.org/2000/xmlns/']],
  ]);

  enter(attributes: Attributes): void {
    for (const name in attributes) {
      const prefix = declaredPrefix(name);
      if (prefix === null) continue;
      const uris = this.#uris.get(prefix);
      if (uris) uris.push(attributes[name]!);
      else this.#uris.set(prefix, [attributes[name]!]);
    }
  }

  leave(attributes: Attributes): void {
    for (const name in attributes) {
      const prefix = declaredPrefix(name);
      if (prefix !== null) this.#uris.get(prefix)?.pop();
    }
  }

  /** Namespace of an element. Throws for an undeclared prefix. */
  uriOf(name: string): string {
    const uri = this.#uris.get(name.slice(0, Math.max(0, name.indexOf(':'))))?.at(-1);
    if (uri === undefined) throw new Error(`undeclared prefix: ${name}`);
    return uri;
  }

  /** An attribute without a prefix has no namespace (Namespaces in XML, 6.2). Throws for an undeclared prefix. */
  resolve(attributes: Attributes): XmlAttribute[] {
    return Object.entries(attributes).map(([name, value]) => ({
      name,
      local: localName(name),
      uri: name.includes(':') ? this.uriOf(name) : '',
      value,
    }));
  }
}

/** The prefix that an attribute declares, '' for the default namespace; null for other attributes. */
export function declaredPrefix(name: string): string | null {
  if (name === 'xmlns') return '';
  return name.startsWith('xmlns:') ? localName(name) : null;
}

/** Without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
