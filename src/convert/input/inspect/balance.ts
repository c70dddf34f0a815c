/** What a reader of XML stops at, found without one: elements that do not end where they have to, and what is no reference. */
import { asBuffer } from '../../../system/bytes.js';

const AMPERSAND = 0x26;
/** Longer ones are not checked, nor references at the end of a chunk, which may go on behind it. */
const LONGEST = 20;
/** In the parts of a package LibreOffice stops at other entities, also where the part declares them. */
const REFERENCE = /^&(?:amp;|lt;|gt;|quot;|apos;|#\d+(?:;|$)|#x[\dA-Fa-f]+(?:;|$))/;

export class Balance {
  #isBroken = false;
  #open: number[] = [];
  #chunk: Uint8Array | null = null;
  /** Of the next ampersand in the chunk. */
  #next = -1;

  start(): void {
    this.#isBroken = false;
    this.#open = [];
    this.#chunk = null;
  }

  get isDamaged(): boolean {
    return this.#isBroken || this.#open.length > 0;
  }

  /** `name`: the hash of the name. */
  tag(name: number, isEnd: boolean, isEmpty: boolean): void {
    if (this.#isBroken) return;
    if (isEnd) this.#isBroken ||= this.#open.pop() !== name;
    else if (!isEmpty) this.#open.push(name);
  }

  /** Text between tags, or in one. Each chunk is searched once. */
  text(chunk: Uint8Array, from: number, to: number): void {
    if (this.#isBroken) return;
    if (chunk !== this.#chunk) {
      this.#chunk = chunk;
      this.#next = 0;
    }
    while (this.#next >= 0 && this.#next < to) {
      this.#next = chunk.indexOf(AMPERSAND, Math.max(this.#next, from));
      if (this.#next < 0 || this.#next >= to) return;
      this.#isBroken ||= !isReference(chunk, this.#next);
      this.#next++;
    }
  }
}

function isReference(chunk: Uint8Array, at: number): boolean {
  const end = at + LONGEST;
  return end > chunk.length || REFERENCE.test(asBuffer(chunk).toString('latin1', at, end));
}
