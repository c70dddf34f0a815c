import { describe, expect, test } from 'vitest';
import { check } from '../../../src/signatures/index.js';
import { NOW } from '../../helpers/pki.js';
import { NAMES, PATHS, PURPOSES } from './paths.js';
import { CRLS, OCSP, REVOCATION } from './revocation.js';
import { type TrustCase, tableOf } from './table.js';
import { ALGORITHMS, TIMESTAMPS } from './times.js';
import { VALIDITY } from './validity.js';

/** The indication of the first signature, which is intact in all cases. */
async function indicationOf(row: TrustCase): Promise<string> {
  const pki = tableOf(row);
  const anchors = (row.anchors ?? ['root']).map(name => pki.id(name).der);
  const { signers } = await check(row.pdf(pki).bytes, { trust: { anchors: () => anchors }, at: row.now ?? NOW });
  const [{ intact, indication, subIndication }] = signers as [(typeof signers)[number]];
  expect(intact).toBe(true);
  return subIndication ? `${indication}/${subIndication}` : indication;
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
    expect(await indicationOf(row)).toBe(row.expected);
  });
});
