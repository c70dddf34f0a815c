/** `--pages`: which pages of a PDF a range selects. */
import { expect, it } from 'vitest';
import { selectPages } from '../../../src/convert/output/page-range.js';

it.each([
  [undefined, 3, [1, 2, 3]],
  ['2', 3, [2]],
  ['3,1-2', 3, [1, 2, 3]],
  ['2-', 3, [2, 3]],
  ['2-9', 3, [2, 3]],
])('%s of %i pages', (range, count, pages) => {
  expect(selectPages(range, count)).toEqual(pages);
});

it.each([
  [undefined, [1, 2, 3, 4, 5, 6]],
  ['2', [2, 5]],
  ['2-', [2, 3, 5, 6]],
])('%s of three slides with notes pages', (range, pages) => {
  expect(selectPages(range, 6, true)).toEqual(pages);
});

it.each([
  ['4', 3, false],
  ['4', 6, true],
])('%s of %i pages is an error', (range, count, notes) => {
  expect(() => selectPages(range, count, notes)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
});
