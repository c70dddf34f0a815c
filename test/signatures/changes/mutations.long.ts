/** DOCCONV_MUTATIONS sets the number of forms. */
import { expect, test } from 'vitest';
import { assessMutations } from './mutations.js';

const COUNT = Number(process.env.DOCCONV_MUTATIONS ?? 10_000);
/** Enough forms to have every edit. */
const ALL_EDITS = 5_000;
/** Milliseconds for each form; an eighth of it is enough on an idle machine. */
const TIMEOUT = 200;

export function testHalf(half: 1 | 2): void {
  const [from, to] = [Math.floor(((half - 1) * COUNT) / 2) + 1, Math.floor((half * COUNT) / 2)];
  const forms = to - from + 1;
  test(`of ${forms} changed forms none is accepted or rejected wrongly`, {
    timeout: 60_000 + forms * TIMEOUT,
  }, async () => {
    const { unused, ...wrong } = await assessMutations({ from, to });
    expect(wrong).toEqual({ falseAccepts: [], falseAlarms: [] });
    if (forms >= ALL_EDITS) expect(unused).toEqual([]);
  });
}
