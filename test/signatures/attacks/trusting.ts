/** Attacks on certificates, timestamps and revocation data, before a reader who trusts one root. */

import { sign } from '../../helpers/form-pdf.js';
import type { Row as Certificate, Pki } from '../../helpers/pki.js';
import type { TestPdf } from '../../helpers/signed-pdf.js';
import { about, good, plain, signed as signedIn, stamped, tableOf } from '../trust/table.js';
import { EXPIRED, LAST_YEAR, lastYear } from '../trust/validity.js';
import type { Attack, Row } from './attack.js';
import { clean, pki } from './documents.js';

type Rows = Readonly<Record<string, Certificate>>;
const SIGNED = (world: Pki): TestPdf => signedIn(world).withStore(good(world));

/** A document in a world of its own, whose root its reader trusts. */
const inWorld =
  (rows: Rows = {}, pdf = SIGNED) =>
  () => {
    const world = tableOf(plain('', '', rows));
    const anchors = [world.id('root').der];
    return { bytes: pdf(world).bytes, options: { trust: { anchors: () => anchors }, at: world.now } };
  };

const untrusted = (what: string, rows: Rows, subIndication: string, rule: string): Attack => ({
  what,
  clean: inWorld(),
  attacked: inWorld(rows),
  expected: `INDETERMINATE ${subIndication}`,
  rule,
});
const NO_CHAIN = ['NO_CERTIFICATE_CHAIN_FOUND', 'certificate-path'] as const;
const GENERAL = ['CERTIFICATE_CHAIN_GENERAL_FAILURE', 'path-constraints'] as const;
const CONSTRAINTS = ['CHAIN_CONSTRAINTS_FAILURE', 'path-constraints'] as const;

/** The signer's certificate has expired: the signature passes by a timestamp of last year, or not at all. */
const old = (world: Pki): TestPdf => signedIn(world, stamped(world, LAST_YEAR)).withStore(lastYear(world));
const stale = (what: string, rows: Rows, pdf = old): Attack => ({
  what,
  clean: inWorld({ ann: EXPIRED }, old),
  attacked: inWorld({ ann: EXPIRED, ...rows }, pdf),
  expected: 'INDETERMINATE OUT_OF_BOUNDS_NOT_REVOKED',
  rule: 'certificate-validity',
});
const TSA: Certificate = { issuer: 'root', eku: ['timeStamping'], ekuCritical: true };

/** Nothing but an OCSP response tells of the signer. */
const answered = (options: Parameters<Pki['ocsp']>[1]) => (world: Pki) =>
  signedIn(world).withStore(about(world, { ocsps: [world.ocsp('ann', options)] }));
const misled = (
  what: string,
  options: Parameters<Pki['ocsp']>[1],
  rows: Rows = {},
  pdf = answered(options),
): Attack => ({
  what: `an OCSP response ${what}`,
  clean: inWorld({}, answered({ responder: 'responder' })),
  attacked: inWorld(rows, pdf),
  expected: 'INDETERMINATE TRY_LATER',
  rule: 'revocation-known',
});

/** A document timestamp over the document, or over what `over` makes of it. */
const archived =
  (over: (bytes: Uint8Array) => Uint8Array = bytes => bytes) =>
  () =>
    clean().save(sign({ timestamp: true, make: bytes => pki.timestamp('tsa', over(bytes)) }));

export const TRUSTING: readonly Row[] = [
  {
    number: 20,
    name: 'fake chain',
    attacks: [
      untrusted('an issuer in name only', { ann: { issuer: 'ca', signedBy: 'other' } }, ...NO_CHAIN),
      untrusted('signed by the signer', { ann: { ca: false } }, ...NO_CHAIN),
      untrusted('an issuer that is no authority', { ca: { issuer: 'root', ca: false } }, ...GENERAL),
      untrusted('an authority too deep', { root: { pathLength: 0 } }, ...GENERAL),
      untrusted(
        'an issuer whose key is not for certificates',
        { ca: { issuer: 'root', ca: true, keyUsage: ['cRLSign'] } },
        ...GENERAL,
      ),
      untrusted(
        'a name outside of what the authority may issue',
        { ca: { issuer: 'root', ca: true, permitted: ['dir:C=DE,O=Acme'] } },
        ...GENERAL,
      ),
      untrusted(
        'a critical extension that nobody knows',
        { ann: { issuer: 'ca', extensions: [{ oid: '1.2.3.4', critical: true, value: Buffer.from([5, 0]) }] } },
        ...GENERAL,
      ),
      untrusted(
        'a key that is not for signing',
        { ann: { issuer: 'ca', keyUsage: ['keyEncipherment'] } },
        ...CONSTRAINTS,
      ),
      untrusted('a certificate for servers', { ann: { issuer: 'ca', eku: ['serverAuth'] } }, ...CONSTRAINTS),
    ],
  },
  {
    number: 21,
    name: 'copied timestamp',
    attacks: [
      {
        what: 'of another file, as that of the document',
        clean: archived(),
        attacked: archived(() => Buffer.from('another file')),
        expected: 'TOTAL_FAILED HASH_FAILURE',
        rule: 'digest',
        breaksMathematics: true,
      },
      stale('of another signature', {}, world => {
        const timestamp = () => world.timestamp('tsa', Buffer.from('another'), { time: LAST_YEAR });
        return signedIn(world, { timestamp }).withStore(lastYear(world));
      }),
    ],
  },
  {
    number: 22,
    name: 'misuse of timestamps and OCSP',
    attacks: [
      stale('a timestamp by a certificate that is not for timestamps', { tsa: { issuer: 'root' } }),
      stale('a timestamp by a certificate that is for them, not critically', { tsa: { ...TSA, ekuCritical: false } }),
      stale('a timestamp by a certificate for more', { tsa: { ...TSA, eku: ['timeStamping', 'clientAuth'] } }),
      stale('a timestamp by an authority that nobody trusts', { tsa: { ...TSA, issuer: 'other' } }),
      misled(
        'by a responder of another issuer',
        { responder: 'foreign' },
        {
          foreign: { issuer: 'other', eku: ['ocspSigning'], ocspNoCheck: true },
        },
      ),
      misled('by a certificate that is not for OCSP', { responder: 'bob' }),
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
      misled('about the same number of another issuer', { issuer: 'other', responder: 'responder' }),
      misled(
        'whose signature is by another key',
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
