/** Parts of a page that are small enough to be rendered. */
import { area, type Box, intersection, overlap, union } from '../../../pdf/index.js';

interface Group<T> {
  readonly box: Box;
  readonly members: readonly T[];
}

/**
 * Items whose boxes meet stay together: they can hide one word together. Groups share a part as long as its area within
 * `visible` does not exceed `limit`, so that marks in opposite corners of a large drawing need not be rendered at once.
 */
export function regionsOf<T>(
  items: readonly T[],
  boxOf: (item: T) => Box,
  visible: Box,
  limit: number,
): readonly (readonly T[])[] {
  const fits = (box: Box): boolean => area(intersection(box, visible)) <= limit;
  const all = joined(items.map(item => ({ box: boxOf(item), members: [item] })));
  if (all === null || fits(all.box)) return all === null ? [] : [all.members];
  const regions: Group<T>[] = [];
  for (const group of adjacent(items, boxOf).toSorted((a, b) => a.box.bottom - b.box.bottom)) {
    const last = regions.at(-1);
    const both = last && joined([last, group]);
    if (both && fits(both.box)) regions[regions.length - 1] = both;
    else regions.push(group);
  }
  return regions.map(({ members }) => members);
}

function adjacent<T>(items: readonly T[], boxOf: (item: T) => Box): readonly Group<T>[] {
  let groups: readonly Group<T>[] = [];
  for (const item of items) {
    const box = boxOf(item);
    const [near, apart] = [true, false].map(meets => groups.filter(group => overlap(group.box, box) > 0 === meets));
    groups = [...apart!, joined([...near!, { box, members: [item] }])!];
  }
  return groups;
}

/** Null: none. */
const joined = <T>(groups: readonly Group<T>[]): Group<T> | null =>
  groups.length === 0
    ? null
    : { box: groups.map(({ box }) => box).reduce(union), members: groups.flatMap(({ members }) => members) };
