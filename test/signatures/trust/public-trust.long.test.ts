/** Signed files of others with the trusted lists of the European Union of autumn 2023 as public trust. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { describeCorpus } from '../../helpers/requires.js';
import { type Compared, compareWithLists } from '../../helpers/trust-lists/corpus-lists.js';
import { listsFolder } from '../../helpers/trust-lists/generation.js';

describeCorpus('the corpus with the lists of 2023', 'trust-lists', folder => {
  const corpus = dirname(folder);
  let rows: Compared[] = [];

  test('every signature and timestamp of a listed service leads to it', { timeout: 300_000 }, async () => {
    rows = await compareWithLists(corpus, listsFolder());
    const known: { file: string; inCache2023: boolean }[] = JSON.parse(
      readFileSync(join(corpus, 'signed-trust.json'), 'utf8'),
    );
    const expected = known.filter(({ inCache2023 }) => inCache2023).map(({ file }) => file);
    expect(expected.length).toBeGreaterThan(30);
    expect(rows.filter(({ missing }) => missing.length > 0)).toEqual([]);
    expect(
      rows
        .filter(({ listed }) => listed.length > 0)
        .map(({ file }) => file)
        .sort(),
    ).toEqual(expected.sort());
  });

  test('nothing that is broken becomes valid', () => {
    const attacks = rows.filter(({ isAttack }) => isAttack);
    expect(attacks.length).toBeGreaterThan(10);
    const isGood = (verdict: string) => verdict === 'valid' || verdict === 'intact';
    expect(attacks.filter(({ after, required }) => isGood(after) || isGood(required))).toEqual([]);
    expect(rows.filter(({ before, after }) => before === 'invalid' && after !== 'invalid')).toEqual([]);
  });

  test('a qualified signature is called so in valid files only, unless another signature is in doubt', () => {
    const qualified = rows.filter(({ listed }) => listed.some(text => /, QES(ig|eal)$/.test(text)));
    expect(qualified.length).toBeGreaterThan(4);
    expect(qualified.filter(({ after }) => after !== 'valid' && after !== 'intact')).toEqual([]);
  });

  test('the answer for files without a listed service stays', () => {
    expect(rows.filter(({ before, after, listed }) => before !== after && listed.length === 0)).toEqual([]);
  });
});
