/** Listed services as trust anchors: only what is proven to have existed while a service was granted is trusted. */
import { expect, test } from 'vitest';
import { check } from '../../../src/signatures/index.js';
import { saveAatl } from '../../../src/trust/aatl/stored-aatl.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { NOW, type Pki, type Row } from '../../helpers/pki.js';
import type { TestPdf } from '../../helpers/signed-pdf.js';
import { indexedList, listsFolder, type PeriodRow, writeGeneration } from '../../helpers/trust-lists/generation.js';
import { date, good, PASSED, signed, stamped, tableOf } from './table.js';

const NOT_GRANTED = 'INDETERMINATE/NO_CERTIFICATE_CHAIN_FOUND_NO_POE';
const STAMPED = date('2026-03-01');

const always = (status: string): PeriodRow[] => [{ status, start: '2020-01-01T00:00:00Z' }];
const until = (end: string, status = 'granted'): PeriodRow[] => [
  { status: 'withdrawn', start: end },
  { status, start: '2020-01-01T00:00:00Z', end },
];
const plain = (pki: Pki) => signed(pki).withStore(good(pki));
const proven = (pki: Pki) => signed(pki, stamped(pki, STAMPED)).withStore(good(pki));

interface ListedCase {
  readonly name: string;
  readonly periods: readonly PeriodRow[];
  readonly expected: string;
  readonly pdf?: (pki: Pki) => TestPdf;
  /** The listed row; default: the CA of the signer. */
  readonly listed?: string;
  /** Certificates of the user. */
  readonly anchors?: readonly string[];
  readonly rows?: Readonly<Record<string, Row>>;
}

const CASES: readonly ListedCase[] = [
  ...['granted', 'recognisedatnationallevel', 'undersupervision', 'supervisionincessation', 'accredited'].map(
    status => ({ name: `a service that is ${status}`, periods: always(status), expected: PASSED }),
  ),
  ...[
    'withdrawn',
    'supervisionceased',
    'supervisionrevoked',
    'accreditationrevoked',
    'deprecatedatnationallevel',
    'x',
  ].map(status => ({ name: `a service that is ${status}`, periods: always(status), expected: NOT_GRANTED })),
  { name: 'the root is the service', listed: 'root', periods: always('granted'), expected: PASSED },
  { name: 'the signer is the service', listed: 'ann', periods: always('granted'), expected: PASSED },
  {
    name: 'a service with the name of the CA and another key',
    listed: 'twin',
    rows: { twin: { issuer: 'root', ca: true, subject: 'CN=ca,O=Test' } },
    periods: always('granted'),
    expected: 'INDETERMINATE/NO_CERTIFICATE_CHAIN_FOUND',
  },
  {
    name: 'a service that will be granted later',
    periods: [{ status: 'granted', start: '2026-06-02T00:00:00Z' }],
    expected: NOT_GRANTED,
  },
  { name: 'withdrawn since, without a timestamp', periods: until('2026-05-01T00:00:00Z'), expected: NOT_GRANTED },
  {
    name: 'withdrawn since, with a timestamp of before',
    periods: until('2026-05-01T00:00:00Z'),
    pdf: proven,
    anchors: ['tsaRoot'],
    expected: PASSED,
  },
  {
    name: 'withdrawn at the moment of the timestamp',
    periods: until(STAMPED.toISOString()),
    pdf: proven,
    anchors: ['tsaRoot'],
    expected: PASSED,
  },
  {
    name: 'withdrawn before the timestamp',
    periods: until('2026-02-01T00:00:00Z'),
    pdf: proven,
    anchors: ['tsaRoot'],
    expected: NOT_GRANTED,
  },
  {
    name: 'withdrawn before, and the user trusts its certificate',
    periods: until('2026-02-01T00:00:00Z'),
    anchors: ['ca'],
    expected: PASSED,
  },
  {
    name: 'withdrawn before, and the user trusts the root above it',
    periods: until('2026-02-01T00:00:00Z'),
    anchors: ['root'],
    expected: PASSED,
  },
];

/** The time-stamping authority is independent of the signer's CA. */
const TSA: Readonly<Record<string, Row>> = {
  tsaRoot: {},
  tsa: { issuer: 'tsaRoot', eku: ['timeStamping'], ekuCritical: true },
};

test.each(CASES)('$name', async ({ periods, expected, pdf = plain, listed = 'ca', anchors = [], rows = {} }) => {
  const pki = tableOf({ name: '', expected, pdf, rows: { ...TSA, ...rows } });
  const folder = listsFolder();
  await writeGeneration(folder, [indexedList('XX', pki.id(listed).der, periods)]);
  const trust = trustStoreOf(
    anchors.map(name => pki.certificate(name)),
    folder,
  );
  const bytes = pdf(pki).withStore({ crls: [pki.crl('tsaRoot')] }).bytes;
  const { signers, policy } = await check(bytes, { trust, at: NOW });
  const { indication, subIndication, trusted, findings } = signers[0]!;
  expect(subIndication ? `${indication}/${subIndication}` : indication).toBe(expected);
  expect(trusted).toBe(expected === PASSED);
  expect(policy.sources).toContain('eu');
  if (expected === NOT_GRANTED) {
    const finding = findings.find(({ rule }) => rule === 'certificate-path');
    expect(finding?.message).toMatch(/is in the trusted list \(XX\), but was not granted on 2026-0[36]-01/);
  }
});

test.each([
  ['granted', 'eu', 'granted'],
  ['withdrawn', 'aatl', null],
])('in a trusted list as %s and in that of Adobe: the source is %s', async (listed, source, status) => {
  const pki = tableOf({ name: '', expected: '', pdf: plain });
  const folder = listsFolder();
  await writeGeneration(folder, [indexedList('XX', pki.id('ca').der, always(listed))]);
  const anchor = { certificate: pki.certificate('ca'), policies: null };
  await saveAatl(folder, [anchor], { signed: NOW, signerName: 'Adobe' });
  const { signer, policy } = await check(plain(pki).bytes, {
    trust: trustStoreOf([], folder, { aatl: folder }),
    at: NOW,
  });
  expect(policy.sources).toEqual(['eu', 'aatl']);
  expect(signer).toMatchObject({ trusted: true, trust: { source, status } });
  expect(signer!.qualification).not.toBeNull();
});
