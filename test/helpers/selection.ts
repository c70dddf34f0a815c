/**
 * Selections of the long tests, where every combination of two lists would take the same way through the code many times.
 * DOCCONV_FULL=1 has them run all combinations.
 */
export const FULL = process.env.DOCCONV_FULL === '1';

/** Every second of the items, for odd rows the others: two consecutive rows have all of them. */
export function everySecond<Item>(items: readonly Item[], row: number): readonly Item[] {
  return FULL ? items : items.filter((_, i) => (i + row) % 2 === 0);
}
