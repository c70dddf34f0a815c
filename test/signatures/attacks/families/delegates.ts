/** Answers about revocation by certificates that may not give them, and in parts that do not belong together. */
import { oid, sequence } from '../../../helpers/pki/der.js';
import type { Row as Certificate, Pki } from '../../../helpers/pki.js';
import type { Attack, Family } from '../attack.js';
import { type Answer, answer, crl, ocsp, UNANSWERED } from './evidence.js';

type Rows = Readonly<Record<string, Certificate>>;
const DELEGATE: Certificate = { issuer: 'ca', eku: ['ocspSigning'], ocspNoCheck: true };
const LISTER: Certificate = { issuer: 'root', keyUsage: ['cRLSign'] };

const delegated = (what: string, bad: Partial<Certificate>, good: Partial<Certificate>): Attack => {
  const rows: Rows = { bad: { ...DELEGATE, ...bad }, good: { ...DELEGATE, ...good } };
  const by = (responder: string) => ocsp(() => ({ responder }));
  return answer(`an OCSP responder ${what}`, UNANSWERED, by('bad'), by('good'), rows);
};

/** An indirect CRL, beside an outdated one of the issuer. */
const listed = (what: string, bad: Partial<Certificate>, good: Partial<Certificate>): Attack => {
  const by =
    (name: 'bad' | 'good'): Answer =>
    pki => ({
      certificates: [pki.id(name).der],
      crls: [pki.crl(name, { distributionPoint: { indirect: true } })],
    });
  const names = { subject: 'CN=lister,O=Test' };
  const rows: Rows = {
    bad: { ...LISTER, ...names, ...bad },
    good: { ...LISTER, ...names, ...good },
    ann: { issuer: 'ca', crlIssuer: 'CN=lister,O=Test' },
  };
  return answer(`an issuer of CRLs ${what}`, UNANSWERED, by('bad'), by('good'), rows);
};

const REPEATED = { extensions: [{ oid: '2.5.29.37', value: sequence(oid('1.3.6.1.5.5.7.3.9')) }] };
const OTHER = { extensions: [{ oid: '1.2.3.4', value: sequence() }] };

type Crl = NonNullable<Parameters<Pki['crl']>[1]>;
/** A complete CRL that is outdated, and a fresh delta CRL. */
const delta =
  (base: Crl, update: Crl): Answer =>
  pki => ({
    crls: [
      pki.crl('ca', { thisUpdate: pki.daysAgo(30), nextUpdate: pki.daysAgo(20), number: 5, ...base }),
      pki.crl('ca', { base: 5, number: 6, ...update }),
    ],
  });
const USERS: Crl = { distributionPoint: { onlyUser: true } };
/** Of the same name as the CA, with another key. */
const RENEWED: Rows = { renewed: { issuer: 'root', ca: true, subject: 'CN=ca,O=Test' } };
const renewed = (signer: 'ca' | 'renewed') => (pki: Pki) => ({
  ...delta({}, { signer })(pki),
  certificates: [pki.id('renewed').der],
});

const NUMBER = { oid: '2.5.29.20', value: Buffer.from([2, 1, 7]) };
const NOTE = { oid: '1.2.3.4', value: NUMBER.value };

export const DELEGATES: Family = {
  name: 'answers by those who may not give them',
  clause: 'RFC 5280, 4.2, 4.2.1.3, 5.2.4 and 6.3.3; RFC 6960, 4.2.2.2; ETSI EN 319 102-1, 5.2.8',
  attacks: [
    delegated('whose key is only for encryption', { keyUsage: ['keyEncipherment'] }, { keyUsage: ['nonRepudiation'] }),
    delegated('with an extension that occurs twice', REPEATED, OTHER),
    delegated('whose certificate is signed with SHA-1', { scheme: { digest: 'SHA-1' } }, {}),
    listed('with an extension that occurs twice', { eku: ['ocspSigning'], ...REPEATED }, OTHER),
    listed('whose certificate is signed with SHA-1', { scheme: { digest: 'SHA-1' } }, {}),
    answer('a delta CRL of another scope', UNANSWERED, delta({}, USERS), delta(USERS, USERS)),
    answer('a delta CRL for more than its base', UNANSWERED, delta(USERS, {}), delta({}, {})),
    answer('a delta CRL with another key than its base', UNANSWERED, renewed('renewed'), renewed('ca'), RENEWED),
    answer(
      'a CRL with an extension that occurs twice',
      UNANSWERED,
      crl(() => ({ extensions: [NUMBER] })),
      crl(() => ({ extensions: [NOTE] })),
    ),
    answer(
      'an OCSP response with an extension that occurs twice',
      UNANSWERED,
      ocsp(() => ({ extensions: [NOTE, NOTE] })),
      ocsp(() => ({ extensions: [NOTE] })),
    ),
  ],
};
