/** What a reader of XML stops at, found without one: elements that do not end where they have to, and bare ampersands. */
const AMPERSAND = 0x26;
const HASH = 0x23;
const SEMICOLON = 0x3b;
/** Longer names of entities are not checked, nor references at the end of a chunk, which may go on behind it. */
const LONGEST = 110;
/** Bytes of the names of entities, and of numbers of characters. */
const OF_NAME = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x80 || /[\w.:-]/.test(String.fromCharCode(byte))),
);

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
  const first = at + 1;
  const end = Math.min(chunk.length, at + LONGEST);
  let to = chunk[first] === HASH ? first + 1 : first;
  while (to < end && OF_NAME[chunk[to]!] === 1) to++;
  return to >= end || (to > first && chunk[to] === SEMICOLON);
}
