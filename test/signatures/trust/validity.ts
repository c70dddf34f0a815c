/** Validity periods and proofs of existence. */
import type { Pki, Row } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import {
  contentTimestamp,
  date,
  good,
  NOT_REVOKED,
  OUT_OF_BOUNDS,
  PASSED,
  plain,
  type Store,
  signed,
  stamped,
  type TrustCase,
} from './table.js';

export const EXPIRED: Row = { issuer: 'ca', notBefore: date('2024-01-01'), notAfter: date('2026-01-01') };
export const LAST_YEAR = date('2025-12-01');
/** CRLs of both CAs as of December. */
export const lastYear = (pki: Pki, more: object = {}): Store => ({
  crls: [
    pki.crl('root', { thisUpdate: LAST_YEAR, nextUpdate: date('2026-12-01') }),
    pki.crl('ca', { thisUpdate: LAST_YEAR, nextUpdate: date('2026-01-01'), ...more }),
  ],
});

/** ExpiredCertsOnCRL, since 2020. */
export const KEEPS_EXPIRED = { oid: '2.5.29.60', value: Buffer.from('180f32303230303130313030303030305a', 'hex') };

export const VALIDITY: readonly TrustCase[] = [
  plain('expired, without revocation data', OUT_OF_BOUNDS, { ann: EXPIRED }, { pdf: pki => signed(pki) }),
  plain(
    'expired, not revoked before',
    NOT_REVOKED,
    { ann: EXPIRED },
    { pdf: pki => signed(pki).withStore(lastYear(pki)) },
  ),
  plain('expired, and a current CRL omits expired certificates', OUT_OF_BOUNDS, { ann: EXPIRED }),
  plain(
    'expired, and a current CRL includes expired certificates',
    NOT_REVOKED,
    { ann: EXPIRED },
    {
      pdf: pki => {
        return signed(pki).withStore({ crls: [pki.crl('root'), pki.crl('ca', { extensions: [KEEPS_EXPIRED] })] });
      },
    },
  ),
  plain('not yet valid', OUT_OF_BOUNDS, {
    ann: { issuer: 'ca', notBefore: date('2026-07-01'), notAfter: date('2027-07-01') },
  }),
  plain(
    'expired, timestamped before',
    PASSED,
    { ann: EXPIRED },
    {
      pdf: pki => signed(pki, stamped(pki, LAST_YEAR)).withStore(lastYear(pki)),
    },
  ),
  plain(
    'expired, timestamped before, without revocation data',
    OUT_OF_BOUNDS,
    { ann: EXPIRED },
    {
      pdf: pki => signed(pki, stamped(pki, LAST_YEAR)).withStore({ crls: lastYear(pki).crls!.slice(0, 1) }),
    },
  ),
  plain(
    'expired, timestamped after',
    NOT_REVOKED,
    { ann: EXPIRED },
    {
      pdf: pki => signed(pki, stamped(pki, date('2026-02-01'))).withStore(lastYear(pki)),
    },
  ),
  plain(
    'expired, document timestamp before',
    PASSED,
    { ann: EXPIRED },
    {
      pdf: pki =>
        signed(pki)
          .withStore(lastYear(pki))
          .timestamp(bytes => pki.timestamp('tsa', bytes, { time: date('2025-12-02') })),
    },
  ),
  plain(
    'proven to be older than its certificate',
    'TOTAL_FAILED/NOT_YET_VALID',
    {},
    {
      pdf: pki => signed(pki, stamped(pki, date('2025-01-01'))).withStore(good(pki)),
    },
  ),
  plain(
    'created after its certificate had expired',
    'TOTAL_FAILED/EXPIRED',
    { ann: EXPIRED },
    {
      pdf: pki =>
        blankPdf()
          .sign({
            make: bytes => pki.cms('ann', bytes, { extraSigned: [contentTimestamp(pki, bytes, date('2026-02-01'))] }),
          })
          .withStore(lastYear(pki)),
    },
  ),
  plain('the CA certificate has expired', OUT_OF_BOUNDS, {
    ca: { issuer: 'root', ca: true, notBefore: date('2016-01-01'), notAfter: date('2026-01-01') },
  }),
  plain(
    'the CA certificate has expired, archived before',
    PASSED,
    {
      ca: { issuer: 'root', ca: true, notBefore: date('2016-01-01'), notAfter: date('2026-01-01') },
      ann: EXPIRED,
    },
    {
      pdf: pki =>
        signed(pki, stamped(pki, LAST_YEAR))
          .withStore(lastYear(pki))
          .timestamp(bytes => pki.timestamp('tsa', bytes, { time: date('2025-12-02') })),
    },
  ),
];
