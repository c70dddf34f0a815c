/** Pages in the syntax of pdfcpu, to which Gotenberg passes them. */
import { expect, it } from 'vitest';
import { checkSelection, rangeOf } from '../../../src/http/gotenberg/form/page-selection.js';

it.each([
  ['2', '2'],
  ['2-4', '2-4'],
  ['1,3-5', '1,3-5'],
  [' 1 , 3 - 5 ', '1,3-5'],
  ['5-', '5-7'],
  ['-3', '1-3'],
  ['even', '2,4,6'],
  ['odd', '1,3,5,7'],
  ['l', '7'],
  ['l-1', '6'],
  ['l-2-', '5-7'],
  ['-l-2', '1-5'],
  ['-l', '1-7'],
  ['3-l', '3-7'],
  ['3-l-1', '3-6'],
  ['1-,!2', '1,3-7'],
  ['1-,n2', '1,3-7'],
  ['1-,!2-4', '1,5-7'],
  ['1-,!-3', '4-7'],
  ['1-,n5-', '1-4'],
  ['odd,n1,nl', '3,5'],
  ['even,l', '2,4,6-7'],
  ['!2,even', '4,6'],
  ['!3,1-5', '1-5'],
  ['5-99', '5-7'],
  ['0-2', '1-2'],
  ['!2', null],
  ['8', null],
  ['4-2', null],
  ['l-7', null],
  ['3-l-6', null],
  ['l-7-', null],
  ['l-9-', null],
  ['1-,!l-9-', '1-7'],
  ['1-9999999', '1-7'],
])('%s of 7 pages is %s', (text, range) => {
  const checked = checkSelection(text) as { value: string };
  expect(rangeOf(checked.value, 7)).toBe(range);
});

it('even pages of one are none', () => {
  expect(rangeOf('even', 1)).toBeNull();
  expect(rangeOf('l-1', 1)).toBeNull();
});

it.each(['x', '1-2-3', ',', '1,', '--3', '!', 'n', 'evenodd', '!even', 'l-', '1;2', '-', `${'1-,'.repeat(700)}1`])(
  '%s is wrong',
  text => {
    expect(checkSelection(text)).toHaveProperty('fault');
  },
);
