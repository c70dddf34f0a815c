/** Canonical forms of whole documents and of elements in them, by the code that verifies lists. */
import { readEvents, type XmlHandler, type XmlStartTag } from '../../../src/system/xml-events.js';
import { type Canonicalization, Canonicalizer, canonicalize } from '../../../src/trust/lists/signature/canonical.js';
import type { XmlNode } from '../../../src/trust/lists/tree.js';

/** As the stream of a list is canonicalised. */
export async function canonicalDocument(xml: string, method: Canonicalization): Promise<string> {
  let output = '';
  let depth = 0;
  const canonicalizer = new Canonicalizer(method, text => {
    output += text;
  });
  await readEvents(Buffer.from(xml), {
    open: tag => {
      depth++;
      canonicalizer.open(tag);
    },
    close: () => {
      depth--;
      canonicalizer.close();
    },
    text: text => {
      if (depth > 0) canonicalizer.text(text);
    },
    comment: () => {},
    instruction: () => {},
  });
  return output;
}

/** As the parts of a signature are canonicalised: the first element of this name, with its ancestors. */
export async function canonicalElement(xml: string, name: string, method: Canonicalization): Promise<string> {
  const found = new Finder(name);
  await readEvents(Buffer.from(xml), found);
  return canonicalize(found.node!, found.ancestors, method);
}

class Finder implements XmlHandler {
  node: XmlNode | null = null;
  ancestors: XmlStartTag[] = [];
  readonly #open: XmlNode[] = [];

  constructor(readonly name: string) {}

  open(tag: XmlStartTag): void {
    const node: XmlNode = { tag, content: [], hasComment: false };
    this.#open.at(-1)?.content.push(node);
    if (tag.name === this.name && !this.node) {
      this.node = node;
      this.ancestors = this.#open.map(one => one.tag);
    }
    this.#open.push(node);
  }

  close(): void {
    this.#open.pop();
  }

  text(text: string): void {
    this.#open.at(-1)?.content.push(text);
  }

  comment(): void {}
  instruction(): void {}
}
