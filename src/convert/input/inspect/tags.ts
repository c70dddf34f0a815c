/** Which start tags a document's counters look at: found by a hash of the name, without a string for each tag. */

import type { LimitName } from '../../limits.js';

/** Gets every start tag with one of these names. Prefixes are ignored: a document may declare any. */
export interface TagWatch {
  /** Local names in lower case; XML names that differ in case only count as well. Null for every element. */
  readonly names: readonly string[] | null;
  /** `text`: the tag behind "<", cut at 1 KB. `depth`: the elements around it. */
  tag(text: string, name: string, part: string | null, depth: number): void;
  /** Gets the name of every end tag, in lower case. */
  endTag?(name: string): void;
  /** Characters between tags, as they stand in the file; a long text comes in pieces. `depth`: the elements around it. */
  text?(bytes: Uint8Array, from: number, to: number, depth: number): void;
  /** After the last tag of a part. */
  end?(part: string | null): void;
}

const COLON = 0x3a;

/** The watches by the hash of their names, and the limit of all elements; null where other limits suffice. */
export class TagIndex {
  readonly #byName = new Map<number, [name: string, watch: TagWatch][]>();
  readonly #ofEvery: readonly TagWatch[];
  readonly #ofTexts: readonly TagWatch[];
  readonly #ofEndTags: readonly TagWatch[];

  constructor(
    readonly all: readonly TagWatch[],
    readonly elementLimit: LimitName | null,
  ) {
    this.#ofEvery = all.filter(({ names }) => names === null);
    this.#ofTexts = all.filter(({ text }) => text);
    this.#ofEndTags = all.filter(({ endTag }) => endTag);
    for (const watch of all) {
      for (const name of watch.names ?? []) {
        const hash = localHash(Buffer.from(name), 0, name.length);
        this.#byName.set(hash, [...(this.#byName.get(hash) ?? []), [name, watch]]);
      }
    }
  }

  visitText(bytes: Uint8Array, from: number, to: number, depth: number): void {
    for (const watch of this.#ofTexts) watch.text!(bytes, from, to, depth);
  }

  /** Calls the watches of end tags; the name is behind the "/" in `kept`. */
  visitEnd(kept: Buffer, nameEnd: number): void {
    if (this.#ofEndTags.length === 0) return;
    const name = kept.toString('latin1', 1, nameEnd).toLowerCase();
    for (const watch of this.#ofEndTags) watch.endTag!(name);
  }

  /** Calls the watches of the start tag in `kept`. */
  visit(kept: Buffer, nameEnd: number, end: number, part: string | null, depth: number): void {
    const named = this.#byName.get(localHash(kept, 0, nameEnd));
    if (!named && this.#ofEvery.length === 0) return;
    const text = kept.toString('latin1', 0, end);
    const local = text.slice(text.lastIndexOf(':', nameEnd - 1) + 1, nameEnd).toLowerCase();
    for (const watch of this.#ofEvery) watch.tag(text, local, part, depth);
    for (const [name, watch] of named ?? []) if (name === local) watch.tag(text, local, part, depth);
  }
}

/** Hashes of names, for a test without a string. */
export const hashesOf = (names: readonly string[]): ReadonlySet<number> =>
  new Set(names.map(name => localHash(Buffer.from(name), 0, name.length)));

/** Hash of the name behind its prefix, the same for upper and lower case. */
export function localHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    hash = byte === COLON ? 0 : (Math.imul(hash, 31) + (byte | 0x20)) | 0;
  }
  return hash;
}
