/**
 * The data packet of an XFA form (XFA 3.3, "Datasets"): the values by the path of their element. A strict reader: what it does
 * not know is not judged.
 */

export interface XfaData {
  /** The text of each element without elements, by its path, e.g. 'form1[0].Row[1].Amount[0]'. */
  readonly values: ReadonlyMap<string, string>;
  /** Everything else that may have a meaning: attributes, and what stands beside the data. */
  readonly others: string;
}

interface Open {
  readonly name: string;
  readonly path: string;
  /** Elements of each name inside. */
  readonly counts: Map<string, number>;
  text: string;
}

const MAX_LENGTH = 4 << 20;
const MAX_DEPTH = 100;

const TAG = /<(\/?)([^\s<>/="'&!?]+)((?:\s+[^\s<>/="'&]+\s*=\s*(?:"[^"<]*"|'[^'<]*')){0,50})\s*(\/?)>/;
const TEXT = /[^<&]+|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/i;
const DECLARATION = /^\uFEFF?(?:<\?xml\s[^<>]*\?>)?\s*/;

/** Null: too long, not well-formed, or with constructs that the packet does not need, such as comments. */
export function readXfaData(text: string): XfaData | null {
  if (text.length > MAX_LENGTH) return null;
  const reader = new Reader();
  const token = new RegExp(`${TAG.source}|${TEXT.source}`, 'iy');
  token.lastIndex = DECLARATION.exec(text)![0].length;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found || !reader.read(found)) return null;
  }
  return reader.result();
}

class Reader {
  readonly #open: Open[] = [];
  readonly #values = new Map<string, string>();
  readonly #others: string[] = [];
  #roots = 0;

  /** False: not as expected. */
  read([token, end, name, attributes, selfClosing]: readonly (string | undefined)[]): boolean {
    if (name === undefined) return this.#addText(token!);
    if (!this.#isInData(end ? 1 : 0)) this.#others.push(token!);
    if (end) return attributes === '' && selfClosing === '' && this.#close(name);
    return this.#start(name, attributes ?? '') && (selfClosing === '' || this.#close(name));
  }

  result(): XfaData | null {
    const isComplete = this.#open.length === 0 && this.#roots === 1;
    return isComplete ? { values: this.#values, others: this.#others.join('\n') } : null;
  }

  /** Whether an element at this distance above the innermost one is inside of the data. */
  #isInData(above: number): boolean {
    return this.#open.length - above >= 2 && localName(this.#open[1]!.name) === 'data';
  }

  #start(name: string, attributes: string): boolean {
    const parent = this.#open.at(-1);
    if (!parent && (localName(name) !== 'datasets' || ++this.#roots > 1)) return false;
    if (parent && parent.text.trim() !== '') return false;
    const isData = this.#isInData(0);
    const index = parent?.counts.get(name) ?? 0;
    parent?.counts.set(name, index + 1);
    const own = isData ? `${name}[${index}]` : '';
    const path = parent?.path && isData ? `${parent.path}.${own}` : own;
    const meaning = attributes.replace(WITHOUT_MEANING, '').trim();
    if (isData && meaning !== '') this.#others.push(`${path} ${meaning}`);
    return this.#open.push({ name, path, counts: new Map(), text: '' }) <= MAX_DEPTH;
  }

  #close(name: string): boolean {
    const isData = this.#isInData(1);
    const closed = this.#open.pop();
    if (closed?.name !== name) return false;
    const hasElements = closed.counts.size > 0;
    if (hasElements && closed.text.trim() !== '') return false;
    if (isData && !hasElements) this.#values.set(closed.path, closed.text);
    return isData || closed.text.trim() === '';
  }

  #addText(token: string): boolean {
    const open = this.#open.at(-1);
    if (!open) return token.trim() === '';
    const text = token.startsWith('&') ? characterOf(token.slice(1, -1)) : token;
    open.text += text ?? '';
    return text !== null;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Whether an empty element is a group or a value. */
const WITHOUT_MEANING = /\sxfa:dataNode\s*=\s*(?:"[^"]*"|'[^']*')/g;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function characterOf(entity: string): string | null {
  if (!entity.startsWith('#')) return ENTITIES[entity] ?? null;
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}
