/** How far numbers moved since the first signed revision: many changes that are too small to be one must not add up. */
export class Drift {
  readonly #earlier = new Map<string, number>();
  readonly #now = new Map<string, number>();

  /** Whether the numbers at this place may differ so much more: 1 in all revisions together. */
  allows(place: string, distance: number): boolean {
    const step = Math.max(distance, this.#now.get(place) ?? 0);
    if (!((this.#earlier.get(place) ?? 0) + step <= 1)) return false;
    this.#now.set(place, step);
    return true;
  }

  /** The differences of the next revision come in addition. */
  nextRevision(): void {
    for (const [place, step] of this.#now) this.#earlier.set(place, (this.#earlier.get(place) ?? 0) + step);
    this.#now.clear();
  }
}
