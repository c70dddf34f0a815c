/** The processes of the service read the trusted lists from their sandbox, also lists that are loaded while the service runs. */
import { chmodSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createVerifier } from '../../../src/signatures/service/verifier.js';
import { createPki } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { indexedList, listsFolder, writeGeneration } from '../../helpers/trust-lists/generation.js';

const pki = createPki({ root: { ca: true }, ann: { issuer: 'root', subject: 'CN=Ann' } });
const bytes = blankPdf('A contract')
  .sign({ make: range => pki.cms('ann', range) })
  .withStore({ crls: [pki.crl('root')] }).bytes;
const LISTS = [indexedList('XX', pki.id('root').der, [{ status: 'granted', start: '2020-01-01T00:00:00Z' }])];

test('a process finds a listed service', async () => {
  const lists = listsFolder();
  chmodSync(lists, 0o755);
  const settings = {
    trust: () => ({ certificates: [], lists }),
    online: null,
    timeoutMs: 30_000,
    memoryMb: 256,
    processPerDocument: true,
  };
  const verifier = createVerifier(settings);
  onTestFinished(() => verifier.close());
  const verify = async () => {
    const { json } = await verifier.verify({ bytes, at: pki.now }, new AbortController().signal, 'me');
    const { verdict, policy } = JSON.parse(Buffer.from(json).toString());
    return { verdict, sources: policy.sources, generation: policy.generation };
  };
  expect(await verify()).toEqual({ verdict: 'intact', sources: [], generation: null });
  const generation = await writeGeneration(lists, LISTS);
  // processes that were started before look for new lists once in a minute, and verify one document each
  await expect.poll(verify).toEqual({ verdict: 'valid', sources: ['eu'], generation });
});
