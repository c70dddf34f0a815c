/** Revocation: authorized sources, revocation times, and proofs of existence before the revocation. */
import { distinguishedName } from '../../helpers/pki/certificates.js';
import { implicit, oid, sequence, tagged } from '../../helpers/pki/der.js';
import type { Pki, Row } from '../../helpers/pki.js';
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

const revocationCase = (
  name: string,
  expected: string,
  store: (pki: Pki) => Store,
  more: Partial<TrustCase> = {},
): TrustCase => plain(name, expected, {}, { pdf: pki => signed(pki).withStore(store(pki)), ...more });

/** Beside an older answer that it is good: what is malformed may not speak for a certificate, but against it. */
const revokedBy = (name: string, store: (pki: Pki) => Store, rows: Readonly<Record<string, Row>> = {}): TrustCase =>
  plain(`revoked by ${name}`, REVOKED, rows, {
    pdf: pki => {
      const { ocsps = [], ...rest } = store(pki);
      const older = pki.ocsp('ann', { thisUpdate: pki.daysAgo(2) });
      return signed(pki).withStore(about(pki, { ...rest, ocsps: [older, ...ocsps] }));
    },
  });
const DELEGATE: Row = { issuer: 'ca', eku: ['ocspSigning'], ocspNoCheck: true };
const TWICE = { oid: '2.5.29.37', value: sequence(oid('1.3.6.1.5.5.7.3.9')) };
const NOTE = { oid: '1.2.3.4', value: Buffer.from([2, 1, 7]) };
const KEY_COMPROMISE = { oid: '2.5.29.21', value: Buffer.from([10, 1, 1]) };
const revokedByDelegate = (pki: Pki): Store => ({
  ocsps: [pki.ocsp('ann', { responder: 'delegate', status: 'revoked', revokedAt: MAY })],
});
const listed = (pki: Pki, more: object = {}) => ({
  serialNumber: pki.certificate('ann').serialNumber,
  at: MAY,
  ...more,
});

export const REVOCATION: readonly TrustCase[] = [
  revokedBy('a responder whose key is only for encryption', revokedByDelegate, {
    delegate: { ...DELEGATE, keyUsage: ['keyEncipherment'] },
  }),
  revokedBy('a responder with an extension that occurs twice', revokedByDelegate, {
    delegate: { ...DELEGATE, extensions: [TWICE] },
  }),
  revokedBy('an answer with an extension that occurs twice', pki => ({
    ocsps: [pki.ocsp('ann', { status: 'revoked', revokedAt: MAY, extensions: [NOTE, NOTE] })],
  })),
  revokedBy('a CRL with an extension that occurs twice', pki => ({
    crls: [pki.crl('ca', { extensions: [NOTE, NOTE], revoked: [listed(pki)] })],
  })),
  revokedBy('a CRL with a malformed entry of another certificate', pki => ({
    crls: [pki.crl('ca', { revoked: [listed(pki), { serialNumber: '7777', at: MAY, isMalformed: true }] })],
  })),
  revocationCase('on hold in a malformed base of a delta CRL that ends the hold', TRY_LATER, pki => ({
    crls: [
      pki.crl('root'),
      pki.crl('ca', {
        thisUpdate: pki.daysAgo(2),
        number: 1,
        extensions: [NOTE, NOTE],
        revoked: [listed(pki, { reason: 6 })],
      }),
      pki.crl('ca', { number: 2, base: 1, revoked: [listed(pki, { reason: 8 })] }),
    ],
  })),
  revokedBy('an entry that is removed for one reason and revoked for another', pki => ({
    crls: [pki.crl('ca', { revoked: [listed(pki, { reason: 8, extensions: [KEY_COMPROMISE] })] })],
  })),
  plain('revoked, without proof of existence', REVOKED, {}, { pdf: pki => signed(pki).withStore(revokedInMay(pki)) }),
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
    'created after the revocation',
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
  revocationCase('revoked, although a newer OCSP response says good', REVOKED, pki => ({
    ...revokedInMay(pki, { thisUpdate: pki.daysAgo(3), nextUpdate: pki.daysAgo(2) }),
    ocsps: [pki.ocsp('ann')],
  })),
  ...announced(),
  revocationCase('on hold', TRY_LATER, pki =>
    crlOf(pki, { revoked: [{ serialNumber: pki.certificate('ann').serialNumber, at: MAY, reason: 6 }] }),
  ),
  revocationCase('on hold, and released in a newer CRL', PASSED, pki => ({
    crls: [
      ...crlOf(pki, {
        revoked: [{ serialNumber: pki.certificate('ann').serialNumber, at: MAY, reason: 6 }],
        thisUpdate: pki.daysAgo(3),
      }).crls!,
      pki.crl('ca'),
    ],
  })),
  plain(
    'the CA certificate is revoked',
    'INDETERMINATE/REVOKED_CA_NO_POE',
    {},
    {
      pdf: pki => signed(pki).withStore({ crls: [pki.crl('root', { revoked: { ca: MAY } }), pki.crl('ca')] }),
    },
  ),
  plain(
    'the CA certificate was revoked after the document was archived',
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
    'revocation data only for the signer',
    TRY_LATER,
    {},
    {
      pdf: pki => signed(pki).withStore({ crls: [pki.crl('ca')] }),
    },
  ),
  plain(
    'a short-lived certificate without revocation data',
    PASSED,
    {
      ann: { issuer: 'ca', extensions: [{ oid: '0.4.0.194121.2.1', value: Buffer.from([5, 0]) }] },
    },
    { pdf: pki => signed(pki).withStore({ crls: [pki.crl('root')] }) },
  ),
];

/** A CRL or an answer that states a revocation for a time that is still to come: the certificate is revoked, since when is unknown. */
function announced(): TrustCase[] {
  const [APRIL, ...soon] = [date('2026-04-01'), date('2026-05-01'), new Date('2026-04-01T00:00:01Z')] as const;
  const entry = (pki: Pki, at: Date, reason?: number) => ({ revoked: [listed(pki, { at, reason })] });
  const days = (count: number) => new Date(APRIL.getTime() - count * 86_400_000);
  const before = { thisUpdate: days(2), nextUpdate: days(-5) };
  const row = (
    name: string,
    expected: string,
    store: (pki: Pki) => Store,
    sign: (pki: Pki) => ReturnType<typeof signed> = pki => signed(pki),
  ): TrustCase =>
    plain(`a future revocation, ${name}`, expected, {}, { pdf: pki => sign(pki).withStore(store(pki)), now: APRIL });
  const stampedAt = (days: number) => (pki: Pki) => signed(pki, stamped(pki, pki.daysAgo(days)));
  return [
    ...soon.flatMap(at => [
      row(`of ${at.toISOString()}, in a CRL`, REVOKED, pki => crlOf(pki, entry(pki, at))),
      row(`of ${at.toISOString()}, by OCSP`, REVOKED, pki => ocspOf(pki, { status: 'revoked', revokedAt: at })),
    ]),
    row('on hold', TRY_LATER, pki => crlOf(pki, entry(pki, MAY, 6))),
    row('of the CA', 'INDETERMINATE/REVOKED_CA_NO_POE', pki => ({
      crls: [pki.crl('root', { revoked: { ca: MAY } }), pki.crl('ca')],
    })),
    row('in a delta CRL', REVOKED, pki => ({
      crls: [...good(pki).crls!, pki.crl('ca', { base: 1, number: 2, ...entry(pki, MAY) })],
    })),
    row('beside a newer good answer', REVOKED, pki => ({
      ...crlOf(pki, { ...entry(pki, MAY), ...before }),
      ocsps: [pki.ocsp('ann')],
    })),
    row('beside an older good answer', REVOKED, pki => ({
      ...crlOf(pki, entry(pki, MAY)),
      ocsps: [pki.ocsp('ann', before)],
    })),
    row('after a timestamp that is older than the CRL', PASSED, pki => crlOf(pki, entry(pki, MAY)), stampedAt(10)),
    row(
      'in a CRL that is older than a timestamp',
      REVOKED,
      pki => crlOf(pki, { ...entry(pki, MAY), ...before }),
      stampedAt(1),
    ),
    row('in a CRL of the future', TRY_LATER, pki =>
      crlOf(pki, { ...entry(pki, MAY), thisUpdate: date('2026-04-15'), nextUpdate: date('2026-06-15') }),
    ),
  ];
}

/** An indirect CRL by a certificate that the root has issued. */
function byLister(name: string, expected: string, lister: Partial<Row>): TrustCase {
  return revocationCase(
    `an indirect CRL by a certificate ${name}`,
    expected,
    pki => ({
      certificates: [pki.id('lister').der],
      crls: [
        pki.crl('root'),
        pki.crl('ca', { thisUpdate: pki.daysAgo(60), nextUpdate: pki.daysAgo(30) }),
        pki.crl('lister', { distributionPoint: { indirect: true } }),
      ],
    }),
    {
      rows: {
        lister: { issuer: 'root', keyUsage: ['cRLSign'], ...lister },
        ann: { issuer: 'ca', crlIssuer: 'CN=lister,O=Test' },
      },
    },
  );
}

export const CRLS: readonly TrustCase[] = [
  revocationCase('an outdated CRL', TRY_LATER, pki =>
    crlOf(pki, { thisUpdate: pki.daysAgo(30), nextUpdate: pki.daysAgo(20) }),
  ),
  plain(
    'an outdated CRL that was fresh at the time of the timestamp',
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
  revocationCase('a CRL signed by another key', TRY_LATER, pki => crlOf(pki, { signer: 'other' })),
  revocationCase('a CRL of another CA', TRY_LATER, pki => about(pki, { crls: [pki.crl('other')] })),
  revocationCase('a CRL by a CA without key usage for CRLs', TRY_LATER, pki => crlOf(pki, {}), {
    rows: { ca: { issuer: 'root', ca: true, keyUsage: ['keyCertSign'] } },
  }),
  revocationCase('a CRL only for CAs', TRY_LATER, pki => crlOf(pki, { distributionPoint: { onlyCa: true } })),
  revocationCase('a CRL for another distribution point', TRY_LATER, pki =>
    crlOf(pki, { distributionPoint: { url: 'http://other.example/1.crl' } }),
  ),
  revocationCase(
    'a CRL for the distribution point of the certificate',
    PASSED,
    pki => crlOf(pki, { distributionPoint: { url: 'http://ca.example/1.crl' } }),
    {
      rows: { ann: { issuer: 'ca', crlUrl: 'http://ca.example/1.crl' } },
    },
  ),
  revocationCase(
    'a CRL for a distribution point with a relative name that the certificate does not have',
    TRY_LATER,
    pki => crlOf(pki, { distributionPoint: { relativeName: 'part 1' } }),
  ),
  revocationCase(
    'a CRL for a distribution point with another relative name',
    TRY_LATER,
    pki => crlOf(pki, { distributionPoint: { relativeName: 'part 1' } }),
    { rows: { ann: { issuer: 'ca', crlRelativeName: 'part 2' } } },
  ),
  revocationCase(
    'a CRL for a distribution point with a URL, where the certificate has a relative name',
    TRY_LATER,
    pki => crlOf(pki, { distributionPoint: { url: 'http://ca.example/1.crl' } }),
    { rows: { ann: { issuer: 'ca', crlRelativeName: 'part 1' } } },
  ),
  revocationCase(
    'a CRL for the relative name of the certificate, but of another CRL issuer',
    TRY_LATER,
    pki => crlOf(pki, { distributionPoint: { relativeName: 'part 1' } }),
    { rows: { ann: { issuer: 'ca', crlRelativeName: 'part 1', crlIssuer: 'CN=lister,O=Test' } } },
  ),
  revocationCase(
    'a CRL for the relative name of the certificate',
    PASSED,
    pki => crlOf(pki, { distributionPoint: { relativeName: 'part 1' } }),
    { rows: { ann: { issuer: 'ca', crlRelativeName: 'part 1' } } },
  ),
  ...distributionPoints(),
  revocationCase('a CRL with only some reasons', TRY_LATER, pki =>
    crlOf(pki, { distributionPoint: { reasons: 0x40 } }),
  ),
  revocationCase('a CRL with an unknown critical extension', TRY_LATER, pki =>
    crlOf(pki, { extensions: [{ oid: '1.2.3.4', critical: true, value: Buffer.from([5, 0]) }] }),
  ),
  revocationCase(
    'an indirect CRL to which the certificate refers',
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
  revocationCase(
    'an indirect CRL to which the certificate does not refer',
    TRY_LATER,
    pki =>
      about(pki, {
        certificates: [pki.id('lister').der],
        crls: [pki.crl('lister', { distributionPoint: { indirect: true } })],
      }),
    { rows: { lister: { issuer: 'root', keyUsage: ['cRLSign'] } } },
  ),
  byLister('that is valid', PASSED, {}),
  byLister('that had expired when it signed the CRL', TRY_LATER, {
    notBefore: date('2024-01-01'),
    notAfter: date('2025-01-01'),
  }),
  byLister('with an unknown critical extension', TRY_LATER, {
    extensions: [{ oid: '1.2.3.4', critical: true, value: Buffer.from([5, 0]) }],
  }),
  revocationCase('revoked in a delta CRL', REVOKED, pki => ({
    crls: [...good(pki).crls!, pki.crl('ca', { base: 1, number: 2, revoked: { ann: MAY } })],
  })),
  revocationCase('an outdated CRL with a fresh delta CRL', PASSED, pki =>
    about(pki, {
      crls: [
        pki.crl('ca', { thisUpdate: pki.daysAgo(30), nextUpdate: pki.daysAgo(20), number: 5 }),
        pki.crl('ca', { base: 5, number: 6 }),
      ],
    }),
  ),
  revocationCase('revoked in a delta CRL without its base', REVOKED, pki =>
    crlOf(pki, { base: 5, number: 6, revoked: { ann: MAY } }),
  ),
  revocationCase('a delta CRL without its base', TRY_LATER, pki => crlOf(pki, { base: 5, number: 6 })),
];

export const OCSP: readonly TrustCase[] = [
  revocationCase('good, signed by the issuer', PASSED, pki => ocspOf(pki, {})),
  revocationCase('good, with SHA-256 and the responder identified by key', PASSED, pki =>
    ocspOf(pki, { hash: 'SHA-256', byKey: true }),
  ),
  revocationCase('good, by an authorized responder', PASSED, pki => ocspOf(pki, { responder: 'responder' })),
  revocationCase('good, by a responder identified by key whose certificate is in the security store', PASSED, pki => ({
    ...ocspOf(pki, { responder: 'responder', byKey: true, certificates: [] }),
    certificates: [pki.id('responder').der],
  })),
  revocationCase('unknown', TRY_LATER, pki => ocspOf(pki, { status: 'unknown' })),
  revocationCase('outdated', TRY_LATER, pki =>
    ocspOf(pki, { thisUpdate: pki.daysAgo(30), nextUpdate: pki.daysAgo(20) }),
  ),
  revocationCase('by a responder of another issuer', TRY_LATER, pki => ocspOf(pki, { responder: 'foreign' }), {
    rows: { foreign: { issuer: 'other', eku: ['ocspSigning'], ocspNoCheck: true } },
  }),
  revocationCase('by another certificate of the same issuer', TRY_LATER, pki => ocspOf(pki, { responder: 'bob' })),
  revocationCase('by the signer about its own certificate', TRY_LATER, pki => ocspOf(pki, { responder: 'ann' }), {
    rows: { ann: { issuer: 'ca', eku: ['ocspSigning', 'emailProtection'], ocspNoCheck: true } },
  }),
  revocationCase(
    'by a responder whose certificate had expired',
    TRY_LATER,
    pki => ocspOf(pki, { responder: 'responder' }),
    {
      rows: { responder: { issuer: 'ca', eku: ['ocspSigning'], ocspNoCheck: true, notAfter: date('2026-05-01') } },
    },
  ),
  revocationCase(
    'by a responder with unknown revocation status',
    TRY_LATER,
    pki => ocspOf(pki, { responder: 'unchecked' }),
    {
      rows: { unchecked: { issuer: 'ca', eku: ['ocspSigning'] } },
    },
  ),
  revocationCase(
    'by a revoked responder',
    TRY_LATER,
    pki => ({
      ...ocspOf(pki, { responder: 'unchecked' }),
      crls: [
        pki.crl('root'),
        pki.crl('ca', { revoked: { unchecked: MAY }, distributionPoint: { url: 'http://x.example/' } }),
      ],
    }),
    { rows: { unchecked: { issuer: 'ca', eku: ['ocspSigning'], crlUrl: 'http://x.example/' } } },
  ),
  revocationCase('about another certificate', TRY_LATER, pki => about(pki, { ocsps: [pki.ocsp('bob')] })),
  revocationCase('about the same serial number of another issuer', TRY_LATER, pki =>
    ocspOf(pki, { issuer: 'other', responder: 'ca' }),
  ),
];

/** The names of the distribution point in the CRL and in the certificate (RFC 5280, 6.3.3 b 1 and 2). */
function distributionPoints(): TrustCase[] {
  const names = (...all: Uint8Array[]) => tagged(0, tagged(0, ...all));
  const uri = (text: string) => implicit(6, Buffer.from(text));
  const [A, B] = [uri('http://a.example/1.crl'), uri('http://b.example/1.crl')];
  const [CA, LISTER] = ['CN=ca,O=Test', 'CN=lister,O=Test'].map(name => tagged(4, distinguishedName(name)));
  const INDIRECT = implicit(4, Buffer.from([0xff]));
  const crlIssuer = (name: Uint8Array) => tagged(2, name);
  /** `scope`: fields of the issuing distribution point; `points`: fields of each distribution point of the certificate. */
  const make = (
    name: string,
    expected: string,
    scope: readonly Uint8Array[],
    points: readonly (readonly Uint8Array[])[],
    issuer: 'ca' | 'lister' = 'ca',
  ) => {
    const value = sequence(...points.map(fields => sequence(...fields)));
    const idp = { oid: '2.5.29.28', critical: true, value: sequence(...scope) };
    return revocationCase(
      `a CRL ${name}`,
      expected,
      pki =>
        about(pki, {
          certificates: issuer === 'lister' ? [pki.id('lister').der] : [],
          crls: [pki.crl(issuer, { extensions: [idp] })],
        }),
      {
        rows: {
          lister: { issuer: 'root', keyUsage: ['cRLSign'] },
          ann: { issuer: 'ca', ...(points.length ? { extensions: [{ oid: '2.5.29.31', value }] } : {}) },
        },
      },
    );
  };
  return [
    make('with an empty list of names', TRY_LATER, [names()], [[names(A)]]),
    make('with an empty list of names, as in the certificate', TRY_LATER, [names()], [[names()]]),
    make('with an empty list of names, and no distribution point', TRY_LATER, [names()], []),
    make('without names', PASSED, [], [[names(A)]]),
    make('with one of the names', PASSED, [names(B, A)], [[names(A)]]),
    make('with the name of the second distribution point', PASSED, [names(B)], [[names(A)], [names(B)]]),
    make('with another name', TRY_LATER, [names(B)], [[names(A)]]),
    make('with the name of the certificate issuer', PASSED, [names(CA!)], []),
    make('with the name of another issuer', TRY_LATER, [names(LISTER!)], []),
    make(
      'with the name of a distribution point of another CRL issuer',
      TRY_LATER,
      [names(B)],
      [[names(A)], [names(B), crlIssuer(LISTER!)]],
    ),
    make(
      'that is indirect, with the name of its issuer',
      PASSED,
      [names(LISTER!), INDIRECT],
      [[crlIssuer(LISTER!)]],
      'lister',
    ),
    make('that is indirect, with another name', TRY_LATER, [names(B), INDIRECT], [[crlIssuer(LISTER!)]], 'lister'),
    make(
      'that is indirect, with the name of a distribution point of the certificate issuer',
      TRY_LATER,
      [names(A), INDIRECT],
      [[names(A)], [names(B), crlIssuer(LISTER!)]],
      'lister',
    ),
    make(
      'that is indirect, with the name of its distribution point',
      PASSED,
      [names(A), INDIRECT],
      [[names(A), crlIssuer(LISTER!)]],
      'lister',
    ),
    make(
      'that is not indirect, of the CRL issuer in the certificate',
      TRY_LATER,
      [names(A)],
      [[names(A), crlIssuer(LISTER!)]],
      'lister',
    ),
  ];
}
