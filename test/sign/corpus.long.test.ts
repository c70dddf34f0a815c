/** Documents of the corpus with several signatures; sign.test.ts has documents with a few. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createIdentity, sign } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { describeCorpus } from '../helpers/requires.js';

describeCorpus('documents of the corpus', 'signed', corpus => {
  it('a document with four signatures keeps them and gets one more', async () => {
    const path = join(corpus, 'Signature-P-HU_POL-7.pdf');
    const before = await check(path);
    const after = await check(await sign(path, createIdentity('Anna')));
    expect(before.signers).toHaveLength(4);
    expect(after.signers.map(({ intact }) => intact)).toEqual([...before.signers.map(({ intact }) => intact), true]);
    expect(statSync(path).size).toBe(before.document.size);
  });

  it('a document with 25 signatures and a hybrid cross-reference is refused, with the reason', async () => {
    const signing = sign(join(corpus, '25sigs.pdf'), createIdentity('Anna'));
    await expect(signing).rejects.toThrow('hybrid cross-reference');
  });
});
