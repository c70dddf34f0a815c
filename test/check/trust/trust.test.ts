import { describe, expect, test } from 'vitest';
import { readSecurityStore } from '../../../src/check/dss.js';
import { identify } from '../../../src/check/identity.js';
import { readSignatures } from '../../../src/check/signature.js';
import { collectEvidence } from '../../../src/check/validation-data.js';
import { openPdf } from '../../../src/pdf/index.js';
import { NOW } from '../../helpers/pki.js';
import { NAMES, PATHS, PURPOSES } from './paths.js';
import { CRLS, OCSP, REVOCATION } from './revocation.js';
import { type TrustCase, tableOf } from './table.js';
import { ALGORITHMS, TIMESTAMPS } from './times.js';
import { VALIDITY } from './validity.js';

/** The heaviest thing that stands against the signer, of an intact signature. */
async function judged(row: TrustCase): Promise<string> {
  const pki = tableOf(row);
  const anchors = (row.anchors ?? ['root']).map(name => pki.id(name).der);
  const document = await openPdf(row.pdf(pki).bytes, {});
  const store = readSecurityStore(document);
  const pool = store.certificates.map(stored => stored.value);
  const { signatures } = await readSignatures(document, pool);
  expect(signatures[0]?.intact).toBe(true);
  const options = { trust: { anchors: () => anchors }, at: row.now ?? NOW };
  const [identity] = await identify(signatures, collectEvidence(store, signatures), options);
  const [problem] = identity!.facts.problems!;
  if (!problem) return 'TOTAL_PASSED';
  return `${problem.fatal ? 'TOTAL_FAILED' : 'INDETERMINATE'}/${problem.subIndication}`;
}

describe.each([
  ['a path', PATHS],
  ['names', NAMES],
  ['purposes', PURPOSES],
  ['validity', VALIDITY],
  ['revocation', REVOCATION],
  ['a CRL', CRLS],
  ['an OCSP response', OCSP],
  ['a timestamp', TIMESTAMPS],
  ['algorithms', ALGORITHMS],
] as const)('%s', (_, cases) => {
  test.each(cases)('$name', async row => {
    expect(await judged(row)).toBe(row.expected);
  });
});
