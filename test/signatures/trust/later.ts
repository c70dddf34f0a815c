/** Revocation data and timestamps issued after the time of validation, each beside the same issued before. */
import type { Pki, Row } from '../../helpers/pki.js';
import { blankPdf, type TestPdf } from '../../helpers/signed-pdf.js';
import {
  about,
  contentTimestamp,
  date,
  good,
  NOT_REVOKED,
  OUT_OF_BOUNDS,
  PASSED,
  plain,
  REVOKED,
  type Store,
  signed,
  stamped,
  TRY_LATER,
  type TrustCase,
} from './table.js';
import { EXPIRED, LAST_YEAR, lastYear } from './validity.js';

const MINUTE = 60_000;
type Dates = { readonly thisUpdate: Date; readonly nextUpdate: Date };
/** Issued this many minutes after the time of validation. */
const issued = (pki: Pki, minutes: number): Dates => {
  const thisUpdate = new Date(pki.now.getTime() + minutes * MINUTE);
  return { thisUpdate, nextUpdate: new Date(thisUpdate.getTime() + 2 * 24 * 60 * MINUTE) };
};

type Make = (pki: Pki, dates: Dates) => Store;
const DELEGATE: Readonly<Record<string, Row>> = { unchecked: { issuer: 'ca', eku: ['ocspSigning'] } };
/** The status of a delegated responder is known from a CRL only, which does not include the signer. */
const ofDelegate: Make = (pki, dates) => ({
  crls: [pki.crl('root'), pki.crl('ca', { ...dates, distributionPoint: { url: 'http://x.example/' } })],
  ocsps: [pki.ocsp('ann', { responder: 'unchecked' })],
});

/** What issues the only status of a certificate. */
const SOURCES: readonly (readonly [name: string, make: Make, rows?: Readonly<Record<string, Row>>])[] = [
  ['an OCSP response', (pki, dates) => about(pki, { ocsps: [pki.ocsp('ann', dates)] })],
  [
    'an OCSP response by a delegated responder',
    (pki, dates) => about(pki, { ocsps: [pki.ocsp('ann', { ...dates, responder: 'responder' })] }),
  ],
  [
    'an OCSP response with an earlier thisUpdate',
    (pki, { thisUpdate: producedAt }) => about(pki, { ocsps: [pki.ocsp('ann', { producedAt })] }),
  ],
  [
    'an OCSP response with an earlier producedAt',
    (pki, dates) => about(pki, { ocsps: [pki.ocsp('ann', { ...dates, producedAt: pki.daysAgo(1) })] }),
  ],
  ['a CRL', (pki, dates) => about(pki, { crls: [pki.crl('ca', dates)] })],
  [
    'a delta CRL',
    (pki, dates) =>
      about(pki, {
        crls: [
          pki.crl('ca', { thisUpdate: pki.daysAgo(30), nextUpdate: pki.daysAgo(20), number: 5 }),
          pki.crl('ca', { ...dates, base: 5, number: 6 }),
        ],
      }),
  ],
  ['a CRL about the CA', (pki, dates) => ({ crls: [pki.crl('root', dates), pki.crl('ca')] })],
  [
    'a CRL about the OCSP responder',
    ofDelegate,
    {
      ...DELEGATE,
      unchecked: { ...DELEGATE.unchecked!, crlUrl: 'http://x.example/' },
    },
  ],
  [
    'all of them',
    (pki, dates) => ({
      crls: [pki.crl('root', dates), pki.crl('ca', dates)],
      ocsps: [pki.ocsp('ann', dates), pki.ocsp('ca', dates)],
    }),
  ],
];

const withStore = (rows: Readonly<Record<string, Row>>, store: (pki: Pki) => Store): Partial<TrustCase> => ({
  rows,
  pdf: pki => signed(pki).withStore(store(pki)),
});

/** 5 minutes are the tolerance for clocks that differ. */
const fromSources = (when: string, minutes: number, expected: string): TrustCase[] =>
  SOURCES.map(([name, make, rows = {}]) =>
    plain(
      `${name}, issued ${when}`,
      expected,
      rows,
      withStore(rows, pki => make(pki, issued(pki, minutes))),
    ),
  );

const revokedLater = (name: string, expected: string, at: string, more: (pki: Pki) => Store = () => ({})): TrustCase =>
  plain(
    name,
    expected,
    {},
    withStore({}, pki => ({
      ...more(pki),
      crls: [
        ...(more(pki).crls ?? []),
        pki.crl('root'),
        pki.crl('ca', { ...issued(pki, 60), revoked: { ann: date(at) } }),
      ],
    })),
  );

export const LATER: readonly TrustCase[] = [
  ...fromSources('before', -24 * 60, PASSED),
  ...fromSources('4 minutes after', 4, PASSED),
  ...fromSources('6 minutes after', 6, TRY_LATER),
  ...fromSources('a year after', 365 * 24 * 60, TRY_LATER),
  plain(
    'data of today, validated as of the time of signing',
    TRY_LATER,
    {},
    { now: date('2026-04-01'), pdf: pki => signed(pki).withStore(dated(pki, '2026-06-01', '2026-07-01')) },
  ),
  plain(
    'data of the time of signing, validated as of that time',
    PASSED,
    {},
    { now: date('2026-04-01'), pdf: pki => signed(pki).withStore(dated(pki, '2026-03-31', '2026-04-02')) },
  ),
  plain(
    'data issued after the timestamp, but before the validation',
    PASSED,
    {},
    { pdf: pki => signed(pki, stamped(pki, date('2026-05-01'))).withStore(good(pki)) },
  ),
  plain(
    'data issued after the certificate expired and after the validation',
    OUT_OF_BOUNDS,
    { ann: EXPIRED },
    {
      pdf: pki =>
        signed(pki, stamped(pki, LAST_YEAR)).withStore({ crls: [pki.crl('root'), pki.crl('ca', issued(pki, 60))] }),
    },
  ),
  revokedLater('a later CRL with a revocation before the validation', REVOKED, '2026-05-01'),
  revokedLater(
    'a later CRL with a revocation before the validation, beside a good status',
    REVOKED,
    '2026-05-01',
    good,
  ),
  revokedLater('a later CRL with a revocation after the validation', TRY_LATER, '2026-07-01'),
  revokedLater('a later CRL with a revocation after the validation, beside a good status', PASSED, '2026-07-01', good),
  plain(
    'a hold that only later data releases',
    TRY_LATER,
    {},
    withStore({}, pki => {
      const revoked = [{ serialNumber: pki.certificate('ann').serialNumber, at: date('2026-05-01'), reason: 6 }];
      return { crls: [pki.crl('root'), pki.crl('ca', { revoked }), pki.crl('ca', issued(pki, 60))] };
    }),
  ),
  ...[
    { what: 'before', minutes: -60, expected: 'TOTAL_FAILED/EXPIRED' },
    { what: 'after', minutes: 60, expected: NOT_REVOKED },
  ].map(({ what, minutes, expected }) =>
    plain(
      `a content timestamp ${what} the validation`,
      expected,
      { ann: EXPIRED },
      {
        pdf: pki => contentStamped(pki, new Date(pki.now.getTime() + minutes * MINUTE)).withStore(lastYear(pki)),
      },
    ),
  ),
];

const dated = (pki: Pki, from: string, to: string): Store => ({
  crls: ['root', 'ca'].map(name => pki.crl(name, { thisUpdate: date(from), nextUpdate: date(to) })),
});

function contentStamped(pki: Pki, time: Date): TestPdf {
  return blankPdf().sign({
    make: bytes => pki.cms('ann', bytes, { extraSigned: [contentTimestamp(pki, bytes, time)] }),
  });
}
