/** Numbers in written PDF files. */
import { expect, test } from 'vitest';
import { serialize } from '../../src/pdf/index.js';

const written = (value: number): string => serialize(value, bytes => bytes);

test.each([
  [0, '0'],
  [-0, '0'],
  [595.303937007874, '595.303937007874'],
  [0.1234567890123, '0.1234567890123'],
  [-1.5e-11, '-0.000000000015'],
  [5e-324, `0.${'0'.repeat(323)}5`],
  [1.25e22, '12500000000000000000000'],
  [-2e21, '-2000000000000000000000'],
])('%d is written without an exponent and read as the same number', (value, expected) => {
  expect(written(value)).toBe(expected);
  expect(Number(written(value)) === value).toBe(true);
});

test.each([Infinity, -Infinity, NaN])('%d is refused', value => {
  expect(() => written(value)).toThrow(expect.objectContaining({ code: 'CORRUPT_DOCUMENT' }));
});
