/** Valid and invalid timestamps, archive timestamps that renew them, and algorithms that became weak. */
import { octetString, oid, sequence } from '../../helpers/pki/der.js';
import { attribute, type Pki, type Row, type TimestampOptions } from '../../helpers/pki.js';
import { blankPdf, type TestPdf } from '../../helpers/signed-pdf.js';
import {
  contentTimestamp,
  date,
  good,
  NOT_REVOKED,
  PASSED,
  plain,
  signed,
  stamped,
  type TrustCase,
  WEAK,
} from './table.js';
import { EXPIRED, LAST_YEAR, lastYear } from './validity.js';

/** The signer's certificate has expired: the signature passes only with a valid timestamp. */
const depends = (
  name: string,
  expected: string,
  rows: Readonly<Record<string, Row>>,
  pdf?: (pki: Pki) => TestPdf,
): TrustCase =>
  plain(
    name,
    expected,
    { ann: EXPIRED, ...rows },
    {
      pdf: pdf ?? (pki => signed(pki, stamped(pki, LAST_YEAR)).withStore(lastYear(pki))),
    },
  );

const TSA: Row = { issuer: 'root', eku: ['timeStamping'], ekuCritical: true };
const OLD_TSA: Row = { ...TSA, notBefore: date('2020-01-01'), notAfter: date('2026-02-01') };
const archivedIn = (pdf: TestPdf, pki: Pki, time: Date, tsa = 'tsa2'): TestPdf =>
  pdf.timestamp(bytes => pki.timestamp(tsa, bytes, { time }));

/** Tokens that are malformed although their signature is valid. */
const MALFORMED: Readonly<Record<string, Partial<TimestampOptions>>> = {
  'two signers': { signerInfos: 2 },
  'no signer': { signerInfos: 0 },
  'no signed attributes': { signedAttributes: false },
  'two message digests': {
    extraSigned: [attribute('1.2.840.113549.1.9.4', octetString(Buffer.alloc(32)))],
  },
  'a message digest with two values': {
    messageDigest: null,
    extraSigned: [attribute('1.2.840.113549.1.9.4', octetString(Buffer.alloc(32)), octetString(Buffer.alloc(32, 1)))],
  },
  'no message digest': { messageDigest: null },
  'no content type': { contentTypeAttribute: null },
  'another content type': { contentTypeAttribute: '1.2.840.113549.1.7.1' },
  'two content types': { extraSigned: [attribute('1.2.840.113549.1.9.3', oid('1.2.840.113549.1.9.16.1.4'))] },
  'two signing-certificate attributes': {
    extraSigned: [attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octetString(Buffer.alloc(32))))))],
  },
};
const malformed = (make: (name: string, options: Partial<TimestampOptions>) => TrustCase): TrustCase[] =>
  Object.entries(MALFORMED).map(([name, options]) => make(name, options));

/** The same with a well-formed token has the expected outcome. */
const MALFORMED_TOKENS: readonly TrustCase[] = [
  ...malformed((name, options) =>
    depends(`of a signature, with ${name}`, NOT_REVOKED, {}, pki =>
      signed(pki, stamped(pki, LAST_YEAR, options)).withStore(lastYear(pki)),
    ),
  ),
  ...malformed((name, options) =>
    depends(`of a document, with ${name}`, NOT_REVOKED, {}, pki =>
      signed(pki)
        .withStore(lastYear(pki))
        .timestamp(bytes => pki.timestamp('tsa', bytes, { time: LAST_YEAR, ...options })),
    ),
  ),
  ...malformed((name, options) =>
    depends(`of the content, with ${name}`, NOT_REVOKED, {}, pki => contentStamped(pki, options)),
  ),
  depends('of the content, well-formed', 'TOTAL_FAILED/EXPIRED', {}, pki => contentStamped(pki, {})),
];

function contentStamped(pki: Pki, options: Partial<TimestampOptions>): TestPdf {
  const make = (bytes: Uint8Array) =>
    pki.cms('ann', bytes, { extraSigned: [contentTimestamp(pki, bytes, date('2026-02-01'), options)] });
  return blankPdf().sign({ make }).withStore(lastYear(pki));
}

export const TIMESTAMPS: readonly TrustCase[] = [
  ...MALFORMED_TOKENS,
  depends('by a trusted time-stamping authority', PASSED, {}),
  depends('by a certificate without key usage for timestamps', NOT_REVOKED, { tsa: { issuer: 'root' } }),
  depends('by a certificate with a non-critical extended key usage', NOT_REVOKED, {
    tsa: { ...TSA, ekuCritical: false },
  }),
  depends('by a certificate with a further extended key usage', NOT_REVOKED, {
    tsa: { ...TSA, eku: ['timeStamping', 'clientAuth'] },
  }),
  depends('by an untrusted time-stamping authority', NOT_REVOKED, { tsa: { ...TSA, issuer: 'other' } }),
  depends('by an authority whose certificate was revoked before', NOT_REVOKED, {}, pki =>
    signed(pki, stamped(pki, LAST_YEAR)).withStore({
      crls: [lastYear(pki).crls![1]!, pki.crl('root', { revoked: { tsa: date('2025-06-01') } })],
    }),
  ),
  depends('by an authority without revocation data', NOT_REVOKED, {
    tsa: { ...TSA, issuer: 'tsaCa' },
    tsaCa: { issuer: 'root', ca: true },
  }),
  depends('over another signature', NOT_REVOKED, {}, pki =>
    signed(pki, { timestamp: () => pki.timestamp('tsa', Buffer.from('another'), { time: LAST_YEAR }) }).withStore(
      lastYear(pki),
    ),
  ),
  depends('with a wrong message digest', NOT_REVOKED, {}, pki =>
    signed(pki, stamped(pki, LAST_YEAR, { messageDigest: Buffer.alloc(32) })).withStore(lastYear(pki)),
  ),
  depends('identifying another certificate', NOT_REVOKED, {}, pki =>
    signed(pki, stamped(pki, LAST_YEAR, { essCertificate: pki.id('bob') })).withStore(lastYear(pki)),
  ),
  depends('with a weak digest', NOT_REVOKED, {}, pki =>
    signed(pki, stamped(pki, LAST_YEAR, { imprintDigest: 'MD5' })).withStore(lastYear(pki)),
  ),
  depends('signed with a key other than that of its certificate', NOT_REVOKED, {}, pki => {
    const certificates = [pki.id('tsa')];
    const timestamp = (value: Uint8Array) =>
      pki.timestamp('bob', value, {
        time: LAST_YEAR,
        namedSigner: pki.id('tsa'),
        certificates,
        essCertificate: pki.id('tsa'),
      });
    return signed(pki, { timestamp }).withStore(lastYear(pki));
  }),
  depends('by an authority whose certificate has expired since', NOT_REVOKED, { tsa: OLD_TSA }),
  depends(
    'by an authority whose certificate has expired since, archived before',
    PASSED,
    { tsa: OLD_TSA, tsa2: TSA },
    pki => archivedIn(signed(pki, stamped(pki, LAST_YEAR)).withStore(lastYear(pki)), pki, date('2025-12-02')),
  ),
  depends(
    'by an authority whose certificate has expired since, archived too late',
    NOT_REVOKED,
    { tsa: OLD_TSA, tsa2: TSA },
    pki => archivedIn(signed(pki, stamped(pki, LAST_YEAR)).withStore(lastYear(pki)), pki, date('2026-03-01')),
  ),
  depends(
    'three generations, each archived before it expired',
    PASSED,
    {
      root: { notBefore: date('2010-01-01') },
      ca: { issuer: 'root', ca: true, notBefore: date('2012-01-01'), notAfter: date('2016-01-01') },
      ann: { issuer: 'ca', notBefore: date('2013-01-01'), notAfter: date('2015-01-01') },
      tsa: { ...TSA, notBefore: date('2012-01-01'), notAfter: date('2017-01-01') },
      tsa2: { ...TSA, notBefore: date('2014-01-01'), notAfter: date('2022-01-01') },
      tsa3: { ...TSA, notBefore: date('2020-01-01'), notAfter: date('2030-01-01') },
    },
    pki => {
      const lists = (...[from, to]: [string, string]) => ({ thisUpdate: date(from), nextUpdate: date(to) });
      const first = signed(pki, stamped(pki, date('2014-06-01'))).withStore({
        crls: [pki.crl('root', lists('2014-05-01', '2014-11-01')), pki.crl('ca', lists('2014-06-01', '2014-07-01'))],
      });
      const second = archivedIn(first, pki, date('2014-06-02')).withStore({
        crls: [pki.crl('root', lists('2021-05-01', '2021-11-01'))],
      });
      return archivedIn(second, pki, date('2021-06-01'), 'tsa3').withStore(good(pki));
    },
  ),
  plain(
    'of a document, identifying another certificate',
    NOT_REVOKED,
    { ann: EXPIRED },
    {
      pdf: pki =>
        signed(pki)
          .withStore(lastYear(pki))
          .timestamp(bytes => pki.timestamp('tsa', bytes, { time: date('2025-12-02'), essCertificate: pki.id('bob') })),
    },
  ),
  plain(
    'of a document, with a weak digest',
    NOT_REVOKED,
    { ann: EXPIRED },
    {
      pdf: pki =>
        signed(pki)
          .withStore(lastYear(pki))
          .timestamp(bytes => pki.timestamp('tsa', bytes, { time: date('2025-12-02'), imprintDigest: 'MD5' })),
    },
  ),
  plain(
    'that contradict each other',
    'INDETERMINATE/TIMESTAMP_ORDER_FAILURE',
    {},
    {
      pdf: pki =>
        archivedIn(signed(pki, stamped(pki, date('2026-05-20'))), pki, date('2026-05-01'), 'tsa').withStore(good(pki)),
    },
  ),
];

/** A PKI that exists since 2009, including the signer's certificate. */
const OLD: Readonly<Record<string, Row>> = {
  root: { notBefore: date('2005-01-01') },
  ca: { issuer: 'root', ca: true, notBefore: date('2005-01-01'), notAfter: date('2030-01-01') },
  ann: { issuer: 'ca', notBefore: date('2009-01-01'), notAfter: date('2030-01-01') },
  tsa: { ...TSA, notBefore: date('2009-01-01'), notAfter: date('2030-01-01') },
};
const algorithmCase = (
  name: string,
  expected: string,
  rows: Readonly<Record<string, Row>>,
  sign: object,
  at?: string,
): TrustCase =>
  plain(
    name,
    expected,
    { ...OLD, ...rows },
    {
      pdf: pki => signed(pki, { ...sign, ...(at ? stamped(pki, date(at)) : {}) }).withStore(good(pki)),
    },
  );
const withKey = (key: Row['key'], scheme?: Row['scheme']): Readonly<Record<string, Row>> => ({
  ann: { ...OLD.ann, ...(key ? { key } : {}), ...(scheme ? { scheme } : {}) },
});

export const ALGORITHMS: readonly TrustCase[] = [
  algorithmCase('SHA-1 without proof of existence', WEAK, {}, { digest: 'SHA-1' }),
  algorithmCase('SHA-1 in 2011', PASSED, {}, { digest: 'SHA-1' }, '2011-03-01'),
  algorithmCase('SHA-1 in 2013', WEAK, {}, { digest: 'SHA-1' }, '2013-03-01'),
  algorithmCase('MD5 in 2011', WEAK, withKey('RSA-2048'), { digest: 'MD5' }, '2011-03-01'),
  ...(
    [
      ['SHA-256', 'SHA-1', PASSED],
      ['SHA-512', 'SHA-1', PASSED],
      ['SHA-256', 'SHA-224', PASSED],
      ['SHA-1', 'SHA-1', WEAK],
      ['SHA-1', 'SHA-256', WEAK],
    ] as const
  ).map(([digest, mgf1, expected]) =>
    algorithmCase(`RSASSA-PSS with ${digest}, MGF1 with ${mgf1}`, expected, withKey('RSA-2048'), {
      digest,
      scheme: { pss: { mgf1, saltLength: 20 } },
    }),
  ),
  algorithmCase('SHA-224 today', PASSED, {}, { digest: 'SHA-224' }),
  algorithmCase('RSA of 1024 bits without proof of existence', WEAK, withKey('RSA-1024'), {}),
  algorithmCase('RSA of 1024 bits in 2018', PASSED, withKey('RSA-1024'), {}, '2018-03-01'),
  algorithmCase('RSA of 2048 bits today', PASSED, withKey('RSA-2048'), {}),
  algorithmCase('DSA of 1024 bits', WEAK, withKey('DSA-1024'), {}),
  algorithmCase('a CA that signs with SHA-1', WEAK, withKey('P-256', { digest: 'SHA-1' }), {}),
  plain(
    'a CA that signed with SHA-1, archived in 2011',
    PASSED,
    { ...OLD, ...withKey('P-256', { digest: 'SHA-1' }) },
    {
      pdf: pki => archivedIn(signed(pki).withStore(good(pki)), pki, date('2011-03-01'), 'tsa'),
    },
  ),
  plain('SHA-1 without trust anchors', WEAK, {}, { anchors: [], pdf: pki => signed(pki, { digest: 'SHA-1' }) }),
];
