import { expect, test } from 'vitest';
import { wrongAssessments } from './mutations.js';

test('of 100 changed forms none is accepted or rejected wrongly', async () => {
  expect(await wrongAssessments({ from: 1, to: 100 })).toEqual([]);
});
