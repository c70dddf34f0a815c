/** An anchor that counts for certain certificate policies only (RFC 5280, 6.1, with an initial policy set). */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/signatures/index.js';
import type { Anchor, TrustStore } from '../../../src/trust/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { oid, sequence } from '../../helpers/pki/der.js';
import { createPki, NOW, type Pki, type Row } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';

const ANY = '2.5.29.32.0';
const ACCEPTED = ['1.2.3', '1.2.4'];

type Name = 'root' | 'ca' | 'ann';

const pkiOf = (ca: Row, ann: Row): Pki<Name> =>
  createPki<Name>({ root: {}, ca: { issuer: 'root', ca: true, ...ca }, ann: { issuer: 'ca', ...ann } });

const signed = (pki: Pki<Name>) =>
  blankPdf()
    .sign({ make: bytes => pki.cms('ann', bytes) })
    .withStore({ crls: [pki.crl('ca'), pki.crl('root')] }).bytes;

/** A store of these anchors beside certificates of the user. */
function storeOf(
  pki: Pki<Name>,
  anchors: readonly Pick<Anchor, 'certificate' | 'policies'>[],
  own: Name[] = [],
): TrustStore {
  const files = trustStoreOf(pki.certificates(...own));
  return {
    ...files,
    sources: [...files.sources, 'aatl'],
    find: subject => [
      ...files.find(subject),
      ...anchors
        .filter(({ certificate }) => certificate.subject.text === subject.text)
        .map(anchor => ({ source: 'aatl' as const, services: [], ...anchor })),
    ],
  };
}

async function outcome(pki: Pki<Name>, trust: TrustStore) {
  const { verdict, signer, reason } = await check(signed(pki), { trust, at: NOW });
  const { indication, subIndication, trusted, trust: info } = signer!;
  return { verdict, status: subIndication ?? indication, trusted, source: info?.source ?? null, reason };
}

const TRUSTED = { verdict: 'valid', status: 'TOTAL_PASSED', trusted: true, source: 'aatl' };
const REFUSED = { verdict: 'indeterminate', status: 'NO_CERTIFICATE_CHAIN_FOUND', trusted: false };

const mapping = (issuer: string, subject: string) => ({
  oid: '2.5.29.33',
  value: sequence(sequence(oid(issuer), oid(subject))),
});
const inhibitAnyPolicy = { oid: '2.5.29.54', critical: true, value: Uint8Array.of(0x02, 0x01, 0x00) };

describe('an anchor for the policies 1.2.3 and 1.2.4', () => {
  test.each<[name: string, ca: Row, ann: Row, expected: object]>([
    ['named by CA and signer', { policies: ['1.2.3'] }, { policies: ['1.2.3'] }, TRUSTED],
    ['the second one', { policies: ['1.2.4'] }, { policies: ['1.2.9', '1.2.4'] }, TRUSTED],
    ['any of the CA', { policies: [ANY] }, { policies: ['1.2.3'] }, TRUSTED],
    [
      'another name of the CA',
      { policies: ['1.2.3'], extensions: [mapping('1.2.3', '1.2.8')] },
      { policies: ['1.2.8'] },
      TRUSTED,
    ],
    ['none of the signer', { policies: ['1.2.3'] }, {}, REFUSED],
    ['another of the signer', { policies: [ANY] }, { policies: ['1.2.9'] }, REFUSED],
    ['any of the signer', { policies: [ANY] }, { policies: [ANY] }, REFUSED],
    ['none of the CA', {}, { policies: ['1.2.3'] }, REFUSED],
    ['another of the CA', { policies: ['1.2.4'] }, { policies: ['1.2.3'] }, REFUSED],
    ['mapped away', { policies: ['1.2.3'], extensions: [mapping('1.2.3', '1.2.8')] }, { policies: ['1.2.3'] }, REFUSED],
    [
      'mapped from another',
      { policies: ['1.2.9'], extensions: [mapping('1.2.9', '1.2.3')] },
      { policies: ['1.2.3'] },
      REFUSED,
    ],
    [
      'any of the CA, which forbids it below',
      { policies: [ANY], extensions: [inhibitAnyPolicy] },
      { policies: ['1.2.3'] },
      TRUSTED,
    ],
  ])('%s', async (_, ca, ann, expected) => {
    const pki = pkiOf(ca, ann);
    const anchors = [{ certificate: pki.certificate('root'), policies: ACCEPTED }];
    expect(await outcome(pki, storeOf(pki, anchors))).toMatchObject(expected);
  });

  test('the reason says so', async () => {
    const pki = pkiOf({ policies: [ANY] }, { policies: ['1.2.9'] });
    const { reason } = await outcome(pki, storeOf(pki, [{ certificate: pki.certificate('root'), policies: ACCEPTED }]));
    expect(reason).toMatch(
      /trusted for certain certificate policies only, and the certificate of “ann” has none of them/,
    );
  });

  test('without trust being required, the file is intact', async () => {
    const pki = pkiOf({ policies: [ANY] }, {});
    const trust = storeOf(pki, [{ certificate: pki.certificate('root'), policies: ACCEPTED }]);
    expect(await check(signed(pki), { trust, at: NOW, requireTrust: false })).toMatchObject({ verdict: 'intact' });
  });

  test.each([
    [['1.2.3'], TRUSTED],
    [['1.2.9'], REFUSED],
    [[], REFUSED],
  ])("the signer's own certificate as anchor, with the policies %j", async (policies, expected) => {
    const pki = pkiOf({}, { policies });
    const anchors = [{ certificate: pki.certificate('ann'), policies: ACCEPTED }];
    expect(await outcome(pki, storeOf(pki, anchors))).toMatchObject(expected);
  });
});

test('an anchor without policies counts for all', async () => {
  const pki = pkiOf({}, {});
  expect(await outcome(pki, storeOf(pki, [{ certificate: pki.certificate('root') }]))).toMatchObject(TRUSTED);
});

describe('of several anchors of a path, one that holds is enough', () => {
  const pki = pkiOf({ policies: ['1.2.3'] }, { policies: ['1.2.3'] });
  const [root, ca] = [pki.certificate('root'), pki.certificate('ca')];
  test.each<[name: string, anchors: Pick<Anchor, 'certificate' | 'policies'>[]]>([
    [
      'the same certificate twice',
      [
        { certificate: root, policies: ['1.2.9'] },
        { certificate: root, policies: ['1.2.3'] },
      ],
    ],
    [
      'the CA and its issuer',
      [
        { certificate: ca, policies: ['1.2.9'] },
        { certificate: root, policies: ['1.2.3'] },
      ],
    ],
  ])('%s', async (_, anchors) => {
    expect(await outcome(pki, storeOf(pki, anchors))).toMatchObject(TRUSTED);
  });

  test('a certificate of the user comes first', async () => {
    const store = storeOf(pki, [{ certificate: ca, policies: ['1.2.3'] }], ['root']);
    expect(await outcome(pki, store)).toMatchObject({ ...TRUSTED, source: 'file' });
  });
});
