/** Which start tags a document's counters look at: found by a hash of the name, without a string for each tag. */

/** Gets every start tag with one of these names. Prefixes are ignored: a document may declare any. */
export interface TagWatch {
  /** Local names in lower case; XML names that differ in case only count as well. */
  readonly names: readonly string[];
  /** `text`: the tag behind "<", cut at 1 KB. `depth`: the elements around it. */
  tag(text: string, name: string, part: string | null, depth: number): void;
  /** After the last tag of a part. */
  end?(part: string | null): void;
}

const COLON = 0x3a;

/** The watches by the hash of their names. */
export class TagIndex {
  readonly #watches = new Map<number, [name: string, watch: TagWatch][]>();

  constructor(readonly all: readonly TagWatch[]) {
    for (const watch of all) {
      for (const name of watch.names) {
        const hash = localHash(Buffer.from(name), 0, name.length);
        this.#watches.set(hash, [...(this.#watches.get(hash) ?? []), [name, watch]]);
      }
    }
  }

  /** Calls the watches of the start tag in `kept`. */
  visit(kept: Buffer, nameEnd: number, end: number, part: string | null, depth: number): void {
    const found = this.#watches.get(localHash(kept, 0, nameEnd));
    if (!found) return;
    const text = kept.toString('latin1', 0, end);
    const local = text.slice(text.lastIndexOf(':', nameEnd - 1) + 1, nameEnd).toLowerCase();
    for (const [name, watch] of found) if (name === local) watch.tag(text, local, part, depth);
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
