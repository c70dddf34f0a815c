import { expect, test } from 'vitest';
import { unusedKeys } from '../../../src/convert/join/names.js';

test('equal keys get numbers, each of the same length and without a search from the first', () => {
  const used = new Map<string, number>([['k (3)', 0]]);
  const unusedKey = unusedKeys(used);
  for (let i = 0; i < 20_000; i++) used.set(unusedKey('k', 2), i);
  expect([...used.keys()].slice(0, 4)).toEqual(['k (3)', 'k', 'k (2)', 'k (4)']);
  expect(used.size).toBe(20_001);
  expect([...used.keys()].at(-1)).toBe('k (20001)');
});
