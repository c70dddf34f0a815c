/**
 * XML as a stream of events, for what must see every part of a document in its order, e.g. the canonical form of a signed
 * one. Stricter than readElements(): UTF-8 and XML 1.0 only, no DOCTYPE, and names as Namespaces in XML 1.0 requires.
 */
import { setImmediate } from 'node:timers/promises';
import { createParser, declaredPrefix, Namespaces, type XmlAttribute, type XmlTag } from './xml.js';

export interface XmlStartTag extends XmlTag {
  /** '' for none. */
  readonly prefix: string;
  /** Without the namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  /** The namespace declarations of this tag: prefix ('' for the default namespace) and URI. */
  readonly declarations: readonly (readonly [prefix: string, uri: string])[];
}

/** An event that throws ends the reading, and readEvents() rejects with what it threw. */
export interface XmlHandler {
  open(tag: XmlStartTag): void;
  close(): void;
  /** With references replaced and line ends normalised. One run of characters may come as several events. */
  text(text: string): void;
  comment(): void;
  /** A processing instruction. */
  instruction(): void;
}

/** Why readEvents() refuses a document. */
export class XmlRefusal extends Error {
  constructor(
    readonly reason: 'complexity' | 'doctype' | 'encoding' | 'namespaces' | 'syntax',
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}

/** Bytes that are parsed before the event loop runs other work. */
const STEP = 256 * 1024;

/** Rejects with XmlRefusal, or with what an event threw. */
export async function readEvents(bytes: Uint8Array, handler: XmlHandler): Promise<void> {
  const parser = await createParser({ position: false });
  const thrown = forward(parser, handler);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += STEP) {
      if (at > 0) await setImmediate();
      parser.write(decode(decoder, bytes.subarray(at, at + STEP), true));
    }
    parser.write(decode(decoder, undefined, false));
    parser.close();
  } catch (cause) {
    if (cause === thrown.error || cause instanceof XmlRefusal) throw cause;
    throw new XmlRefusal('syntax', (cause as Error).message.replace(/\.$/gm, ''), { cause }); // a part of sentences
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array | undefined, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new XmlRefusal('encoding', 'the bytes are not UTF-8');
  }
}

/** Passes the parser's events to the handler. `error`: what the handler threw. */
function forward(parser: Awaited<ReturnType<typeof createParser>>, handler: XmlHandler): { error: unknown } {
  const thrown: { error: unknown } = { error: null };
  const guard = (event: () => void) => {
    try {
      event();
    } catch (error) {
      thrown.error = error;
      throw error;
    }
  };
  const namespaces = new Namespaces();
  const names = new Names();
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== '1.0') throw new XmlRefusal('encoding', `XML ${version}`);
    if (encoding && !/^utf-8$/i.test(encoding)) throw new XmlRefusal('encoding', `the encoding ${encoding}`);
  });
  parser.on('doctype', () => {
    throw new XmlRefusal('doctype', 'a DOCTYPE');
  });
  let count = 0;
  parser.on('opentagstart', () => {
    count = 0;
  });
  parser.on('attribute', () => {
    if (++count > MAX_ATTRIBUTES) throw new XmlRefusal('complexity', `more than ${MAX_ATTRIBUTES} attributes`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    namespaces.enter(attributes);
    const tag = startTag(name, attributes, namespaces, names);
    guard(() => handler.open(tag));
  });
  parser.on('closetag', ({ attributes }) => {
    namespaces.leave(attributes);
    guard(() => handler.close());
  });
  parser.on('text', text => guard(() => handler.text(text)));
  parser.on('cdata', text => guard(() => handler.text(text)));
  parser.on('comment', () => guard(() => handler.comment()));
  parser.on('processinginstruction', () => guard(() => handler.instruction()));
  return thrown;
}

function startTag(
  name: string,
  values: Readonly<Record<string, string>>,
  namespaces: Namespaces,
  names: Names,
): XmlStartTag {
  const declarations: [string, string][] = [];
  const attributes: XmlAttribute[] = [];
  for (const attribute in values) {
    const value = values[attribute]!;
    const declared = declaredPrefix(attribute);
    if (declared !== null) declarations.push(declaration(declared, value));
    else attributes.push({ name: attribute, ...expanded(attribute, namespaces, names), value });
  }
  if (attributes.length > 1) requireDifferent(attributes);
  const { prefix, local } = names.split(name);
  return { name, prefix, local, uri: uriOf(name, namespaces), attributes, declarations };
}

/** An attribute without a prefix has no namespace (Namespaces in XML, 6.2). */
function expanded(name: string, namespaces: Namespaces, names: Names): { local: string; uri: string } {
  const { prefix, local } = names.split(name);
  return { local, uri: prefix === '' ? '' : uriOf(name, namespaces) };
}

function uriOf(name: string, namespaces: Namespaces): string {
  try {
    return namespaces.uriOf(name);
  } catch (error) {
    throw new XmlRefusal('namespaces', (error as Error).message);
  }
}

/** Namespaces in XML 1.0, 3 and 5: no prefix is undeclared, and the two reserved ones are not declared. */
function declaration(prefix: string, uri: string): [string, string] {
  const isReserved =
    prefix === 'xml' || prefix === 'xmlns' || /^http:\/\/www\.w3\.org\/(XML\/1998\/namespace|2000\/xmlns\/)$/.test(uri);
  if (isReserved || (prefix !== '' && uri === '')) throw new XmlRefusal('namespaces', `the declaration of ${prefix}`);
  return [prefix, uri];
}

/** Namespaces in XML, 6.3: also with different prefixes. */
function requireDifferent(attributes: readonly XmlAttribute[]): void {
  const names = new Set(attributes.map(({ uri, local }) => `${uri} ${local}`));
  if (names.size < attributes.length) throw new XmlRefusal('namespaces', 'an attribute occurs twice');
}

/** Of one element, namespace declarations included. */
const MAX_ATTRIBUTES = 200;

/** Different names of elements and attributes. */
const MAX_NAMES = 2000;

class Names {
  readonly #known = new Map<string, { prefix: string; local: string }>();

  /** Each name is split once. Throws XmlRefusal when it is not a name with at most one prefix (Namespaces in XML, 4). */
  split(name: string): { prefix: string; local: string } {
    const known = this.#known.get(name);
    if (known) return known;
    const parts = name.split(':');
    if (parts.length > 2 || parts.includes('')) throw new XmlRefusal('namespaces', `the name ${name}`);
    const split = { prefix: parts.length === 2 ? parts[0]! : '', local: parts.at(-1)! };
    if (this.#known.size >= MAX_NAMES) throw new XmlRefusal('complexity', `more than ${MAX_NAMES} names`);
    this.#known.set(name, split);
    return split;
  }
}
