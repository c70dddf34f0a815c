import { expect, test } from 'vitest';
import { assessMutations } from './mutations.js';

test('of 40 changed forms none is accepted or rejected wrongly', async () => {
  expect(await assessMutations({ from: 1, to: 40 })).toMatchObject({
    falseAccepts: [],
    falseAlarms: [],
  });
});
