/**
 * The data packet of an XFA form (XFA 3.3, "Datasets"): the values by the path of their element. A strict reader: what it does
 * not know is not judged.
 */
import { localName, PREDEFINED_ENTITIES } from '../../../system/xml.js';

export interface XfaData {
  /** The text of each element without elements, by its path, e.g. 'form1[0].Row[1].Amount[0]'. */
  readonly values: ReadonlyMap<string, string>;
  /** Paths of elements with elements. */
  readonly groups: ReadonlySet<string>;
  /** Everything else that may have a meaning: attributes, and what stands beside the data. */
  readonly others: string;
}

interface Open {
  readonly name: string;
  readonly path: string;
  /** Stated: an empty element can be either. */
  readonly node: 'dataGroup' | 'dataValue' | null;
  /** Elements of each name inside. */
  readonly counts: Map<string, number>;
  text: string;
  /** Something else than white space. */
  hasText: boolean;
}

const MAX_LENGTH = 4 << 20;
const MAX_DEPTH = 100;
/** Of all paths together: each repeats the names above it. */
const MAX_PATHS = 4 * MAX_LENGTH;

const TAG = /<(\/?)([^\s<>/="'&!?]+)((?:\s+[^\s<>/="'&]+\s*=\s*(?:"[^"<]*"|'[^'<]*')){0,50})\s*(\/?)>/;
const TEXT = /[^<&]+|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/i;
/** Another encoding would be read as another text. */
const DECLARATION = /^(?:<\?xml\s+version=["']1\.0["'](?:\s+encoding=["']utf-(?:8|16)["'])?\s*\?>)?\s*/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no control characters (2.2), and no "]]>" in texts (2.4)
const MALFORMED = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\]\]>/;

/** Null: too long, not well-formed, or with constructs that the packet does not need, such as comments. */
export function readXfaData(text: string): XfaData | null {
  if (text.length > MAX_LENGTH || MALFORMED.test(text)) return null;
  const declaration = DECLARATION.exec(text)![0];
  const reader = new Reader(declaration);
  const token = new RegExp(`${TAG.source}|${TEXT.source}`, 'iy');
  token.lastIndex = declaration.length;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found || !reader.read(found)) return null;
  }
  return reader.result();
}

class Reader {
  readonly #open: Open[] = [];
  readonly #values = new Map<string, string>();
  readonly #groups = new Set<string>();
  readonly #others: string[];
  #roots = 0;
  #data = 0;
  #lengthOfPaths = 0;

  constructor(declaration: string) {
    this.#others = [declaration];
  }

  /** False: not as expected. */
  read([token, end, name, attributes, selfClosing]: readonly (string | undefined)[]): boolean {
    if (name === undefined) return this.#addText(token!);
    if (!this.#isInData(end ? 1 : 0)) this.#others.push(token!);
    if (end) return attributes === '' && selfClosing === '' && this.#close(name);
    return this.#start(name, attributes ?? '') && (selfClosing === '' || this.#close(name));
  }

  result(): XfaData | null {
    const isComplete = this.#open.length === 0 && this.#roots === 1;
    return isComplete ? { values: this.#values, groups: this.#groups, others: this.#others.join('\n') } : null;
  }

  /** Whether an element at this distance above the innermost one is inside of the data. */
  #isInData(above: number): boolean {
    return this.#open.length - above >= 2 && localName(this.#open[1]!.name) === 'data';
  }

  #start(name: string, attributes: string): boolean {
    const parent = this.#open.at(-1);
    if (!parent && (localName(name) !== 'datasets' || ++this.#roots > 1)) return false;
    if (parent?.hasText) return false;
    if (this.#open.length === 1 && localName(name) === 'data' && ++this.#data > 1) return false;
    const isData = this.#isInData(0);
    const index = parent?.counts.get(name) ?? 0;
    parent?.counts.set(name, index + 1);
    const own = isData ? `${name}[${index}]` : '';
    const path = parent?.path && isData ? `${parent.path}.${own}` : own;
    this.#lengthOfPaths += path.length;
    if (this.#lengthOfPaths > MAX_PATHS) return false;
    const node = (NODE.exec(attributes)?.[2] ?? null) as Open['node'];
    const meaning = attributes.replace(NODE, '').trim();
    if (isData && meaning !== '') this.#others.push(`${path} ${meaning}`);
    return this.#open.push({ name, path, node, counts: new Map(), text: '', hasText: false }) <= MAX_DEPTH;
  }

  #close(name: string): boolean {
    const isData = this.#isInData(1);
    const closed = this.#open.pop();
    if (closed?.name !== name) return false;
    const { path, node, text, hasText, counts } = closed;
    const hasElements = counts.size > 0;
    if (hasText && (hasElements || node === 'dataGroup' || !isData)) return false;
    if (hasElements && node === 'dataValue') return false;
    if (isData && hasElements) this.#groups.add(path);
    if (isData && !hasElements) this.#values.set(node === 'dataGroup' ? emptyGroup(path) : path, text);
    return true;
  }

  #addText(token: string): boolean {
    const open = this.#open.at(-1);
    if (!open) return token.trim() === '';
    const text = token.startsWith('&') ? characterOf(token.slice(1, -1)) : token;
    open.text += text ?? '';
    open.hasText ||= text?.trim() !== '';
    return text !== null;
  }
}

const NODE = /\sxfa:dataNode\s*=\s*(["'])(dataGroup|dataValue)\1/;

/** It is no value, and stands under a path that no field has. */
const emptyGroup = (path: string): string => `${path}.`;

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

function characterOf(entity: string): string | null {
  if (!entity.startsWith('#')) return PREDEFINED_ENTITIES[entity] ?? null;
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
  return character === null || MALFORMED.test(character) || isSurrogate(code) ? null : character;
}
