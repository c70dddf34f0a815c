/** Which answers about revocation count, and which of several applies (RFC 5280, 5.3 and 6.3; RFC 6960, 2.2 and 4.4). */
import { createHash } from 'node:crypto';
import { octetString, sequence } from '../../helpers/pki/der.js';
import { digestAlgorithm } from '../../helpers/pki/keys.js';
import type { Pki } from '../../helpers/pki.js';
import {
  about,
  date,
  PASSED,
  plain,
  REVOKED,
  type Store,
  signed,
  stamped,
  TRY_LATER,
  type TrustCase,
} from './table.js';

const MAY = date('2026-05-01');
const HOLD = 6;
const NULL = Buffer.from([5, 0]);
const UNKNOWN = { oid: '1.2.3.4', critical: true, value: NULL };

const answered = (
  name: string,
  expected: string,
  store: (pki: Pki) => Store,
  rows: TrustCase['rows'] = {},
): TrustCase => plain(name, expected, rows, { pdf: pki => signed(pki).withStore(about(pki, store(pki))) });

type Ocsp = Parameters<Pki['ocsp']>[1];
const ocsp = (name: string, expected: string, options: (pki: Pki) => Ocsp, rows?: TrustCase['rows']): TrustCase =>
  answered(name, expected, pki => ({ ocsps: [pki.ocsp('ann', options(pki))] }), rows);

type Entry = Exclude<Parameters<Pki['crl']>[1], undefined>['revoked'];
const crl = (name: string, expected: string, revoked: (pki: Pki) => Entry): TrustCase =>
  answered(name, expected, pki => ({ crls: [pki.crl('ca', { revoked: revoked(pki)! })] }));
const serialOf = (pki: Pki, name: string): string => pki.certificate(name).serialNumber;

/** The certificate is valid since yesterday, 12:00. */
const NEW: TrustCase['rows'] = { ann: { issuer: 'ca', notBefore: new Date('2026-05-31T12:00:00Z') } };
const BEFORE = new Date('2026-05-31T11:59:59Z');
const SINCE = new Date('2026-05-31T12:00:00Z');

export const ANSWERS: readonly TrustCase[] = [
  // several answers for one certificate
  ocsp('good and revoked in one OCSP response', REVOKED, () => ({ more: [{ status: 'revoked', revokedAt: MAY }] })),
  ocsp('revoked and good in one OCSP response', REVOKED, () => ({
    status: 'revoked',
    revokedAt: MAY,
    more: [{ status: 'good' }],
  })),
  ocsp('good and on hold in one OCSP response', TRY_LATER, () => ({
    more: [{ status: 'revoked', revokedAt: MAY, reason: HOLD }],
  })),
  ocsp('good and unknown in one OCSP response', TRY_LATER, () => ({ more: [{ status: 'unknown' }] })),
  ocsp('good twice in one OCSP response', PASSED, () => ({ more: [{ status: 'good' }] })),
  answered('unknown by OCSP, and not listed in a CRL of the same time', TRY_LATER, pki => ({
    ocsps: [pki.ocsp('ann', { status: 'unknown' })],
    crls: [pki.crl('ca')],
  })),
  answered('unknown by OCSP, and not listed in an older CRL', TRY_LATER, pki => ({
    ocsps: [pki.ocsp('ann', { status: 'unknown' })],
    crls: [pki.crl('ca', { thisUpdate: pki.daysAgo(2) })],
  })),
  answered('unknown by OCSP, and not listed in a newer CRL', PASSED, pki => ({
    ocsps: [pki.ocsp('ann', { status: 'unknown', thisUpdate: pki.daysAgo(2) })],
    crls: [pki.crl('ca')],
  })),
  answered('unknown by OCSP, and listed in a CRL', REVOKED, pki => ({
    ocsps: [pki.ocsp('ann', { status: 'unknown' })],
    crls: [pki.crl('ca', { revoked: { ann: MAY }, thisUpdate: pki.daysAgo(2) })],
  })),
  answered('good by OCSP, and on hold in a CRL of the same time', TRY_LATER, pki => ({
    ocsps: [pki.ocsp('ann')],
    crls: [pki.crl('ca', { revoked: [{ serialNumber: serialOf(pki, 'ann'), at: MAY, reason: HOLD }] })],
  })),
  plain(
    'revoked twice: the earlier revocation counts',
    REVOKED,
    {},
    {
      pdf: pki =>
        signed(pki, stamped(pki, date('2026-05-10'))).withStore(
          about(pki, {
            ocsps: [pki.ocsp('ann', { status: 'revoked', revokedAt: date('2026-05-20') })],
            crls: [pki.crl('ca', { revoked: { ann: MAY }, thisUpdate: pki.daysAgo(2) })],
          }),
        ),
    },
  ),
  plain(
    'revoked twice, after a timestamp',
    PASSED,
    {},
    {
      pdf: pki =>
        signed(pki, stamped(pki, date('2026-04-30'))).withStore(
          about(pki, {
            ocsps: [pki.ocsp('ann', { status: 'revoked', revokedAt: date('2026-05-20') })],
            crls: [pki.crl('ca', { revoked: { ann: MAY }, thisUpdate: pki.daysAgo(2) })],
          }),
        ),
    },
  ),
  crl('listed twice in a CRL, revoked and on hold', REVOKED, pki => [
    { serialNumber: serialOf(pki, 'ann'), at: MAY },
    { serialNumber: serialOf(pki, 'ann'), at: date('2026-05-20'), reason: HOLD },
  ]),

  // entries whose meaning is unknown
  crl('in a CRL with an unknown critical extension in the entry of another certificate', TRY_LATER, pki => [
    { serialNumber: serialOf(pki, 'bob'), at: MAY, extensions: [UNKNOWN] },
  ]),
  crl('in a CRL with an unknown extension in the entry of another certificate', PASSED, pki => [
    { serialNumber: serialOf(pki, 'bob'), at: MAY, extensions: [{ ...UNKNOWN, critical: false }] },
  ]),
  crl('in a CRL with a critical reason in the entry of another certificate', PASSED, pki => [
    {
      serialNumber: serialOf(pki, 'bob'),
      at: MAY,
      extensions: [{ oid: '2.5.29.21', critical: true, value: Buffer.from([10, 1, 1]) }],
    },
  ]),
  crl('revoked in an entry with an unknown critical extension', REVOKED, pki => [
    { serialNumber: serialOf(pki, 'ann'), at: MAY, extensions: [UNKNOWN] },
  ]),

  // data about another certificate
  ocsp('good, with the hash of the certificate', PASSED, pki => ({ certHash: pki.id('ann') })),
  ocsp('good, with the hash of another certificate', TRY_LATER, pki => ({ certHash: pki.id('bob') })),
  ocsp('good, with a hash that is malformed', TRY_LATER, () => ({
    extensions: [{ oid: '1.3.36.8.3.13', value: NULL }],
  })),
  ocsp('good, with a critical hash of the certificate', PASSED, pki => ({
    extensions: [{ oid: '1.3.36.8.3.13', critical: true, value: hashOf(pki, 'ann') }],
  })),
  ocsp('revoked, with the hash of another certificate', REVOKED, pki => ({
    status: 'revoked',
    revokedAt: MAY,
    certHash: pki.id('bob'),
  })),
  ocsp('good, with an unknown critical extension', TRY_LATER, () => ({ extensions: [UNKNOWN] })),

  // data of a time before the certificate
  ocsp('good, before the certificate was valid', TRY_LATER, () => ({ thisUpdate: BEFORE }), NEW),
  ocsp('good, as soon as the certificate was valid', PASSED, () => ({ thisUpdate: SINCE }), NEW),
  ocsp('revoked, before the certificate was valid', REVOKED, () => ({ status: 'revoked', thisUpdate: BEFORE }), NEW),
  answered(
    'not listed in a CRL, before the certificate was valid',
    TRY_LATER,
    pki => ({ crls: [pki.crl('ca', { thisUpdate: BEFORE })] }),
    NEW,
  ),
  answered(
    'not listed in a CRL, as soon as the certificate was valid',
    PASSED,
    pki => ({ crls: [pki.crl('ca', { thisUpdate: SINCE })] }),
    NEW,
  ),
  answered(
    'not listed in a delta CRL whose base is older than the certificate',
    PASSED,
    pki => ({
      crls: [
        pki.crl('ca', { thisUpdate: BEFORE, number: 5 }),
        pki.crl('ca', { thisUpdate: SINCE, base: 5, number: 6 }),
      ],
    }),
    NEW,
  ),
];

function hashOf(pki: Pki, name: string): Uint8Array {
  const digest = createHash('sha256').update(pki.certificate(name).der).digest();
  return sequence(digestAlgorithm('SHA-256'), octetString(digest));
}
