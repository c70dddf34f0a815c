import { expect, test } from 'vitest';
import { wrongAnswers } from './damaged-files.js';

test('200 damaged files are answered, and none whose signed bytes changed is valid', async () => {
  expect(await wrongAnswers({ from: 0, to: 200 })).toEqual([]);
});
