import { expect, test } from 'vitest';
import { assessMutations } from './mutations.js';

test('of 100 changed forms none is accepted or rejected wrongly', async () => {
  expect(await assessMutations({ from: 1, to: 100 })).toMatchObject({
    falseAccepts: [],
    falseAlarms: [],
  });
});
