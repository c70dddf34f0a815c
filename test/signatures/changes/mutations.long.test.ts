/** DOCCONV_MUTATIONS sets the number of forms. */
import { expect, test } from 'vitest';
import { assessMutations } from './mutations.js';

const COUNT = Number(process.env.DOCCONV_MUTATIONS ?? 2_000);

test(`of ${COUNT} changed forms none is accepted or rejected wrongly`, {
  timeout: 60_000 + COUNT * 60,
}, async () => {
  expect(await assessMutations({ from: 301, to: COUNT, withScenes: false })).toMatchObject({
    falseAccepts: [],
    falseAlarms: [],
  });
});
