/** Names and numbers that programs read differently, as written, each with its place in the object. */
const MAX = 100;
/** Characters of a key on the way to one, and of what is compared as written: beyond, they are too many. */
const MAX_KEY = 200;
const MAX_TEXT = 100_000;
const NONE: readonly string[] = [];

export class Ambiguities {
  readonly #found: string[] = [];

  get size(): number {
    return this.#found.length;
  }

  get list(): readonly string[] {
    return this.size === 0 ? NONE : this.#found;
  }

  add(written: string): void {
    if (written.length > MAX_TEXT) this.#giveUp();
    else if (this.size < MAX) this.#found.push(written);
  }

  /** Those from the index `first` on are in this entry or item. */
  place(first: number, place: string | number): void {
    if (String(place).length > MAX_KEY) this.#giveUp();
    for (let i = first; i < this.size; i++) this.#found[i] = `/${place}${this.#found[i]}`;
  }

  /** Where programs end a name early they also read differently what follows: the whole dictionary or array counts. */
  replace(first: number, written: string): void {
    this.#found.length = first;
    this.add(written);
  }

  #giveUp(): void {
    while (this.size < MAX) this.#found.push('');
  }
}

/** Whether these are all that the object has. */
export const areComplete = (ambiguities: readonly string[]): boolean => ambiguities.length < MAX;

/** Whether two versions of an object have the same ambiguities: no program reads one of them as another value. */
export const sameAmbiguities = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && areComplete(a) && a.every((written, i) => written === b[i]);
