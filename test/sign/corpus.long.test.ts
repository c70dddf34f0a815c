/** A document of the corpus with many signatures gets one more; sign.test.ts has documents with a few. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createIdentity, sign } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { describeCorpus } from '../helpers/requires.js';

describeCorpus('documents of the corpus', 'signed', corpus => {
  it('25sigs.pdf keeps its signatures and gets one more', async () => {
    const path = join(corpus, '25sigs.pdf');
    const before = await check(path);
    const after = await check(await sign(path, createIdentity('Anna')));
    expect(before.signers).toHaveLength(25);
    expect(after.signers.map(({ intact }) => intact)).toEqual([...before.signers.map(({ intact }) => intact), true]);
    expect(statSync(path).size).toBe(before.document.size);
  });
});
