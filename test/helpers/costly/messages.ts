/** Signature messages, certificates and revocation data. */
import { randomBytes } from 'node:crypto';
import { encode } from '../../../src/pki/der/writer.js';
import { distinguishedName } from '../pki/certificates.js';
import {
  bitString,
  generalizedTime,
  implicit,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  tagged,
  time,
  utf8,
} from '../pki/der.js';
import { digest, digestAlgorithm, signWith } from '../pki/keys.js';
import { attribute, createPki, type Identity, NOW, type Pki, type Row } from '../pki.js';
import { blankPdf, type TestPdf } from '../signed-pdf.js';
import { type CostlyInput, pki, times } from './input.js';

const anchor = (): string => pki.id('root').pem;
const ROOM = 24_000_000;

/** A signature with this message; the room for it is as large as needed. */
const message = (name: string, make: (bytes: Uint8Array) => Uint8Array): CostlyInput => ({
  name,
  anchor,
  pdf: () => signed(make).bytes,
});

function signed(make: (bytes: Uint8Array) => Uint8Array): TestPdf {
  // signatures of P-256 differ in length
  const room = Math.ceil(make(new Uint8Array()).length * 1.02) + 1000;
  return blankPdf().sign({ make, room: Math.min(room, ROOM) });
}

const cms = (options: Parameters<Pki['cms']>[2]) => (bytes: Uint8Array) => pki.cms('ann', bytes, options);
type Store = Parameters<TestPdf['withStore']>[0];
const stored = (name: string, store: (world: Pki) => Store, world: () => Pki = () => pki): CostlyInput => ({
  name,
  anchor: () => world().id('root').pem,
  pdf: () => signed(bytes => world().cms('ann', bytes)).withStore(store(world())).bytes,
});

/** The table is made when an input needs it. */
function lazy(create: () => Pki): () => Pki {
  let made: Pki | null = null;
  return () => {
    made ??= create();
    return made;
  };
}

/** The certificate of the signer, by other issuers or for other keys. */
const raw = (der: Uint8Array): Identity => ({ der }) as Identity;

interface Parts {
  /** Or its encoding. */
  readonly serial?: number | Uint8Array;
  readonly issuer?: Uint8Array;
  readonly subject?: Uint8Array;
  readonly spki?: Uint8Array;
  readonly extensions?: readonly Uint8Array[];
}

const CA_NAME = distinguishedName('CN=ca,O=Test');
const ROOT_NAME = distinguishedName('CN=root,O=Test');
const ECDSA = sequence(oid('1.2.840.10045.4.3.2'));
const { spki: SPKI } = pki.certificate('ann').publicKey;

/** Signed with random bytes. */
function fake({ serial = 1, issuer = CA_NAME, subject = CA_NAME, spki = SPKI, extensions = [] }: Parts): Uint8Array {
  const period = sequence(time(new Date('2020-01-01')), time(new Date('2035-01-01')));
  const number = typeof serial === 'number' ? integer(serial) : serial;
  const fields = [tagged(0, integer(2)), number, ECDSA, issuer, period, subject, spki];
  const tbs = sequence(...fields, ...(extensions.length ? [tagged(3, sequence(...extensions))] : []));
  return sequence(tbs, ECDSA, bitString(sequence(integer(5), integer(7))));
}

const big = (bits: number): bigint =>
  BigInt(
    `0x8${randomBytes(bits / 8)
      .toString('hex')
      .slice(1, -1)}1`,
  );
const rsaKey = (bits: number, exponentBits = 24): Uint8Array =>
  sequence(
    sequence(oid('1.2.840.113549.1.1.1'), Uint8Array.of(5, 0)),
    bitString(sequence(integer(big(bits)), integer(exponentBits > 24 ? big(exponentBits) : 65537))),
  );
const dsaKey = (bits: number): Uint8Array =>
  sequence(
    sequence(oid('1.2.840.10040.4.1'), sequence(integer(big(bits)), integer(big(256)), integer(big(bits) >> 2n))),
    bitString(integer(big(bits) >> 3n)),
  );
const SLOW_RSA = times(20, () => rsaKey(16_384));
const SLOW_DSA = times(20, () => dsaKey(10_000));
const extension = (id: string, value: Uint8Array): Uint8Array => sequence(oid(id), octetString(value));

/** Certificates of the issuer of `child`, whose signature is verified with each of these keys. */
const issuers = (name: string, count: number, key: (i: number) => Uint8Array): CostlyInput =>
  stored(
    name,
    () => ({ certificates: times(count, i => fake({ serial: i, issuer: ROOT_NAME, spki: key(i) })) }),
    childOf('RSA-2048'),
  );

/** ann is issued by a CA whose certificate is in no document, signed with a key of this type. */
const childOf = (key: NonNullable<Row['key']>): (() => Pki) =>
  lazy(() => createPki({ root: {}, ca: { issuer: 'root', ca: true, key }, ann: { issuer: 'ca' } }));

function bigCrl(entries: number, indirect: boolean): Uint8Array {
  const { key, certificate } = pki.id('ca');
  const { algorithm } = signWith(key, new Uint8Array());
  const one = (i: number) =>
    sequence(
      integer(i % 7 ? i : BigInt(`0x${pki.certificate('ann').serialNumber}0${i}`)),
      time(new Date('2026-05-01')),
    );
  const point = sequence(oid('2.5.29.28'), octetString(sequence(implicit(4, Uint8Array.of(0xff)))));
  const tbs = sequence(
    integer(1),
    algorithm,
    certificate.subject.der,
    time(new Date(NOW.getTime() - 86_400_000)),
    time(new Date(NOW.getTime() + 86_400_000)),
    sequence(Buffer.concat(times(entries, one))),
    ...(indirect ? [tagged(0, sequence(point))] : []),
  );
  return sequence(tbs, algorithm, bitString(signWith(key, tbs).value));
}

function bigOcsp(responses: number): Uint8Array {
  const issuer = pki.id('ca');
  const certId = (serial: bigint) =>
    sequence(
      digestAlgorithm('SHA-256'),
      octetString(digest('SHA-256', CA_NAME)),
      octetString(Buffer.alloc(32)),
      integer(serial),
    );
  const serial = BigInt(`0x${pki.certificate('ann').serialNumber}`);
  const single = sequence(certId(serial), implicit(0, new Uint8Array()), generalizedTime(NOW));
  const tbs = sequence(
    tagged(1, CA_NAME),
    generalizedTime(NOW),
    sequence(Buffer.concat(times(responses, () => single))),
  );
  const { algorithm, value } = signWith(issuer.key, tbs);
  const basic = sequence(tbs, algorithm, bitString(value));
  return sequence(Uint8Array.of(10, 1, 0), tagged(0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octetString(basic))));
}

const names = (count: number): string[] => times(count, i => `dns:h${i}.example`);
const constrained = lazy(() => constrainedBy(20_000));
const constrainedBy = (count: number): Pki =>
  createPki({
    root: {},
    ca: {
      issuer: 'root',
      ca: true,
      permitted: names(count),
      excluded: names(count).map(name => name.replace('h', 'x')),
    },
    ann: { issuer: 'ca', san: names(count) },
  });

const mappings = (level: number, count: number): Uint8Array =>
  sequence(...times(count, i => sequence(oid(`1.2.3.${level}.${i + 1}`), oid(`1.2.3.${level + 1}.${i + 1}`))));
const policies = (levels: number, count: number): Pki => {
  const row = (level: number): Row => ({
    issuer: level ? `ca${level - 1}` : 'root',
    ca: true,
    requireExplicitPolicy: 0,
    policies: times(count, i => `1.2.3.${level}.${i + 1}`),
    extensions: [{ oid: '2.5.29.33', value: mappings(level, count) }],
  });
  const rows = Object.fromEntries(times(levels, level => [`ca${level}`, row(level)]));
  return createPki({
    root: {},
    ...rows,
    ann: { issuer: `ca${levels - 1}`, policies: times(count, i => `1.2.3.${levels}.${i + 1}`) },
  } as Record<string, Row>);
};

function crossCertified(size: number): Pki {
  const all = times(size, i => `ca${i}`);
  const cross = all.flatMap(one =>
    all
      .filter(other => other !== one)
      .map(
        other => [`${one} by ${other}`, { issuer: other, ca: true, keyOf: one, subject: `CN=${one},O=Test` }] as const,
      ),
  );
  const rows: Record<string, Row> = {
    root: {},
    ...Object.fromEntries(all.map(name => [name, {}])),
    ...Object.fromEntries(cross),
    ann: { issuer: 'ca0' },
  };
  return createPki(rows);
}
const crossed = lazy(() => crossCertified(30));
const CROSSED = times(900, i => (i % 31 ? `ca${Math.floor(i / 30)} by ca${i % 30}` : `ca${i / 31}`));
const mapped = lazy(() => policies(11, 10_000));
/** The signer's certificate has this many distribution points. */
const pointed = lazy(() => {
  const point = (i: number) => sequence(tagged(0, tagged(0, implicit(6, Buffer.from(`http://${i}.example/`)))));
  const value = sequence(...times(100_000, point));
  return createPki({
    root: {},
    ca: { issuer: 'root', ca: true },
    ann: { issuer: 'ca', extensions: [{ oid: '2.5.29.31', value }] },
  });
});
const longName = (parts: number): Uint8Array =>
  sequence(...times(parts, i => setOf([sequence(oid('2.5.4.11'), utf8(`unit ${i}`))])));

const nestedIndefinite = (levels: number): Buffer =>
  Buffer.concat([Buffer.from('3080'.repeat(levels), 'hex'), Buffer.alloc(2 * levels)]);

export const MESSAGES: readonly CostlyInput[] = [
  message(
    '10,000 certificates in the message',
    cms({ certificates: [pki.id('ann'), ...times(10_000, i => raw(fake({ serial: i })))] }),
  ),
  message('10,000 certificates with the number of the signer', bytes => {
    const serial = Number.parseInt(pki.certificate('ann').serialNumber, 16);
    const subject = (i: number) => distinguishedName(`CN=ann${i},O=Test`);
    return pki.cms('ann', bytes, { certificates: times(10_000, i => raw(fake({ serial, subject: subject(i) }))) });
  }),
  message('2,000 certificates with the number of the signer and keys that are slow to verify', bytes => {
    const serial = Number.parseInt(pki.certificate('ann').serialNumber, 16);
    return pki.cms('ann', bytes, {
      certificates: times(2000, i =>
        raw(fake({ serial, subject: distinguishedName(`CN=ann${i},O=Test`), spki: SLOW_DSA[i % 20]! })),
      ),
      statedSignature: sequence(oid('2.16.840.1.101.3.4.3.2')),
    });
  }),
  message('10,000 signed attributes', cms({ extraSigned: times(10_000, i => attribute(`1.2.3.${i}`, integer(i))) })),
  message(
    '10,000 unsigned attributes of 100 values',
    cms({ unsigned: times(10_000, i => attribute(`1.2.3.${i}`, ...times(100, integer))) }),
  ),
  message('3,000 signature timestamps', bytes => {
    const stamp = (value: Uint8Array) => times(3000, () => pki.timestamp('tsa', value));
    const make = (value: Uint8Array) => attribute('1.2.840.113549.1.9.16.2.14', ...stamp(value));
    return pki.cms('ann', bytes, { unsigned: [make(Buffer.from('another'))] });
  }),
  message('10,000 signers', cms({ signerInfos: 10_000 })),
  message(
    '10,000 digest algorithms',
    cms({ extraSigned: [], statedDigest: Buffer.concat(times(10_000, () => digestAlgorithm('SHA-256'))) }),
  ),
  message('indefinite lengths of 1,000,000 levels', () => nestedIndefinite(1_000_000)),
  message('indefinite lengths of 60 levels around 5 MB', () => {
    const inner = setOf(times(500_000, i => integer(i)));
    return Buffer.concat([Buffer.from('3080'.repeat(60), 'hex'), inner, Buffer.alloc(120)]);
  }),
  message(
    'an object identifier of 5 MB',
    cms({
      extraSigned: [
        Buffer.concat([
          sequence(
            Buffer.concat([Buffer.from([6, 0x83, 0x4c, 0x4b, 0x40]), Buffer.alloc(5_000_000, 1)]),
            setOf([integer(1)]),
          ),
        ]),
      ],
    }),
  ),
  stored('a serial number of 5 MB', () => ({
    certificates: [fake({ serial: encode(2, Buffer.alloc(5_000_000, 0xf7)) })],
  })),
  stored(
    'an RSA key of 100,000 bits',
    () => ({ certificates: [fake({ issuer: ROOT_NAME, spki: rsaKey(100_000) })] }),
    childOf('RSA-2048'),
  ),
  stored(
    'an RSA key of 8,000,000 bits',
    () => ({ certificates: [fake({ issuer: ROOT_NAME, spki: rsaKey(8_000_000) })] }),
    childOf('RSA-2048'),
  ),
  issuers('2,000 issuers with RSA keys of 16,384 bits', 2000, i => SLOW_RSA[i % 20]!),
  issuers('2,000 issuers with RSA keys and exponents of 3,072 bits', 2000, () => rsaKey(3072, 3072)),
  stored(
    '2,000 issuers with DSA keys of 10,000 bits',
    () => ({ certificates: times(2000, i => fake({ serial: i, issuer: ROOT_NAME, spki: dsaKey(10_000) })) }),
    childOf('DSA-2048'),
  ),
  stored('a name of 100,000 parts in 20 certificates', () => ({
    certificates: times(20, i => fake({ serial: i, subject: longName(100_000) })),
  })),
  stored('a certificate with 100,000 extensions', () => ({
    certificates: [fake({ issuer: ROOT_NAME, extensions: times(100_000, i => extension(`1.2.3.${i}`, integer(i))) })],
  })),
  stored('20,000 name constraints and 20,000 names', good, constrained),
  stored('11 CAs, each with 10,000 policy mappings', good, mapped),
  stored(
    '30 CAs that certify each other',
    world => ({ certificates: CROSSED.map(name => world.id(name).der) }),
    crossed,
  ),
  stored('5,000 renewed certificates of the CA', () => ({
    certificates: [
      pki.id('ca').der,
      ...times(5000, i => fake({ serial: i, issuer: ROOT_NAME, spki: pki.certificate('ca').publicKey.spki })),
    ],
  })),
  stored('a CRL with 1,000,000 entries', () => ({ crls: [pki.crl('root'), bigCrl(1_000_000, false)] })),
  stored('an indirect CRL with 1,000,000 entries', () => ({ crls: [pki.crl('root'), bigCrl(1_000_000, true)] })),
  stored('10,000 CRLs', () => ({ crls: times(10_000, () => pki.crl('ca')) })),
  stored('10,000 OCSP responses', () => ({ ocsps: times(10_000, () => pki.ocsp('ann')) })),
  stored('an OCSP response about 100,000 certificates', () => ({ ocsps: [bigOcsp(100_000)] })),
  stored(
    '100,000 distribution points and 1,000 CRLs',
    world => ({ crls: times(1000, () => world.crl('ca', { distributionPoint: { url: 'http://x.example/' } })) }),
    pointed,
  ),
  {
    name: '1,000 VRI entries of 1,000 references',
    anchor,
    pdf: () => {
      const base = signed(cms({})).withStore({ crls: times(1000, () => pki.crl('ca')) });
      const first = base.next - 1000;
      const list = times(1000, i => `${first + i} 0 R`).join(' ');
      const vri = times(1000, i => `/${i.toString(16).padStart(40, 'A')} ${base.next} 0 R`).join('');
      return base.revise({
        1: `<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/DSS<</CRLs[${list}]/VRI<<${vri}>>>>>>`,
        [base.next]: `<</CRL[${list}]>>`,
      }).bytes;
    },
  },
  {
    name: '500 revisions, each with a security store of 500 references',
    anchor,
    pdf: () => {
      let pdf = signed(cms({})).withStore({ crls: times(500, () => pki.crl('ca')) });
      const list = times(500, i => `${pdf.next - 500 + i} 0 R`).join(' ');
      for (const i of times(500, index => index)) {
        pdf = pdf.revise({ 1: `<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/DSS<</CRLs[${list}]/X ${i}>>>>` });
      }
      return pdf.bytes;
    },
  },
  {
    name: '150 signatures, each with a document timestamp, and 300 CRLs',
    anchor,
    pdf: () => {
      let pdf = blankPdf();
      for (const _ of times(150, index => index)) {
        pdf = pdf
          .sign({ make: bytes => pki.cms('ann', bytes), room: 3000 })
          .timestamp(bytes => pki.timestamp('tsa', bytes), { room: 3000 });
      }
      return pdf.withStore({ crls: times(300, i => pki.crl(i % 2 ? 'ca' : 'root')) }).bytes;
    },
  },
];

function good(world: Pki): Store {
  return { crls: [world.crl('root')] };
}
