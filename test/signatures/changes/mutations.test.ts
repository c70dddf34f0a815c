/** DOCCONV_MUTATIONS sets how many files are tried; 5,000 take about a minute and a half. */
import { expect, test } from 'vitest';
import { judgeFirst } from './judging.js';
import { mutation } from './mutations.js';

const COUNT = Number(process.env.DOCCONV_MUTATIONS ?? 500);

test(`of ${COUNT} changed forms none is accepted wrongly, none refused wrongly`, { timeout: 600_000 }, async () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= COUNT; seed++) {
    const { pdf, forbidden, story } = mutation(seed);
    const verdict = await judgeFirst(pdf);
    if (verdict.allowed === (forbidden !== null))
      wrong.push(`seed ${seed}: ${story.join(' | ')}; judged ${verdict.after}`);
  }
  expect(wrong).toEqual([]);
});
