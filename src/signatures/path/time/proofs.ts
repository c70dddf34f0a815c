/** Proofs of existence: what a trusted document timestamp covers existed when it was made (EN 319 102-1, 5.6.2.3). */
export class Proofs {
  private readonly covers: { readonly revision: number; readonly time: Date }[] = [];

  constructor(readonly now: Date) {}

  /** Everything in the file up to the end of `revision` existed at `time`. */
  add(revision: number, time: Date): void {
    this.covers.push({ revision, time });
  }

  /** The earliest proven time of what stands in this revision; now where nothing older is proven. */
  of(revision: number | null): Date {
    const times =
      revision === null ? [] : this.covers.filter(cover => cover.revision >= revision).map(cover => cover.time);
    return earliest([this.now, ...times]);
  }
}

export function earliest(times: readonly [Date, ...Date[]]): Date {
  return new Date(Math.min(...times.map(Number)));
}
