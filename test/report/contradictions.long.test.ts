/** No two statements of one report contradict each other: every signed file of the corpus, with several sets of anchors. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DocconvError } from '../../src/errors.js';
import { check, type VerificationResult } from '../../src/signatures/index.js';
import { trustStoreFrom } from '../../src/trust/index.js';
import { contradictionsIn } from '../helpers/contradictions.js';
import { describeCorpus } from '../helpers/requires.js';
import { selfSignedCertificates } from '../helpers/trust-lists/corpus-anchors.js';

interface Known {
  file: string;
  password?: string;
}

describeCorpus('reports on the corpus of signed files', 'signed', folder => {
  const files = JSON.parse(readFileSync(`${folder}.json`, 'utf8')) as Known[];
  const passwordOf = ({ password }: Known) => (password ? { password } : {});

  test('contradict themselves neither without anchors nor with every root, today and in 2019', async () => {
    const roots = await selfSignedCertificates(files.map(known => [join(folder, known.file), passwordOf(known)]));
    expect(roots.length).toBeGreaterThan(40);
    const trust = trustStoreFrom({ certificates: roots, lists: null });
    const seen = new Set<VerificationResult['verdict']>();
    for (const known of files) {
      for (const options of [{}, { trust }, { trust, at: new Date('2019-06-01T00:00:00Z') }]) {
        const result = await check(join(folder, known.file), { ...options, ...passwordOf(known) }).catch(
          ignoreUnreadable,
        );
        if (!result) continue;
        seen.add(result.verdict);
        expect.soft(contradictionsIn(result), known.file).toEqual([]);
      }
    }
    expect([...seen].sort()).toEqual(['indeterminate', 'intact', 'invalid', 'unsigned', 'valid']);
  }, 300_000);
});

function ignoreUnreadable(thrown: unknown): null {
  if (thrown instanceof DocconvError) return null;
  throw thrown;
}
