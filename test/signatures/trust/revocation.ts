/** Revocation: who may tell, when it counts, and what the proof of an older signature changes. */
import type { Pki } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import {
  about,
  contentTimestamp,
  date,
  good,
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
const revokedInMay = (pki: Pki, more: object = {}): Store => ({
  crls: [pki.crl('root'), pki.crl('ca', { revoked: { ann: MAY }, ...more })],
});
const crlOf = (pki: Pki, options: Parameters<Pki['crl']>[1]): Store => about(pki, { crls: [pki.crl('ca', options)] });
const ocspOf = (pki: Pki, options: Parameters<Pki['ocsp']>[1]): Store =>
  about(pki, { ocsps: [pki.ocsp('ann', options)] });

const told = (name: string, expected: string, store: (pki: Pki) => Store, more: Partial<TrustCase> = {}): TrustCase =>
  plain(name, expected, {}, { pdf: pki => signed(pki).withStore(store(pki)), ...more });

export const REVOCATION: readonly TrustCase[] = [
  plain(
    'revoked, nothing proves an earlier time',
    REVOKED,
    {},
    { pdf: pki => signed(pki).withStore(revokedInMay(pki)) },
  ),
  plain(
    'revoked by OCSP',
    REVOKED,
    {},
    {
      pdf: pki => signed(pki).withStore(ocspOf(pki, { status: 'revoked', revokedAt: MAY })),
    },
  ),
  plain(
    'revoked after a timestamp',
    PASSED,
    {},
    {
      pdf: pki => signed(pki, stamped(pki, date('2026-04-30'))).withStore(revokedInMay(pki)),
    },
  ),
  plain(
    'revoked before a timestamp',
    REVOKED,
    {},
    {
      pdf: pki => signed(pki, stamped(pki, date('2026-05-02'))).withStore(revokedInMay(pki)),
    },
  ),
  plain(
    'revoked after a document timestamp',
    PASSED,
    {},
    {
      pdf: pki =>
        signed(pki)
          .timestamp(bytes => pki.timestamp('tsa', bytes, { time: date('2026-04-30') }))
          .withStore(revokedInMay(pki)),
    },
  ),
  plain(
    'made after it was revoked',
    'TOTAL_FAILED/REVOKED',
    {},
    {
      pdf: pki =>
        blankPdf()
          .sign({
            make: bytes => pki.cms('ann', bytes, { extraSigned: [contentTimestamp(pki, bytes, date('2026-05-02'))] }),
          })
          .withStore(revokedInMay(pki)),
    },
  ),
  told('revoked once, whatever a newer OCSP response says', REVOKED, pki => ({
    ...revokedInMay(pki, { thisUpdate: pki.daysAgo(3), nextUpdate: pki.daysAgo(2) }),
    ocsps: [pki.ocsp('ann')],
  })),
  told('revoked in the future of the validation time', PASSED, revokedInMay, { now: date('2026-04-01') }),
  told('on hold', TRY_LATER, pki =>
    crlOf(pki, { revoked: [{ serialNumber: pki.certificate('ann').serialNumber, at: MAY, reason: 6 }] }),
  ),
  told('on hold, and released in a newer list', PASSED, pki => ({
    crls: [
      ...crlOf(pki, {
        revoked: [{ serialNumber: pki.certificate('ann').serialNumber, at: MAY, reason: 6 }],
        thisUpdate: pki.daysAgo(3),
      }).crls!,
      pki.crl('ca'),
    ],
  })),
  plain(
    'the authority is revoked',
    'INDETERMINATE/REVOKED_CA_NO_POE',
    {},
    {
      pdf: pki => signed(pki).withStore({ crls: [pki.crl('root', { revoked: { ca: MAY } }), pki.crl('ca')] }),
    },
  ),
  plain(
    'the authority was revoked after the document was archived',
    PASSED,
    {},
    {
      pdf: pki =>
        signed(pki, stamped(pki, date('2026-04-20')))
          .withStore({ crls: [pki.crl('ca', { thisUpdate: date('2026-04-20'), nextUpdate: date('2026-05-20') })] })
          .timestamp(bytes => pki.timestamp('tsa', bytes, { time: date('2026-04-21') }))
          .withStore({ crls: [pki.crl('root', { revoked: { ca: MAY } })] }),
    },
  ),
  plain('no revocation data', TRY_LATER, {}, { pdf: pki => signed(pki) }),
  plain(
    'revocation data for the signer alone',
    TRY_LATER,
    {},
    {
      pdf: pki => signed(pki).withStore({ crls: [pki.crl('ca')] }),
    },
  ),
  plain(
    'a certificate that lives too short to be revoked',
    PASSED,
    {
      ann: { issuer: 'ca', extensions: [{ oid: '0.4.0.194121.2.1', value: Buffer.from([5, 0]) }] },
    },
    { pdf: pki => signed(pki).withStore({ crls: [pki.crl('root')] }) },
  ),
];

export const CRLS: readonly TrustCase[] = [
  told('a stale CRL', TRY_LATER, pki => crlOf(pki, { thisUpdate: pki.daysAgo(30), nextUpdate: pki.daysAgo(20) })),
  plain(
    'a stale CRL that was fresh when the timestamp was made',
    PASSED,
    {},
    {
      pdf: pki =>
        signed(pki, stamped(pki, date('2026-05-10'))).withStore({
          crls: ['root', 'ca'].map(name =>
            pki.crl(name, { thisUpdate: date('2026-05-09'), nextUpdate: date('2026-05-11') }),
          ),
        }),
    },
  ),
  told('a CRL signed by another key', TRY_LATER, pki => crlOf(pki, { signer: 'other' })),
  told('a CRL of another authority', TRY_LATER, pki => about(pki, { crls: [pki.crl('other')] })),
  told('a CRL by an authority that may not sign CRLs', TRY_LATER, pki => crlOf(pki, {}), {
    rows: { ca: { issuer: 'root', ca: true, keyUsage: ['keyCertSign'] } },
  }),
  told('a CRL for authorities alone', TRY_LATER, pki => crlOf(pki, { distributionPoint: { onlyCa: true } })),
  told('a CRL for another distribution point', TRY_LATER, pki =>
    crlOf(pki, { distributionPoint: { url: 'http://elsewhere.example/1.crl' } }),
  ),
  told(
    'a CRL for the distribution point of the certificate',
    PASSED,
    pki => crlOf(pki, { distributionPoint: { url: 'http://ca.example/1.crl' } }),
    {
      rows: { ann: { issuer: 'ca', crlUrl: 'http://ca.example/1.crl' } },
    },
  ),
  told('a CRL about some reasons alone', TRY_LATER, pki => crlOf(pki, { distributionPoint: { reasons: 0x40 } })),
  told('a CRL with a critical extension that is not known', TRY_LATER, pki =>
    crlOf(pki, { extensions: [{ oid: '1.2.3.4', critical: true, value: Buffer.from([5, 0]) }] }),
  ),
  told(
    'an indirect CRL that the certificate points to',
    REVOKED,
    pki =>
      about(pki, {
        certificates: [pki.id('lister').der],
        crls: [
          pki.crl('lister', {
            revoked: [{ serialNumber: pki.certificate('ann').serialNumber, at: MAY, issuer: 'CN=ca,O=Test' }],
            distributionPoint: { indirect: true },
          }),
        ],
      }),
    {
      rows: {
        lister: { issuer: 'root', keyUsage: ['cRLSign'] },
        ann: { issuer: 'ca', crlIssuer: 'CN=lister,O=Test' },
      },
    },
  ),
  told(
    'an indirect CRL of somebody to whom the certificate does not point',
    TRY_LATER,
    pki =>
      about(pki, {
        certificates: [pki.id('lister').der],
        crls: [pki.crl('lister', { distributionPoint: { indirect: true } })],
      }),
    { rows: { lister: { issuer: 'root', keyUsage: ['cRLSign'] } } },
  ),
  told('revoked in a delta', REVOKED, pki => ({
    crls: [...good(pki).crls!, pki.crl('ca', { base: 1, number: 2, revoked: { ann: MAY } })],
  })),
  told('a stale CRL with a fresh delta', PASSED, pki =>
    about(pki, {
      crls: [
        pki.crl('ca', { thisUpdate: pki.daysAgo(30), nextUpdate: pki.daysAgo(20), number: 5 }),
        pki.crl('ca', { base: 5, number: 6 }),
      ],
    }),
  ),
  told('revoked in a delta without its base', REVOKED, pki =>
    crlOf(pki, { base: 5, number: 6, revoked: { ann: MAY } }),
  ),
  told('a delta without its base', TRY_LATER, pki => crlOf(pki, { base: 5, number: 6 })),
];

export const OCSP: readonly TrustCase[] = [
  told('good, by the issuer', PASSED, pki => ocspOf(pki, {})),
  told('good, named with SHA-256 and by the key', PASSED, pki => ocspOf(pki, { hash: 'SHA-256', byKey: true })),
  told('good, by a responder that the issuer appointed', PASSED, pki => ocspOf(pki, { responder: 'responder' })),
  told('good, by a responder that is named by its key and comes in the security store', PASSED, pki => ({
    ...ocspOf(pki, { responder: 'responder', byKey: true, certificates: [] }),
    certificates: [pki.id('responder').der],
  })),
  told('unknown', TRY_LATER, pki => ocspOf(pki, { status: 'unknown' })),
  told('stale', TRY_LATER, pki => ocspOf(pki, { thisUpdate: pki.daysAgo(30), nextUpdate: pki.daysAgo(20) })),
  told('by somebody else with a responder certificate', TRY_LATER, pki => ocspOf(pki, { responder: 'foreign' }), {
    rows: { foreign: { issuer: 'other', eku: ['ocspSigning'], ocspNoCheck: true } },
  }),
  told('by another certificate of the same issuer', TRY_LATER, pki => ocspOf(pki, { responder: 'bob' })),
  told('by the signer about the own certificate', TRY_LATER, pki => ocspOf(pki, { responder: 'ann' }), {
    rows: { ann: { issuer: 'ca', eku: ['ocspSigning', 'emailProtection'], ocspNoCheck: true } },
  }),
  told('by a responder whose certificate had expired', TRY_LATER, pki => ocspOf(pki, { responder: 'responder' }), {
    rows: { responder: { issuer: 'ca', eku: ['ocspSigning'], ocspNoCheck: true, notAfter: date('2026-05-01') } },
  }),
  told(
    'by a responder of whom nobody knows whether it is revoked',
    TRY_LATER,
    pki => ocspOf(pki, { responder: 'asked' }),
    {
      rows: { asked: { issuer: 'ca', eku: ['ocspSigning'] } },
    },
  ),
  told(
    'by a revoked responder',
    TRY_LATER,
    pki => ({
      ...ocspOf(pki, { responder: 'asked' }),
      crls: [
        pki.crl('root'),
        pki.crl('ca', { revoked: { asked: MAY }, distributionPoint: { url: 'http://x.example/' } }),
      ],
    }),
    { rows: { asked: { issuer: 'ca', eku: ['ocspSigning'], crlUrl: 'http://x.example/' } } },
  ),
  told('about another certificate', TRY_LATER, pki => about(pki, { ocsps: [pki.ocsp('bob')] })),
  told('about the same number of another issuer', TRY_LATER, pki => ocspOf(pki, { issuer: 'other', responder: 'ca' })),
];
