/** Revocation data that is newer than the certificate: whether it includes expired ones is stated by the data, or by a trusted list. */
import { expect, test } from 'vitest';
import { check } from '../../../src/signatures/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { NOW, type Pki } from '../../helpers/pki.js';
import { indexedList, listsFolder, type PeriodRow, writeGeneration } from '../../helpers/trust-lists/generation.js';
import { date, OUT_OF_BOUNDS, PASSED, REVOKED, type Store, signed, stamped, tableOf } from './table.js';
import { EXPIRED, KEEPS_EXPIRED, LAST_YEAR } from './validity.js';

const START = '2020-01-01T00:00:00Z';
const since = (expiredKept: string): PeriodRow[] => [{ status: 'granted', start: START, expiredKept }];
const YEARS = since('2021-01-01T00:00:00Z');
const crl = (more: object = {}) => ({ store: (pki: Pki): Store => ({ crls: [pki.crl('ca', more)] }) });
const ocsp = (more: object = {}) => ({
  store: (pki: Pki): Store => ({ ocsps: [pki.ocsp('ann', { responder: 'ca', ...more })] }),
});

interface Case {
  readonly name: string;
  readonly periods: readonly PeriodRow[];
  readonly store: (pki: Pki) => Store;
  readonly expected: string;
  /** The certificate that the list names; default: the CA. */
  readonly listed?: string;
  readonly nextUpdates?: Readonly<Record<string, Date>>;
  readonly dropped?: Readonly<Record<string, Date>>;
  readonly strict?: true;
}

const CASES: readonly Case[] = [
  { name: 'a CRL', periods: since(START), ...crl(), expected: PASSED },
  { name: 'an OCSP response', periods: since(START), ...ocsp(), expected: PASSED },
  { name: 'since the day of the expiry', periods: since('2026-01-01T00:00:00Z'), ...crl(), expected: PASSED },
  { name: 'since a later day', periods: since('2026-01-02T00:00:00Z'), ...crl(), expected: OUT_OF_BOUNDS },
  { name: 'without a statement', periods: [{ status: 'granted', start: START }], ...crl(), expected: OUT_OF_BOUNDS },
  {
    name: 'a CRL that says since when itself, later',
    periods: since(START),
    ...crl({ extensions: [{ oid: '2.5.29.60', value: Buffer.from('180f32303236303230313030303030305a', 'hex') }] }),
    expected: OUT_OF_BOUNDS,
  },
  {
    name: 'a CRL that says since when itself, earlier',
    periods: since('2026-02-01T00:00:00Z'),
    ...crl({ extensions: [KEEPS_EXPIRED] }),
    expected: PASSED,
  },
  {
    name: 'an archive cutoff that is later',
    periods: since(START),
    ...ocsp({ archiveCutoff: date('2026-02-01') }),
    expected: OUT_OF_BOUNDS,
  },
  {
    name: 'an archive cutoff that is earlier',
    periods: since('2026-02-01T00:00:00Z'),
    ...ocsp({ archiveCutoff: date('2025-02-01') }),
    expected: PASSED,
  },
  {
    name: 'a former state of the service',
    periods: [
      { status: 'granted', start: '2026-03-01T00:00:00Z' },
      { status: 'granted', start: START, end: '2026-03-01T00:00:00Z', expiredKept: START },
    ],
    ...crl(),
    expected: OUT_OF_BOUNDS,
  },
  {
    name: 'a service that is not granted',
    periods: [{ status: 'withdrawn', start: START, expiredKept: START }],
    ...crl(),
    expected: OUT_OF_BOUNDS,
  },
  {
    name: 'a service for timestamps',
    periods: [{ status: 'granted', start: START, expiredKept: START, type: 'TSA/QTST' }],
    ...crl(),
    expected: OUT_OF_BOUNDS,
  },
  { name: 'of another authority, the root', periods: YEARS, listed: 'root', ...crl(), expected: OUT_OF_BOUNDS },
  {
    name: 'a list that is out of date for longer than the grace period',
    periods: YEARS,
    ...crl(),
    nextUpdates: { XX: date('2026-05-01') },
    expected: OUT_OF_BOUNDS,
  },
  {
    name: 'within the grace period',
    periods: YEARS,
    ...crl(),
    nextUpdates: { XX: date('2026-05-30') },
    expected: PASSED,
  },
  {
    name: 'within the grace period, strictly',
    periods: YEARS,
    ...crl(),
    nextUpdates: { XX: date('2026-05-30') },
    strict: true,
    expected: OUT_OF_BOUNDS,
  },
  {
    name: 'a list whose signer may not sign any more',
    periods: YEARS,
    ...crl(),
    dropped: { XX: date('2026-04-01') },
    expected: OUT_OF_BOUNDS,
  },
  { name: 'a revocation counts', periods: YEARS, ...crl({ revoked: { ann: date('2025-11-15') } }), expected: REVOKED },
];

test.each(CASES)('$name', async ({ periods, store, expected, listed = 'ca', nextUpdates, dropped, strict }) => {
  const pki = tableOf({ name: '', expected, pdf: signed, rows: { ann: EXPIRED } });
  const folder = listsFolder();
  await writeGeneration(folder, [indexedList('XX', pki.id(listed).der, periods)], nextUpdates, dropped);
  // of the user as well, so that only the statement about expired certificates depends on the list
  const anchors = listed === 'root' ? ['root'] : ['root', 'ca'];
  const trust = trustStoreOf(
    anchors.map(name => pki.certificate(name)),
    folder,
  );
  const found = store(pki);
  const pdf = signed(pki, stamped(pki, LAST_YEAR)).withStore({
    ...found,
    crls: [pki.crl('root'), ...(found.crls ?? [])],
  });
  const { signers } = await check(pdf.bytes, { trust, at: NOW, strictTrust: strict ?? false });
  const { indication, subIndication } = signers[0]!;
  expect(subIndication ? `${indication}/${subIndication}` : indication).toBe(expected);
});
