/** What a reader of XML stops at, found without one: elements that do not end where they have to, and bare ampersands. */
import { asBuffer } from '../../../system/bytes.js';

const AMPERSAND = 0x26;
const REFERENCE = /^&(?:#\d{1,8}|#x[\da-f]{1,8}|[a-z_][\w.-]{0,99});/i;
/** Longer names of entities are not checked, nor references at the end of a chunk, which may go on behind it. */
const LONGEST = 110;

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
    if (isEnd) this.#isBroken ||= this.#open.pop() !== name;
    else if (!isEmpty) this.#open.push(name);
  }

  /** Text between tags, or in one. Each chunk is searched once. */
  text(chunk: Uint8Array, from: number, to: number): void {
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
  const text = asBuffer(chunk.subarray(at, at + LONGEST)).toString('latin1');
  return REFERENCE.test(text) || (at + LONGEST > chunk.length && /^&#?[\w.-]*$/.test(text));
}
