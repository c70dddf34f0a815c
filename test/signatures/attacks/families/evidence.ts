/** Revocation data, timestamps and keys that do not speak for the signature, each with the nearest that does. */
import { distinguishedName } from '../../../helpers/pki/certificates.js';
import { integer, octetString, sequence, tagged } from '../../../helpers/pki/der.js';
import { digest } from '../../../helpers/pki/keys.js';
import { attribute, type Row as Certificate, type Pki, type Scheme } from '../../../helpers/pki.js';
import type { TestPdf } from '../../../helpers/signed-pdf.js';
import { about, date, good, type Sign, type Store, signed } from '../../trust/table.js';
import type { Attack, Family } from '../attack.js';
import { attack } from './marks.js';
import { byDocument, byToken, depending, world } from './times.js';

type Rows = Readonly<Record<string, Certificate>>;
export type Answer = (pki: Pki) => Store;

const MAY = date('2026-05-01');
const NULL = Buffer.from([5, 0]);
const UNKNOWN = { oid: '1.2.3.4', critical: true, value: NULL };
const KNOWN = { ...UNKNOWN, critical: false };
const serialOf = (pki: Pki, name: string): string => pki.certificate(name).serialNumber;

export const UNANSWERED = { expected: 'INDETERMINATE TRY_LATER', rule: 'revocation-known' };
const REVOKED = { expected: 'INDETERMINATE REVOKED_NO_POE', rule: 'not-revoked' };

export const answer = (
  what: string,
  expected: Pick<Attack, 'expected' | 'rule'>,
  attacked: Answer,
  twin: Answer,
  rows: Rows = {},
): Attack => {
  const by = (store: Answer) => world(pki => signed(pki).withStore(about(pki, store(pki))), undefined, rows);
  const clean = by(pki => ({ ocsps: [pki.ocsp('ann')] }));
  return attack({ what, clean, attacked: by(attacked), twin: by(twin), ...expected, visible: false });
};
export const ocsp =
  (options: (pki: Pki) => Parameters<Pki['ocsp']>[1]): Answer =>
  pki => ({ ocsps: [pki.ocsp('ann', options(pki))] });
export const crl =
  (options: (pki: Pki) => Parameters<Pki['crl']>[1]): Answer =>
  pki => ({ crls: [pki.crl('ca', options(pki))] });
const both =
  (a: Answer, b: Answer): Answer =>
  pki => ({ ocsps: a(pki).ocsps ?? [], crls: b(pki).crls ?? [] });

/** Valid since yesterday, 12:00. */
const SINCE = new Date('2026-05-31T12:00:00Z');
const BEFORE = new Date('2026-05-31T11:00:00Z');
const NEW: Rows = { ann: { issuer: 'ca', notBefore: SINCE } };

export const ANSWERS: Family = {
  name: 'answers about revocation that do not speak for the certificate',
  clause: 'RFC 5280, 5.3 and 6.3; RFC 6960, 2.2 and 4.4',
  attacks: [
    answer(
      'an OCSP response with the answers good and revoked',
      REVOKED,
      ocsp(() => ({ more: [{ status: 'revoked', revokedAt: MAY }] })),
      ocsp(() => ({ more: [{ status: 'good' }] })),
    ),
    answer(
      'an OCSP response with the answers good and unknown',
      UNANSWERED,
      ocsp(() => ({ more: [{ status: 'unknown' }] })),
      ocsp(() => ({ more: [{ hash: 'SHA-256' }] })),
    ),
    answer(
      'an OCSP responder that does not know the certificate, beside an older CRL',
      UNANSWERED,
      both(
        ocsp(() => ({ status: 'unknown' })),
        crl(pki => ({ thisUpdate: pki.daysAgo(2) })),
      ),
      both(
        ocsp(pki => ({ status: 'unknown', thisUpdate: pki.daysAgo(2) })),
        crl(() => ({})),
      ),
    ),
    answer(
      'a hold in a CRL, beside a good OCSP response of the same time',
      UNANSWERED,
      both(
        ocsp(() => ({})),
        crl(pki => ({ revoked: [{ serialNumber: serialOf(pki, 'ann'), at: MAY, reason: 6 }] })),
      ),
      both(
        ocsp(() => ({})),
        crl(pki => ({
          revoked: [{ serialNumber: serialOf(pki, 'ann'), at: MAY, reason: 6 }],
          thisUpdate: pki.daysAgo(2),
        })),
      ),
    ),
    answer(
      'a CRL with an unknown critical extension in an entry',
      UNANSWERED,
      crl(pki => ({ revoked: [{ serialNumber: serialOf(pki, 'bob'), at: MAY, extensions: [UNKNOWN] }] })),
      crl(pki => ({ revoked: [{ serialNumber: serialOf(pki, 'bob'), at: MAY, extensions: [KNOWN] }] })),
    ),
    answer(
      'a complete CRL with an entry that ends a hold',
      UNANSWERED,
      crl(pki => ({ revoked: [{ serialNumber: serialOf(pki, 'ann'), at: MAY, reason: 8 }] })),
      crl(pki => ({ revoked: [{ serialNumber: serialOf(pki, 'bob'), at: MAY, reason: 8 }] })),
    ),
    answer(
      'an OCSP response with the hash of another certificate',
      UNANSWERED,
      ocsp(pki => ({ certHash: pki.id('bob') })),
      ocsp(pki => ({ certHash: pki.id('ann') })),
    ),
    answer(
      'an OCSP response from before the certificate was valid',
      UNANSWERED,
      ocsp(() => ({ thisUpdate: BEFORE })),
      ocsp(() => ({ thisUpdate: SINCE })),
      NEW,
    ),
    answer(
      'a CRL from before the certificate was valid',
      UNANSWERED,
      crl(() => ({ thisUpdate: BEFORE })),
      crl(() => ({ thisUpdate: SINCE })),
      NEW,
    ),
  ],
};

type Token = Parameters<Pki['timestamp']>[2];
const CONTENTS: readonly (readonly [what: string, attacked: Token, twin: Token])[] = [
  ['of version 2', { version: 2 }, { version: 1 }],
  ['with an unknown critical extension', { extensions: [UNKNOWN] }, { extensions: [KNOWN] }],
  ['with the name of another authority', { tsa: 'dir:CN=other,O=Test' }, { tsa: 'dir:CN=tsa,O=Test' }],
  ['that does not identify its certificate', { ess: false }, { ess: 1 }],
  ['with an extension that occurs twice', { extensions: [KNOWN, KNOWN] }, { extensions: [KNOWN] }],
  ['with an address that its certificate lacks', { tsa: 'uri:http://tsa.example/' }, { tsa: 'dir:O=Test,CN=tsa' }],
];

export const TOKEN_CONTENT: Family = {
  name: 'timestamps with content that is not defined',
  clause: 'RFC 3161, 2.4.2',
  attacks: CONTENTS.flatMap(([what, attacked, twin]) => [
    depending(`a signature timestamp ${what}`, byToken(attacked), byToken(twin)),
    depending(`a document timestamp ${what}`, byDocument(attacked), byDocument(twin)),
  ]),
};

const withRows = (rows: Rows, sign: Sign = {}): Attack['clean'] =>
  world((pki): TestPdf => signed(pki, sign).withStore(good(pki)), undefined, { ann: RSA, ...rows });
const RSA: Certificate = { issuer: 'ca', key: 'RSA-2048' };
const withExponent = (name: 'ann' | 'ca', exponent: 1 | 3) =>
  withRows({ [name]: { issuer: name === 'ca' ? 'root' : 'ca', ca: name === 'ca', key: `RSA-2048-e${exponent}` } });
const withPss = (pss: NonNullable<Scheme['pss']>) => withRows({}, { scheme: { pss } });

/** The signing-certificate attribute with the hash of the signer's certificate, and an issuer and serial number. */
const reference = (issuer: string, serial?: number) =>
  world((pki): TestPdf => {
    const { der, serialNumber } = pki.certificate('ann');
    const name = sequence(tagged(4, distinguishedName(issuer)));
    const id = sequence(
      octetString(digest('SHA-256', der)),
      sequence(name, integer(serial ?? BigInt(`0x${serialNumber}`))),
    );
    const value = attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(id)));
    return signed(pki, { ess: false, extraSigned: [value] }).withStore(good(pki));
  });
const referring = (what: string, attacked: Attack['attacked'], twin: Attack['twin']): Attack =>
  attack({
    what,
    clean: reference('CN=ca,O=Test'),
    attacked,
    twin,
    expected: 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND',
    rule: 'signing-certificate',
    visible: false,
  });

export const REFERENCES: Family = {
  name: 'references to another certificate',
  clause: 'RFC 5035, 5.4; ETSI EN 319 102-1, 5.2.3',
  attacks: [
    referring('another issuer', reference('CN=other,O=Test'), reference('CN=CA,O=test')),
    // some programs write the parts of a name in reverse order
    referring('a part of the issuer', reference('CN=ca'), reference('O=Test,CN=ca')),
    referring('another serial number', reference('CN=ca,O=Test', 4711), reference('CN=ca,O=Test')),
  ],
};

type Documents = Pick<Attack, 'attacked' | 'twin'>;
const rsa = (what: string, expected: string, rule: string, documents: Documents): Attack =>
  attack({ what, clean: withRows({}), ...documents, expected, rule, visible: false });
const UNVERIFIED = ['INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE', 'signature'] as const;

export const RSA_PARAMETERS: Family = {
  name: 'RSA keys and parameters that are not defined',
  clause: 'RFC 8017, 3.1 and A.2.3',
  attacks: [
    rsa('a CA with the exponent 1', 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND', 'certificate-path', {
      attacked: withExponent('ca', 1),
      twin: withExponent('ca', 3),
    }),
    {
      ...rsa('a signer with the exponent 1', 'TOTAL_FAILED SIG_CRYPTO_FAILURE', 'signature', {
        attacked: withExponent('ann', 1),
        twin: withExponent('ann', 3),
      }),
      breaksCryptography: true,
    },
    rsa('RSASSA-PSS with another mask generation function', ...UNVERIFIED, {
      attacked: withPss({ maskFunction: '1.2.840.113549.1.1.9' }),
      twin: withPss({ mgf1: 'SHA-1' }),
    }),
    rsa('RSASSA-PSS with another trailer', ...UNVERIFIED, {
      attacked: withPss({ trailer: 2 }),
      twin: withPss({ trailer: 1 }),
    }),
    // for OpenSSL, -2 is any length, and -1 that of the digest
    ...[-1, -2, 31, 300, 2 ** 31, 2 ** 40].map(
      (statedSaltLength): Attack => ({
        ...rsa(`RSASSA-PSS with a salt of ${statedSaltLength} bytes`, 'TOTAL_FAILED SIG_CRYPTO_FAILURE', 'signature', {
          attacked: withPss({ statedSaltLength }),
          twin: withPss({ statedSaltLength: 32 }),
        }),
        breaksCryptography: true,
      }),
    ),
  ],
};
