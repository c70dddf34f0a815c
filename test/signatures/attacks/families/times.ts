/** Revocation data and timestamps that prove nothing at the time of validation, tokens that are malformed, and levels without their data. */

import type { VerificationResult } from '../../../../src/signatures/index.js';
import { trustStoreOf } from '../../../../src/trust/index.js';
import { octetString } from '../../../helpers/pki/der.js';
import type { Row as Certificate, Pki } from '../../../helpers/pki.js';
import { attribute } from '../../../helpers/pki.js';
import { blankPdf, type TestPdf } from '../../../helpers/signed-pdf.js';
import { contentTimestamp, date, plain, type Store, signed as signedIn, tableOf } from '../../trust/table.js';
import { EXPIRED, LAST_YEAR, lastYear } from '../../trust/validity.js';
import type { Attack, Document, Family } from '../attack.js';
import { attack } from './marks.js';

type Rows = Readonly<Record<string, Certificate>>;

/** Verified with the root as trust anchor, as of `at` (default: now). */
export const world =
  (pdf: (pki: Pki) => TestPdf, at?: Date, rows: Rows = {}) =>
  (): Document => {
    const pki = tableOf(plain('', '', rows));
    return { bytes: pdf(pki).bytes, options: { trust: trustStoreOf([pki.certificate('root')]), at: at ?? pki.now } };
  };

/** The time of validation, and answers from before and after it. */
const AT = date('2026-03-10');
const EARLY = { thisUpdate: date('2026-03-09'), nextUpdate: date('2026-03-12') };
const LATE = { thisUpdate: date('2026-03-20'), nextUpdate: date('2026-06-20') };

/** Revocation data about the signer; the root's CRL is always of the right time. */
type Answer = (pki: Pki, period: typeof EARLY) => Store;
const rootCrl = (pki: Pki): Uint8Array => pki.crl('root', EARLY);
const ANSWERS: Readonly<Record<string, Answer>> = {
  'an OCSP response of the issuer': (pki, period) => ({ crls: [rootCrl(pki)], ocsps: [pki.ocsp('ann', period)] }),
  'an OCSP response of a responder': (pki, period) => ({
    crls: [rootCrl(pki)],
    ocsps: [pki.ocsp('ann', { ...period, responder: 'responder' })],
  }),
  'a CRL': (pki, period) => ({ crls: [rootCrl(pki), pki.crl('ca', period)] }),
  'the CRL of the root': (pki, period) => ({ crls: [pki.crl('root', period), pki.crl('ca', EARLY)] }),
  'both a CRL and an OCSP response': (pki, period) => ({
    crls: [rootCrl(pki), pki.crl('ca', period)],
    ocsps: [pki.ocsp('ann', period)],
  }),
  'a CRL without a next update': (pki, { thisUpdate }) => ({
    crls: [rootCrl(pki), pki.crl('ca', { thisUpdate, nextUpdate: thisUpdate < AT ? EARLY.nextUpdate : null })],
  }),
};
const stored =
  (answer: Answer, period: typeof EARLY) =>
  (pki: Pki): TestPdf =>
    blankPdf()
      .sign({ make: bytes => pki.cms('ann', bytes), entries: { M: '(D:20260309110000Z)' } })
      .withStore(answer(pki, period));
const inMessage =
  (answer: Answer, period: typeof EARLY) =>
  (pki: Pki): TestPdf =>
    blankPdf().sign({
      make: bytes => pki.cms('ann', bytes, { archival: answer(pki, period) }),
      subFilter: 'adbe.pkcs7.detached',
      entries: { M: '(D:20260309110000Z)' },
    });

const late =
  (where: string, put: typeof stored) =>
  ([name, answer]: [string, Answer]): Attack =>
    attack({
      what: `${name} that was issued later${where}`,
      clean: world(put(answer, EARLY), AT),
      attacked: world(put(answer, LATE), AT),
      twin: world(put(answer, { ...EARLY, thisUpdate: date('2026-03-10') }), AT),
      expected: 'INDETERMINATE TRY_LATER',
      rule: 'revocation-known',
      visible: false,
    });

export const LATE_ANSWERS: Family = {
  name: 'revocation data that was issued after the time of validation',
  clause: 'ETSI EN 319 102-1, 5.2.5; RFC 5280, 6.3.3; RFC 6960, 4.2.2.1',
  attacks: [
    ...Object.entries(ANSWERS).map(late('', stored)),
    ...Object.entries(ANSWERS).map(late(', in the message', inMessage)),
  ],
};

/** The certificate of the signer has expired: the signature is valid only with a timestamp of last year. */
export const depending = (what: string, attacked: (pki: Pki) => TestPdf, twin: (pki: Pki) => TestPdf): Attack => {
  const rows = { ann: EXPIRED };
  return attack({
    what,
    clean: world(byToken({}), undefined, rows),
    attacked: world(attacked, undefined, rows),
    twin: world(twin, undefined, rows),
    rule: 'certificate-validity',
    visible: false,
  });
};
type Token = Parameters<Pki['timestamp']>[2];
export const byToken =
  (options: Token) =>
  (pki: Pki): TestPdf =>
    signedIn(pki, { timestamp: value => pki.timestamp('tsa', value, { time: LAST_YEAR, ...options }) }).withStore(
      lastYear(pki),
    );
export const byDocument =
  (options: Token) =>
  (pki: Pki): TestPdf =>
    signedIn(pki)
      .withStore(lastYear(pki))
      .timestamp(bytes => pki.timestamp('tsa', bytes, { time: date('2025-12-02'), ...options }));

const DIGEST = attribute('1.2.840.113549.1.9.4', octetString(Buffer.alloc(32)));
const TOKENS: readonly (readonly [what: string, options: Token])[] = [
  ['two signers', { signerInfos: 2 }],
  ['three signers', { signerInfos: 3 }],
  ['no signer', { signerInfos: 0 }],
  ['two message digests', { extraSigned: [DIGEST] }],
  ['no message digest', { messageDigest: null }],
  ['another content type', { contentTypeAttribute: '1.2.840.113549.1.7.1' }],
  ['a wrong signature value', { signatureValue: () => Buffer.alloc(70, 1) }],
];

export const MALFORMED_TOKENS: Family = {
  name: 'malformed timestamp tokens',
  clause: 'RFC 3161, 2.4.2; RFC 5652, 5.3, 11',
  attacks: [
    ...TOKENS.map(([what, options]) =>
      depending(`a signature timestamp with ${what}`, byToken(options), byToken({ ess: 1 })),
    ),
    ...TOKENS.map(([what, options]) =>
      depending(`a document timestamp with ${what}`, byDocument(options), byDocument({ digest: 'SHA-512' })),
    ),
    contentToken('a content timestamp with two signers', 2),
  ],
};

/** A content timestamp that proves the signature to be created too late: it counts only when it is well-formed. */
function contentToken(what: string, signerInfos: number): Attack {
  const pdf = (pki: Pki, token: (bytes: Buffer) => Uint8Array) =>
    blankPdf()
      .sign({
        make: bytes =>
          pki.cms('ann', bytes, {
            extraSigned: [token(bytes)],
            timestamp: value => pki.timestamp('tsa', value, { time: LAST_YEAR, signerInfos }),
          }),
      })
      .withStore(lastYear(pki));
  return depending(
    what,
    pki => pdf(pki, bytes => contentTimestamp(pki, bytes, LAST_YEAR)),
    byToken({ imprintDigest: 'SHA-512' }),
  );
}

const hasLevel =
  (...levels: readonly string[]) =>
  ({ signers }: VerificationResult): boolean =>
    levels.includes(signers.find(({ kind }) => kind === 'signature')?.level ?? '');

/** A separate CA for timestamps, so that its revocation data can be missing. */
const TSA_ROWS: Rows = {
  tsaCa: { issuer: 'root', ca: true },
  tsa: { issuer: 'tsaCa', eku: ['timeStamping'], ekuCritical: true },
};
const stampOf = (pki: Pki) => ({ timestamp: (value: Uint8Array) => pki.timestamp('tsa', value) });
const complete = (pki: Pki): Store => ({
  certificates: ['root', 'ca', 'tsaCa'].map(name => pki.id(name).der),
  crls: ['root', 'ca', 'tsaCa'].map(name => pki.crl(name)),
});
const without =
  (name: string) =>
  (pki: Pki): Store => ({
    ...complete(pki),
    crls: ['root', 'ca', 'tsaCa'].filter(one => one !== name).map(one => pki.crl(one)),
  });
const lt =
  (store: (pki: Pki) => Store) =>
  (pki: Pki): TestPdf =>
    signedIn(pki, stampOf(pki)).withStore(store(pki));
const lta =
  (store: (pki: Pki) => Store) =>
  (pki: Pki): TestPdf =>
    lt(store)(pki).timestamp(bytes => pki.timestamp('tsa', bytes));
const archivedFirst = (pki: Pki): TestPdf =>
  signedIn(pki, stampOf(pki))
    .timestamp(bytes => pki.timestamp('tsa', bytes))
    .withStore(complete(pki));

/** The file is sound, but has a lower level than its data seem to give. */
const level = (
  what: string,
  attacked: (pki: Pki) => TestPdf,
  levels: readonly string[],
  twin: (pki: Pki) => TestPdf,
): Attack => {
  const free = (pdf: (pki: Pki) => TestPdf) => (): Document => {
    const pki = tableOf(plain('', '', TSA_ROWS));
    return { bytes: pdf(pki).bytes, options: { at: pki.now } };
  };
  return attack({
    what,
    clean: free(twin),
    attacked: free(attacked),
    twin: free(twin),
    expected: 'valid',
    rule: null,
    also: hasLevel(...levels),
    visible: false,
  });
};

export const LEVELS: Family = {
  name: 'levels whose data are incomplete',
  clause: 'ETSI EN 319 142-1, 6.3',
  attacks: [
    level('LT without revocation data of the timestamp', lt(without('tsaCa')), ['PAdES-BASELINE-T'], lt(complete)),
    level('LT without revocation data of the signer', lt(without('ca')), ['PAdES-BASELINE-T'], lt(complete)),
    level('LTA without revocation data of the timestamp', lta(without('tsaCa')), ['PAdES-BASELINE-T'], lta(complete)),
    level('LTA without revocation data of the signer', lta(without('ca')), ['PAdES-BASELINE-T'], lta(complete)),
    level(
      'an archive timestamp before the data',
      archivedFirst,
      ['PAdES-BASELINE-T', 'PAdES-BASELINE-LT'],
      lta(complete),
    ),
    level(
      'no revocation data at all',
      pki => signedIn(pki, stampOf(pki)).timestamp(bytes => pki.timestamp('tsa', bytes)),
      ['PAdES-BASELINE-T'],
      lta(complete),
    ),
    level(
      'a commitment type together with a reason',
      committed({ Reason: '(Approved)' }),
      ['PDF-NOT-ETSI'],
      committed({}),
    ),
  ],
};

/** CAdES: commitment-type-indication, proof of approval. */
function committed(entries: Readonly<Record<string, string>>) {
  const value = Buffer.from('300d060b2a864886f70d0109100605', 'hex');
  return (pki: Pki): TestPdf =>
    blankPdf().sign({
      make: bytes => pki.cms('ann', bytes, { extraSigned: [attribute('1.2.840.113549.1.9.16.2.16', value)] }),
      entries,
    });
}
