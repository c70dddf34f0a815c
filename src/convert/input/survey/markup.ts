/** Reads the start tags that the inspection passes on: text behind "<", in Latin-1, cut at 1 KB. */

const PATTERNS = new Map<string, RegExp>();

/** The value of an attribute with any prefix; null when it is absent. */
export function attribute(tag: string, name: string): string | null {
  let pattern = PATTERNS.get(name);
  if (!pattern) {
    pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    PATTERNS.set(name, pattern);
  }
  const found = pattern.exec(tag);
  return found && decoded(found[1] ?? found[2]!);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(value: string): string {
  const text = /[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value;
  return text.includes('&') ? text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!) : text;
}

/** Whether tags are inside of an element, by the depth of its start tag. */
export class Inside {
  #depth = Number.POSITIVE_INFINITY;

  enter(depth: number): void {
    this.#depth = Math.min(this.#depth, depth);
  }

  /** For a tag or text with this many elements around it. */
  holds(depth: number): boolean {
    if (depth <= this.#depth) this.#depth = Number.POSITIVE_INFINITY;
    return depth > this.#depth;
  }

  reset(): void {
    this.#depth = Number.POSITIVE_INFINITY;
  }
}
