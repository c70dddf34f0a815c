/** Lists of which a client gets one page after the other, the newest entry first. */

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** The position of the last entry, after which the next page begins; null: this is the last page. */
  readonly next: number | null;
}

export interface PageQuery {
  /** At most so many entries. */
  readonly limit: number;
  /** `next` of the page before: what was added since then does not move the entries of the next one. */
  readonly after: number | null;
}

/** @param found one entry more than the page may have, if there are as many */
export function pageOf<Entry>(found: readonly { entry: Entry; position: number }[], { limit }: PageQuery): Page<Entry> {
  const shown = found.slice(0, limit);
  return { entries: shown.map(({ entry }) => entry), next: found.length > limit ? shown.at(-1)!.position : null };
}
