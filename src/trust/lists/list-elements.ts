/** Cuts a list into parts small enough to be kept as trees: one service, one pointer, one field of the scheme. */
import type { XmlHandler, XmlStartTag } from '../../system/xml-events.js';
import { refusal } from './refusal.js';
import { NAMESPACE, type XmlNode } from './tree.js';

/** What is not a part but consists of parts: its children are the parts, or are containers themselves. */
const CONTAINERS: Readonly<Record<string, readonly string[]>> = {
  TrustServiceStatusList: ['SchemeInformation', 'TrustServiceProviderList'],
  SchemeInformation: ['PointersToOtherTSL'],
  PointersToOtherTSL: [],
  TrustServiceProviderList: ['TrustServiceProvider'],
  TrustServiceProvider: ['TSPServices'],
  TSPServices: [],
};

const ROOT = 'TrustServiceStatusList';

export interface ListElementReader {
  /** A container begins. */
  enter(container: string): void;
  part(container: string, part: XmlNode): void;
}

/** Elements of one part: the largest service of a real list has 1,100. */
const MAX_ELEMENTS = 20_000;

export class ListElements implements XmlHandler {
  readonly #containers: string[] = [];
  /** The open elements of the current part. */
  readonly #open: XmlNode[] = [];
  #elements = 0;

  constructor(private readonly reader: ListElementReader) {}

  open(tag: XmlStartTag): void {
    const parent = this.#open.at(-1);
    if (!parent && this.#isContainer(tag)) {
      this.#containers.push(tag.local);
      this.reader.enter(tag.local);
      return;
    }
    if (!parent && this.#containers.length === 0) throw refusal('NOT_A_LIST', tag.name);
    if (!parent) this.#elements = 0;
    if (++this.#elements > MAX_ELEMENTS) throw refusal('TOO_COMPLEX', this.#open[0]?.tag.local);
    const node: XmlNode = { tag, content: [], hasComment: false };
    parent?.content.push(node);
    this.#open.push(node);
  }

  close(): void {
    const node = this.#open.pop();
    if (!node) this.#containers.pop();
    else if (this.#open.length === 0) this.reader.part(this.#containers.at(-1)!, node);
  }

  text(text: string): void {
    this.#open.at(-1)?.content.push(text);
  }

  comment(): void {
    const node = this.#open.at(-1);
    if (node) node.hasComment = true;
  }

  /** Refused before. */
  instruction(): void {}

  #isContainer({ local, uri }: XmlStartTag): boolean {
    const parent = this.#containers.at(-1);
    return uri === NAMESPACE.list && (parent ? CONTAINERS[parent]!.includes(local) : local === ROOT);
  }
}
