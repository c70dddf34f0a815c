/** DOCCONV_DAMAGED sets the number of files: 20,000 for the figure in the documentation. */
import { expect, test } from 'vitest';
import { wrongResults } from './damaged-files.js';

const COUNT = Number(process.env.DOCCONV_DAMAGED ?? 2_000);

test(`${COUNT} damaged files have a result or an error code, and none with changed signed bytes is valid`, {
  timeout: 180_000 + COUNT * 40,
}, async () => {
  expect(await wrongResults({ from: 100, to: COUNT })).toEqual([]);
});
