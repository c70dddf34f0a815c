import { describe, expect, test } from 'vitest';
import { check } from '../../../src/signatures/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { contradictionsIn } from '../../helpers/contradictions.js';
import { NOW } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { ANSWERS } from './answers.js';
import { LATER } from './later.js';
import { NAMES, PATHS, PURPOSES } from './paths.js';
import { CRLS, OCSP, REVOCATION } from './revocation.js';
import { good, signed, type TrustCase, tableOf } from './table.js';
import { ALGORITHMS, TIMESTAMPS } from './times.js';
import { TOKENS } from './tokens.js';
import { VALIDITY } from './validity.js';

/** The indication of the first signature, which is intact in all cases. */
async function indicationOf(row: TrustCase): Promise<string> {
  const pki = tableOf(row);
  const trust = trustStoreOf((row.anchors ?? ['root']).map(name => pki.certificate(name)));
  const result = await check(row.pdf(pki).bytes, { trust, at: row.now ?? NOW });
  const { signers } = result;
  expect(contradictionsIn(result)).toEqual([]);
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
  ['of several answers', ANSWERS],
  ['later than the validation', LATER],
  ['a timestamp', TIMESTAMPS],
  ['the content of a timestamp', TOKENS],
  ['algorithms', ALGORITHMS],
] as const)('%s', (_, cases) => {
  test.each(cases)('$name', async row => {
    expect(await indicationOf(row)).toBe(row.expected);
  });
});

describe('a timestamp later than the time of validation', () => {
  const HOUR = 3_600_000;
  const worlds = ['signature', 'document'] as const;
  test.each(worlds.flatMap(kind => ([-HOUR, HOUR] as const).map(by => [kind, by] as const)))(
    'of the %s, by %i ms',
    async (kind, by) => {
      const pki = tableOf({ name: '', expected: '', pdf: () => blankPdf() });
      const time = new Date(NOW.getTime() + by);
      const make = (bytes: Uint8Array) => pki.timestamp('tsa', bytes, { time });
      const pdf =
        kind === 'signature'
          ? signed(pki, { timestamp: make }).withStore(good(pki))
          : signed(pki).timestamp(make).withStore(good(pki));
      for (const anchors of [[], [pki.certificate('root')]]) {
        const { signers, signer } = await check(pdf.bytes, { trust: trustStoreOf(anchors), at: NOW });
        const stamp = kind === 'signature' ? signer!.timestamps[0]! : signers[1]!;
        expect(stamp.trusted).toBe(by < 0 && anchors.length > 0);
        if (kind === 'signature') expect(signer!.signedAtSource).toBe(by < 0 ? 'timestamp' : 'claimed');
        if (kind === 'document' && anchors.length > 0) {
          expect(signers[1]!.subIndication).toBe(by < 0 ? null : 'OUT_OF_BOUNDS_NO_POE');
        }
      }
    },
  );
});
