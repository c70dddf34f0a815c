import { expect, test } from 'vitest';
import { regionsOf } from '../../../../src/signatures/changes/overlay/regions.js';

const box = (left: number, bottom: number, right: number, top: number) => ({ left, bottom, right, top });
const PAGE = box(0, 0, 2384, 3370);
const [corner, next, opposite, middle] = [
  box(0, 0, 50, 50),
  box(40, 0, 90, 50),
  box(2300, 3300, 2384, 3370),
  box(1000, 1000, 1050, 1050),
];
const regions = (boxes: readonly ReturnType<typeof box>[], limit: number) => regionsOf(boxes, one => one, PAGE, limit);

test('marks in a part of the page that is small enough are rendered at once', () => {
  expect(regions([corner, opposite, middle], 9e6)).toEqual([[corner, opposite, middle]]);
  expect(regions([], 1)).toEqual([]);
});

test('marks in opposite corners of a large page are rendered apart, marks that meet together', () => {
  expect(regions([corner, opposite, next], 2e6)).toEqual([[corner, next], [opposite]]);
  expect(regions([opposite, middle, corner], 2e6)).toEqual([[corner, middle], [opposite]]);
});

test('only what is visible counts', () => {
  expect(regions([corner, box(-9000, -9000, 50, 50)], 1e4)).toHaveLength(1);
});
