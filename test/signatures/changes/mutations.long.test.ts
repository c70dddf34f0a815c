/**
 * Random forms with several edits. DOCCONV_MUTATIONS sets their number, and has all of them assessed; without it, 5,000 are
 * made, and each edit is tested in the first two that it decides.
 */
import { expect, test } from 'vitest';
import { assessMutations } from './mutations.js';

const WANTED = process.env.DOCCONV_MUTATIONS;
const COUNT = Number(WANTED ?? 5_000);
const EACH = WANTED === undefined ? 2 : COUNT;
/** Enough forms to have every edit. */
const ALL_EDITS = 5_000;
/** Milliseconds for each form; a tenth of it is enough on an idle machine. */
const TIMEOUT = 1_000;
/** All of them take long: after so many, how far it came. */
const REPORTED = 1_000;

test(`of ${COUNT} changed forms none that is assessed is accepted or rejected wrongly`, {
  timeout: 60_000 + COUNT * TIMEOUT,
}, async () => {
  const report = (made: number, wrong: number) =>
    WANTED !== undefined && made % REPORTED === 0 && console.log(`${made} of ${COUNT}, ${wrong} wrong`);
  const { assessed, unused, ...wrong } = await assessMutations({ count: COUNT, each: EACH, report });
  console.log(`${assessed} of ${COUNT} changed forms assessed`);
  expect(wrong).toEqual({ falseAccepts: [], falseAlarms: [] });
  if (COUNT >= ALL_EDITS) expect(unused).toEqual([]);
});
