/** Attacks on certificates, timestamps and revocation data, verified with one trusted root. */
import { trustStoreOf } from '../../../src/trust/index.js';
import { sign } from '../../helpers/form-pdf.js';
import type { Row as Certificate, Pki } from '../../helpers/pki.js';
import type { TestPdf } from '../../helpers/signed-pdf.js';
import { about, good, plain, signed as signedIn, stamped, tableOf } from '../trust/table.js';
import { EXPIRED, LAST_YEAR, lastYear } from '../trust/validity.js';
import type { Row, RowAttack } from './attack.js';
import { clean, pki } from './documents.js';

type Rows = Readonly<Record<string, Certificate>>;
const SIGNED = (world: Pki): TestPdf => signedIn(world).withStore(good(world));

/** A document with its own PKI, verified with its root as trust anchor. */
const withPki =
  (rows: Rows = {}, pdf = SIGNED) =>
  () => {
    const world = tableOf(plain('', '', rows));
    return { bytes: pdf(world).bytes, options: { trust: trustStoreOf([world.certificate('root')]), at: world.now } };
  };

const untrusted = (what: string, rows: Rows, subIndication: string, rule: string): RowAttack => ({
  what,
  clean: withPki(),
  attacked: withPki(rows),
  expected: `INDETERMINATE ${subIndication}`,
  rule,
});
const NO_CHAIN = ['NO_CERTIFICATE_CHAIN_FOUND', 'certificate-path'] as const;
const GENERAL = ['CERTIFICATE_CHAIN_GENERAL_FAILURE', 'path-constraints'] as const;
const CONSTRAINTS = ['CHAIN_CONSTRAINTS_FAILURE', 'path-constraints'] as const;

/** The certificate of the signer has expired: the signature is valid only with a timestamp of last year. */
const old = (world: Pki): TestPdf => signedIn(world, stamped(world, LAST_YEAR)).withStore(lastYear(world));
const stale = (what: string, rows: Rows, pdf = old): RowAttack => ({
  what,
  clean: withPki({ ann: EXPIRED }, old),
  attacked: withPki({ ann: EXPIRED, ...rows }, pdf),
  expected: 'INDETERMINATE OUT_OF_BOUNDS_NOT_REVOKED',
  rule: 'certificate-validity',
});
const TSA: Certificate = { issuer: 'root', eku: ['timeStamping'], ekuCritical: true };

/** An OCSP response is the only revocation data about the signer. */
const answered = (options: Parameters<Pki['ocsp']>[1]) => (world: Pki) =>
  signedIn(world).withStore(about(world, { ocsps: [world.ocsp('ann', options)] }));
const misled = (
  what: string,
  options: Parameters<Pki['ocsp']>[1],
  rows: Rows = {},
  pdf = answered(options),
): RowAttack => ({
  what: `an OCSP response ${what}`,
  clean: withPki({}, answered({ responder: 'responder' })),
  attacked: withPki(rows, pdf),
  expected: 'INDETERMINATE TRY_LATER',
  rule: 'revocation-known',
});

/** A document timestamp over the document, or over the result of `over`. */
const archived =
  (over: (bytes: Uint8Array) => Uint8Array = bytes => bytes) =>
  () =>
    clean().save(sign({ timestamp: true, make: bytes => pki.timestamp('tsa', over(bytes)) }));

export const TRUSTING: readonly Row[] = [
  {
    number: 20,
    name: 'fake chain',
    twin: withPki({ ca: { issuer: 'root', ca: true, pathLength: 0 } }),
    attacks: [
      untrusted('issued by another key', { ann: { issuer: 'ca', signedBy: 'other' } }, ...NO_CHAIN),
      untrusted('a self-signed certificate', { ann: { ca: false } }, ...NO_CHAIN),
      untrusted('an issuer that is not a CA', { ca: { issuer: 'root', ca: false } }, ...GENERAL),
      untrusted('a CA below the permitted path length', { root: { pathLength: 0 } }, ...GENERAL),
      untrusted(
        'an issuer without the key usage for certificates',
        { ca: { issuer: 'root', ca: true, keyUsage: ['cRLSign'] } },
        ...GENERAL,
      ),
      untrusted(
        'a name outside the name constraints of the CA',
        { ca: { issuer: 'root', ca: true, permitted: ['dir:C=DE,O=Acme'] } },
        ...GENERAL,
      ),
      untrusted(
        'an unknown critical extension',
        { ann: { issuer: 'ca', extensions: [{ oid: '1.2.3.4', critical: true, value: Buffer.from([5, 0]) }] } },
        ...GENERAL,
      ),
      untrusted(
        'a key usage without signatures',
        { ann: { issuer: 'ca', keyUsage: ['keyEncipherment'] } },
        ...CONSTRAINTS,
      ),
      untrusted('an extended key usage for servers', { ann: { issuer: 'ca', eku: ['serverAuth'] } }, ...CONSTRAINTS),
    ],
  },
  {
    number: 21,
    name: 'copied timestamp',
    twin: archived(),
    attacks: [
      {
        what: 'the timestamp of another file as document timestamp',
        clean: archived(),
        attacked: archived(() => Buffer.from('another file')),
        expected: 'TOTAL_FAILED HASH_FAILURE',
        rule: 'digest',
        breaksCryptography: true,
      },
      stale('the timestamp of another signature', {}, world => {
        const timestamp = () => world.timestamp('tsa', Buffer.from('another'), { time: LAST_YEAR });
        return signedIn(world, { timestamp }).withStore(lastYear(world));
      }),
    ],
  },
  {
    number: 22,
    name: 'misuse of timestamps and OCSP',
    twin: withPki({}, answered({ responder: 'responder', byKey: true, hash: 'SHA-256' })),
    attacks: [
      stale('a timestamp by a certificate without that purpose', { tsa: { issuer: 'root' } }),
      stale('a timestamp by a certificate whose purpose is not critical', { tsa: { ...TSA, ekuCritical: false } }),
      stale('a timestamp by a certificate with a second purpose', {
        tsa: { ...TSA, eku: ['timeStamping', 'clientAuth'] },
      }),
      stale('a timestamp by an untrusted authority', { tsa: { ...TSA, issuer: 'other' } }),
      misled(
        'by a responder of another issuer',
        { responder: 'foreign' },
        {
          foreign: { issuer: 'other', eku: ['ocspSigning'], ocspNoCheck: true },
        },
      ),
      misled('by a certificate without that purpose', { responder: 'bob' }),
      misled(
        'by the signer',
        { responder: 'ann' },
        {
          ann: { issuer: 'ca', eku: ['ocspSigning', 'emailProtection'], ocspNoCheck: true },
        },
      ),
      misled('about another certificate', {}, {}, world =>
        signedIn(world).withStore(about(world, { ocsps: [world.ocsp('bob', { responder: 'responder' })] })),
      ),
      misled('about the same serial number of another issuer', { issuer: 'other', responder: 'responder' }),
      misled(
        'signed with another key',
        { responder: 'lookalike', certificates: ['responder'] },
        {
          lookalike: { issuer: 'other', subject: 'CN=responder,O=Test' },
        },
      ),
      {
        ...misled('of last month', {}, {}, world =>
          answered({ responder: 'responder', thisUpdate: world.daysAgo(30), nextUpdate: world.daysAgo(20) })(world),
        ),
      },
    ],
  },
];
