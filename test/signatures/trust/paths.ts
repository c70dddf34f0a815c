/** Paths, names and purposes. */
import { distinguishedName } from '../../helpers/pki/certificates.js';
import { implicit, integer, oid, sequence, tagged, utf8 } from '../../helpers/pki/der.js';
import { CONSTRAINTS, GENERAL, good, NO_CHAIN, PASSED, plain, signed, type TrustCase } from './table.js';

const ANY_POLICY = '2.5.29.32.0';
const mapping = (issuer: string, subject: string) => ({
  oid: '2.5.29.33',
  critical: true,
  value: sequence(sequence(oid(issuer), oid(subject))),
});

export const PATHS: readonly TrustCase[] = [
  plain('a path to a trusted root, with fresh CRLs', PASSED),
  plain('without trust anchors', NO_CHAIN, {}, { anchors: [] }),
  plain('another root is trusted', NO_CHAIN, {}, { anchors: ['other'] }),
  plain(
    'the intermediate CA is missing',
    NO_CHAIN,
    {},
    {
      pdf: pki => signed(pki, { certificates: [pki.id('ann')] }).withStore(good(pki)),
    },
  ),
  plain(
    'the intermediate CA is in the security store',
    PASSED,
    {},
    {
      pdf: pki =>
        signed(pki, { certificates: [pki.id('ann')] }).withStore({ ...good(pki), certificates: [pki.id('ca').der] }),
    },
  ),
  plain('the issuer name is right, but another key signed', NO_CHAIN, { ann: { issuer: 'ca', signedBy: 'other' } }),
  plain('a self-signed certificate', NO_CHAIN, { ann: { ca: false } }),
  plain('the signer is a trust anchor', PASSED, { ann: { ca: false } }, { anchors: ['ann'], pdf: pki => signed(pki) }),
  plain('the intermediate CA is a trust anchor, the root is not', PASSED, {}, { anchors: ['ca'] }),
  plain(
    'the CA has certificates of two roots, and only the second one is trusted',
    PASSED,
    {
      cross: { issuer: 'other', ca: true, keyOf: 'ca', subject: 'CN=ca,O=Test' },
    },
    {
      anchors: ['other'],
      pdf: pki =>
        signed(pki, { certificates: ['ann', 'ca', 'cross'].map(name => pki.id(name)) }).withStore({
          crls: [pki.crl('other'), pki.crl('ca')],
        }),
    },
  ),
  plain(
    'two CAs certify each other',
    NO_CHAIN,
    {
      ca: { issuer: 'loop', ca: true },
      loop: { issuer: 'ca', ca: true },
    },
    { pdf: pki => signed(pki, { certificates: ['ann', 'ca', 'loop'].map(name => pki.id(name)) }).withStore(good(pki)) },
  ),
  plain('the issuer is not a CA', GENERAL, { ca: { issuer: 'root', ca: false } }),
  plain('the issuer has no key usage for signing certificates', GENERAL, {
    ca: { issuer: 'root', ca: true, keyUsage: ['cRLSign', 'digitalSignature'] },
  }),
  plain('the root allows no CA below it', GENERAL, { root: { pathLength: 0 } }),
  plain('the root allows one CA below it', PASSED, { root: { pathLength: 1 } }),
  plain('an unknown critical extension of the signer', GENERAL, {
    ann: { issuer: 'ca', extensions: [{ oid: '1.2.3.4', critical: true, value: utf8('?') }] },
  }),
  plain('an unknown critical extension of the CA', GENERAL, {
    ca: { issuer: 'root', ca: true, extensions: [{ oid: '1.2.3.4', critical: true, value: utf8('?') }] },
  }),
  plain('an unknown extension that is not critical', PASSED, {
    ann: { issuer: 'ca', extensions: [{ oid: '1.2.3.4', value: utf8('?') }] },
  }),
  plain('an explicit policy is required, and there is none', GENERAL, {
    ca: { issuer: 'root', ca: true, requireExplicitPolicy: 0 },
  }),
  plain('an explicit policy is required, and the path has it', PASSED, {
    ca: { issuer: 'root', ca: true, requireExplicitPolicy: 0, policies: ['1.2.3'] },
    ann: { issuer: 'ca', policies: ['1.2.3'] },
  }),
  plain('an explicit policy is required, and mapped to that of the signer', PASSED, {
    ca: {
      issuer: 'root',
      ca: true,
      requireExplicitPolicy: 0,
      policies: ['1.2.3'],
      extensions: [mapping('1.2.3', '1.2.4')],
    },
    ann: { issuer: 'ca', policies: ['1.2.4'] },
  }),
  plain('an explicit policy is required, and the signer has anyPolicy', PASSED, {
    ca: { issuer: 'root', ca: true, requireExplicitPolicy: 0, policies: ['1.2.3'] },
    ann: { issuer: 'ca', policies: [ANY_POLICY] },
  }),
  plain('an explicit policy is required, and anyPolicy is inhibited', GENERAL, {
    ca: {
      issuer: 'root',
      ca: true,
      requireExplicitPolicy: 0,
      policies: ['1.2.3'],
      extensions: [{ oid: '2.5.29.54', critical: true, value: integer(0) }],
    },
    ann: { issuer: 'ca', policies: [ANY_POLICY] },
  }),
  ...[
    [ANY_POLICY, '1.2.4'],
    ['1.2.3', ANY_POLICY],
  ].map(([from, to]) =>
    plain(`a CA maps ${from} to ${to}, one of which is anyPolicy`, GENERAL, {
      ca: { issuer: 'root', ca: true, policies: [from!], extensions: [mapping(from!, to!)] },
      ann: { issuer: 'ca', policies: ['1.2.4'] },
    }),
  ),
  plain('a CA maps a policy to that of the signer', PASSED, {
    ca: { issuer: 'root', ca: true, policies: ['1.2.3'], extensions: [mapping('1.2.3', '1.2.4')] },
    ann: { issuer: 'ca', policies: ['1.2.4'] },
  }),
  plain('an explicit policy is required, and the signer has another one than the CA', GENERAL, {
    ca: { issuer: 'root', ca: true, requireExplicitPolicy: 0, policies: ['1.2.3'] },
    ann: { issuer: 'ca', policies: ['1.2.4'] },
  }),
];

const constrained = (permitted: readonly string[], san: readonly string[], subject = 'C=DE,O=Acme,CN=Ann') => ({
  ca: { issuer: 'root', ca: true, permitted },
  ann: { issuer: 'ca', subject, san },
});

/** The subtree of an organization, with these fields after it. */
const subtree = (...distance: Uint8Array[]) => ({
  ca: {
    issuer: 'root',
    ca: true,
    extensions: [
      {
        oid: '2.5.29.30',
        critical: true,
        value: sequence(tagged(0, sequence(tagged(4, distinguishedName('O=Acme')), ...distance))),
      },
    ],
  },
  ann: { issuer: 'ca', subject: 'O=Acme,CN=Ann' },
});
const excludedHost = (...san: string[]) => ({
  ca: { issuer: 'root', ca: true, excluded: ['uri:bad.example'] },
  ann: { issuer: 'ca', san },
});

export const NAMES: readonly TrustCase[] = [
  plain('a subtree with a minimum of 0', PASSED, subtree(implicit(0, Buffer.from([0])))),
  plain('a subtree with a minimum of 1', GENERAL, subtree(implicit(0, Buffer.from([1])))),
  plain('a subtree with a maximum', GENERAL, subtree(implicit(1, Buffer.from([1])))),
  plain('a URI outside the excluded host', PASSED, excludedHost('uri:https://acme.example/')),
  plain('a URI without a host, where hosts are excluded', GENERAL, excludedHost('uri:urn:acme')),
  plain('a URI with an address, where hosts are excluded', GENERAL, excludedHost('uri:https://10.0.0.1/')),
  plain('a URI with an IPv6 address, where hosts are excluded', GENERAL, excludedHost('uri:https://[::1]/')),
  plain('a permitted directory name', PASSED, constrained(['dir:C=DE,O=Acme'], [])),
  plain(
    'a directory name outside the permitted ones',
    GENERAL,
    constrained(['dir:C=DE,O=Acme'], [], 'C=DE,O=Evil,CN=Ann'),
  ),
  plain(
    'a permitted mailbox, host and network',
    PASSED,
    constrained(
      ['email:acme.example', 'dns:acme.example', 'ip:10.0.0.0/255.0.0.0', 'uri:.acme.example'],
      ['email:ann@acme.example', 'dns:www.acme.example', 'ip:10.1.2.3', 'uri:https://x.acme.example/a'],
    ),
  ),
  plain(
    'a mailbox outside the permitted ones',
    GENERAL,
    constrained(['email:acme.example'], ['email:ann@evil.example']),
  ),
  plain(
    'a mailbox outside the permitted ones, in the subject',
    GENERAL,
    constrained(['email:acme.example'], [], 'C=DE,E=ann@evil.example,CN=Ann'),
  ),
  ...(
    [
      ['bob@acme.example', PASSED],
      ['bob@evil.example', GENERAL],
      ['bob', GENERAL],
    ] as const
  ).flatMap(([address, expected]) =>
    [`E=ann@acme.example,E=${address}`, `E=${address},E=ann@acme.example`].map(emails =>
      plain(
        `several mailboxes in the subject, ${emails}`,
        expected,
        constrained(['email:acme.example'], [], `C=DE,${emails},CN=Ann`),
      ),
    ),
  ),
  plain('a mailbox that cannot be compared, where mailboxes are excluded', GENERAL, {
    ca: { issuer: 'root', ca: true, excluded: ['email:evil.example'] },
    ann: { issuer: 'ca', san: ['email:ann'] },
  }),
  plain('a host outside the permitted ones', GENERAL, constrained(['dns:acme.example'], ['dns:notacme.example'])),
  plain('an address outside the permitted ones', GENERAL, constrained(['ip:10.0.0.0/255.0.0.0'], ['ip:11.1.2.3'])),
  plain(
    'a URI outside the permitted ones',
    GENERAL,
    constrained(['uri:.acme.example'], ['uri:https://acme.example.evil/']),
  ),
  plain('an excluded host', GENERAL, {
    ca: { issuer: 'root', ca: true, excluded: ['dns:bad.example'] },
    ann: { issuer: 'ca', san: ['dns:very.bad.example'] },
  }),
];

export const PURPOSES: readonly TrustCase[] = [
  plain('the key usage does not include signatures', CONSTRAINTS, {
    ann: { issuer: 'ca', keyUsage: ['keyEncipherment'] },
  }),
  plain('the certificate is only for web servers', CONSTRAINTS, { ann: { issuer: 'ca', eku: ['serverAuth'] } }),
  plain('the certificate is for timestamps', CONSTRAINTS, {
    ann: { issuer: 'ca', eku: ['timeStamping'], ekuCritical: true },
  }),
  plain('the certificate is for e-mail', PASSED, { ann: { issuer: 'ca', eku: ['emailProtection'] } }),
  plain('the certificate is for documents', PASSED, {
    ann: { issuer: 'ca', eku: ['documentSigning'], ekuCritical: true },
  }),
];
