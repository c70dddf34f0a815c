import { describe, expect, test } from 'vitest';
import { type LevelFacts, levelOf } from '../../src/signatures/facts/level.js';
import { check } from '../../src/signatures/index.js';
import { oid, sequence, tagged } from '../helpers/pki/der.js';
import { attribute, createPki, NOW } from '../helpers/pki.js';
import { blankPdf, type SignOptions, type TestPdf } from '../helpers/signed-pdf.js';

const BASELINE: LevelFacts = {
  subFilter: 'ETSI.CAdES.detached',
  wellFormed: true,
  signingCertificate: 'v2',
  digestAlgorithm: 'SHA-256',
  certificateInMessage: true,
  signingTimeAttribute: false,
  policy: false,
  commitmentType: false,
  entries: { M: true, Cert: false, Reason: false },
  timestamp: false,
  revocationData: false,
  timestampRevocationData: false,
  archiveTimestamp: false,
};
const ENTRIES = BASELINE.entries;
const LT = { timestamp: true, revocationData: true, timestampRevocationData: true };
const LTA = { ...LT, archiveTimestamp: true };

describe('the level', () => {
  test.each<[string, Partial<LevelFacts>, string]>([
    ['the baseline', {}, 'PAdES-BASELINE-B'],
    ['with a timestamp', { timestamp: true }, 'PAdES-BASELINE-T'],
    ['with revocation data', LT, 'PAdES-BASELINE-LT'],
    ['with revocation data for the signer only', { timestamp: true, revocationData: true }, 'PAdES-BASELINE-T'],
    ['with revocation data for the timestamp only', { ...LT, revocationData: false }, 'PAdES-BASELINE-T'],
    ['with an archive timestamp', LTA, 'PAdES-BASELINE-LTA'],
    ['revocation data without a timestamp', { revocationData: true }, 'PAdES-BASELINE-B'],
    ['a policy', { policy: true }, 'PAdES-BASELINE-B'],
    ['a policy and a reason', { policy: true, entries: { ...ENTRIES, Reason: true } }, 'PAdES-BES'],
    ['a commitment type', { commitmentType: true }, 'PAdES-BASELINE-B'],
    [
      'a commitment type and a reason',
      { commitmentType: true, entries: { ...ENTRIES, Reason: true }, ...LTA },
      'PDF-NOT-ETSI',
    ],
    [
      'a commitment type and a reason in PKCS #7',
      { subFilter: 'adbe.pkcs7.detached', commitmentType: true, entries: { ...ENTRIES, Reason: true } },
      'PKCS7-B',
    ],
    ['a reason', { entries: { ...ENTRIES, Reason: true } }, 'PAdES-BASELINE-B'],
    ['ESS version 1', { signingCertificate: 'v1' }, 'PAdES-BES'],
    ['ESS version 1 with SHA-1', { signingCertificate: 'v1', digestAlgorithm: 'SHA-1' }, 'PAdES-BASELINE-B'],
    ['without /M', { entries: { ...ENTRIES, M: false } }, 'PAdES-BES'],
    ['with /Cert', { entries: { ...ENTRIES, Cert: true } }, 'PAdES-BES'],
    ['the signing-time attribute', { signingTimeAttribute: true }, 'PAdES-BES'],
    ['the signing-time attribute and a policy', { signingTimeAttribute: true, policy: true }, 'PAdES-EPES'],
    ['BES with validation data', { signingTimeAttribute: true, revocationData: true }, 'PAdES-LTV'],
    ['no certificate in the message', { certificateInMessage: false }, 'PAdES-BES'],
    ['no ESS attribute', { signingCertificate: null }, 'PDF-NOT-ETSI'],
    ['malformed', { wellFormed: false, ...LTA }, 'PDF-NOT-ETSI'],
    ['PKCS #7', { subFilter: 'adbe.pkcs7.detached', signingCertificate: null }, 'PKCS7-B'],
    ['PKCS #7 with SHA-1 content', { subFilter: 'adbe.pkcs7.sha1', timestamp: true }, 'PKCS7-T'],
    ['PKCS #7 with an archive timestamp', { subFilter: 'adbe.pkcs7.detached', ...LTA }, 'PKCS7-LTA'],
    ['PKCS #1', { subFilter: 'adbe.x509.rsa_sha1' }, 'PDF-NOT-ETSI'],
    ['an unknown encoding', { subFilter: null }, 'PDF-NOT-ETSI'],
  ])('%s', (_, patch, level) => expect(levelOf({ ...BASELINE, ...patch })).toBe(level));
});

const pki = createPki({
  root: {},
  ca: { issuer: 'root', ca: true },
  ann: { issuer: 'ca' },
  tsa: { issuer: 'root', eku: ['timeStamping'], ekuCritical: true },
  distant: { issuer: 'other', eku: ['timeStamping'], ekuCritical: true },
  other: {},
  brief: {
    issuer: 'root',
    eku: ['timeStamping'],
    ekuCritical: true,
    extensions: [{ oid: '0.4.0.194121.2.1', value: Buffer.from([5, 0]) }],
  },
  responder: { issuer: 'ca', eku: ['ocspSigning'], ocspNoCheck: true },
  lister: { issuer: 'ca', subject: 'CN=ca,O=Test', keyUsage: ['cRLSign'] },
});
const unknown = pki.ocsp('ann', { status: 'unknown' });
const stamp = (bytes: Uint8Array) => pki.timestamp('tsa', bytes);
const signed = (options: Parameters<typeof pki.cms>[2] = {}, more: Partial<SignOptions> = {}) =>
  blankPdf().sign({ make: bytes => pki.cms('ann', bytes, options), ...more });
const certificates = [pki.id('ca').der, pki.id('root').der];
const store = { certificates, crls: [pki.crl('ca'), pki.crl('root')] };
const byResponder = { certificates, ocsps: [pki.ocsp('ann', { responder: 'responder' }), pki.ocsp('tsa')] };
const withoutResponder = pki.ocsp('ann', { responder: 'responder', certificates: [] });
const byStoredResponder = {
  certificates: [...certificates, pki.id('responder').der],
  ocsps: [withoutResponder, pki.ocsp('tsa')],
};
const byLister = {
  certificates: [...certificates, pki.id('lister').der],
  crls: [pki.crl('ca', { signer: 'lister' }), pki.crl('root')],
};
const ofAuthorities = pki.crl('ca', { distributionPoint: { onlyCa: true } });
const pkcs7 = ['ann', 'ca', 'root'].map(name => pki.id(name));
const ofSigner = { certificates, crls: [pki.crl('ca')] };
const ofTimestamp = { certificates, crls: [pki.crl('root')] };
const stampWithData = (bytes: Uint8Array) => pki.timestamp('tsa', bytes, { crls: [pki.crl('root')] });
const inMessage = { timestamp: stamp, crls: [pki.crl('ca')] };
const REVOCATION_VALUES = attribute('1.2.840.113549.1.9.16.2.24', sequence(tagged(0, sequence(pki.crl('ca')))));
const COMMITMENT = attribute('1.2.840.113549.1.9.16.2.16', sequence(oid('1.2.840.113549.1.9.16.6.1')));

describe('the level of a file', () => {
  const archived = (options: Partial<SignOptions>) =>
    signed({ timestamp: stamp }).withStore(store).timestamp(stamp, options);
  test.each<[string, () => TestPdf, string]>([
    ['signed', () => signed(), 'PAdES-BASELINE-B'],
    ['with a signature timestamp', () => signed({ timestamp: stamp }), 'PAdES-BASELINE-T'],
    ['with a document timestamp', () => signed().timestamp(stamp), 'PAdES-BASELINE-T'],
    [
      'with a signature timestamp of another signature',
      () => signed({ timestamp: () => stamp(Buffer.from('x')) }),
      'PAdES-BASELINE-B',
    ],
    ['with CRLs', () => signed({ timestamp: stamp }).withStore(store), 'PAdES-BASELINE-LT'],
    ['with OCSP', () => signed({ timestamp: stamp }).withStore(byResponder), 'PAdES-BASELINE-LT'],
    [
      'with OCSP by a responder whose certificate is in the DSS dictionary only',
      () => signed({ timestamp: stamp }).withStore(byStoredResponder),
      'PAdES-BASELINE-LT',
    ],
    [
      'with a CRL by a certificate that the authority issued for CRLs',
      () => signed({ timestamp: stamp }).withStore(byLister),
      'PAdES-BASELINE-LT',
    ],
    [
      'with a CRL for certificates of authorities only',
      () => signed({ timestamp: stamp }).withStore({ certificates, crls: [ofAuthorities, pki.crl('root')] }),
      'PAdES-BASELINE-T',
    ],
    [
      'with revocation data for the signer only',
      () => signed({ timestamp: stamp }).withStore({ certificates, crls: [pki.crl('ca')] }),
      'PAdES-BASELINE-T',
    ],
    [
      'with revocation data for the timestamp only',
      () => signed({ timestamp: stamp }).withStore({ certificates, crls: [pki.crl('root')] }),
      'PAdES-BASELINE-T',
    ],
    [
      "without the issuer of the timestamp's certificate",
      () => signed({ timestamp: stamp }).withStore({ ...store, certificates: [pki.id('ca').der] }),
      'PAdES-BASELINE-T',
    ],
    [
      'with an OCSP response that the status is unknown',
      () => signed({ timestamp: stamp }).withStore({ ...byResponder, ocsps: [unknown, pki.ocsp('tsa')] }),
      'PAdES-BASELINE-T',
    ],
    [
      'with a timestamp by a certificate without revocation data',
      () =>
        signed({ timestamp: bytes => pki.timestamp('brief', bytes) }).withStore({
          certificates,
          crls: [pki.crl('ca')],
        }),
      'PAdES-BASELINE-LT',
    ],
    [
      'with two timestamps, one of them with revocation data',
      () =>
        signed({ timestamp: bytes => pki.timestamp('distant', bytes) })
          .timestamp(stamp)
          .withStore(store),
      'PAdES-BASELINE-LT',
    ],
    [
      'with the CRL of another authority',
      () => signed({ timestamp: stamp }).withStore({ crls: [pki.crl('root')] }),
      'PAdES-BASELINE-T',
    ],
    ['archived', () => archived({}), 'PAdES-BASELINE-LTA'],
    [
      'archived before the revocation data for the timestamp was added',
      () =>
        signed({ timestamp: stamp })
          .withStore({ certificates, crls: [pki.crl('ca')] })
          .timestamp(bytes => pki.timestamp('distant', bytes))
          .withStore(store),
      'PAdES-BASELINE-LT',
    ],
    ['archived without signature timestamp', () => signed().withStore(store).timestamp(stamp), 'PAdES-BASELINE-LTA'],
    [
      'a document timestamp over revocation data for the signer only',
      () =>
        signed()
          .withStore({ certificates, crls: [pki.crl('ca')] })
          .timestamp(stamp),
      'PAdES-BASELINE-T',
    ],
    ['archived without /Type', () => archived({ type: null }), 'PAdES-BASELINE-LTA'],
    ['archived as /Sig', () => archived({ type: 'Sig' }), 'PAdES-BASELINE-LT'],
    ['data after the timestamp', () => signed().timestamp(stamp).withStore(store), 'PAdES-BASELINE-LT'],
    [
      'data before the signature',
      () =>
        blankPdf()
          .withStore(store)
          .sign({ make: bytes => pki.cms('ann', bytes, { timestamp: stamp }) }),
      'PAdES-BASELINE-T',
    ],
    ['with a commitment type', () => signed({ extraSigned: [COMMITMENT] }), 'PAdES-BASELINE-B'],
    [
      'with a commitment type and a reason',
      () => signed({ extraSigned: [COMMITMENT] }, { entries: { Reason: '(Approved)' } }),
      'PDF-NOT-ETSI',
    ],
    ['with the signing-time attribute', () => signed({ signingTime: NOW }), 'PAdES-BES'],
    [
      'with revocation data for the timestamp in the timestamp',
      () => signed({ timestamp: stampWithData }).withStore(ofSigner),
      'PAdES-BASELINE-LT',
    ],
    ['with revocation data in the message', () => signed(inMessage).withStore(ofTimestamp), 'PAdES-BASELINE-LT'],
    [
      'with revocation data among the unsigned attributes',
      () => signed({ timestamp: stamp, unsigned: [REVOCATION_VALUES] }).withStore(ofTimestamp),
      'PAdES-BASELINE-LT',
    ],
    [
      'with revocation data in the message and the timestamp, without a store',
      () => signed({ ...inMessage, timestamp: stampWithData }),
      'PAdES-BASELINE-T',
    ],
    [
      'with revocation data of other certificates in the timestamp',
      () =>
        signed({ timestamp: bytes => pki.timestamp('tsa', bytes, { crls: [pki.crl('ca')] }) }).withStore({
          certificates,
        }),
      'PAdES-BASELINE-T',
    ],
    [
      "Adobe's attribute in PAdES",
      () => signed({ timestamp: stamp, archival: { crls: [pki.crl('ca')] } }).withStore(ofTimestamp),
      'PAdES-BASELINE-T',
    ],
    [
      'a document timestamp with its own revocation data, which it does not protect',
      () => signed().withStore(ofSigner).timestamp(stampWithData),
      'PAdES-BASELINE-LT',
    ],
    [
      'a document timestamp with its own revocation data, and an archive timestamp',
      () => signed().withStore(ofSigner).timestamp(stampWithData).timestamp(stamp),
      'PAdES-BASELINE-LTA',
    ],
    [
      'archived with revocation data in the signature timestamp',
      () => signed({ timestamp: stampWithData }).withStore(ofSigner).timestamp(stamp),
      'PAdES-BASELINE-LTA',
    ],
    [
      "Adobe's attribute in PKCS #7",
      () =>
        signed(
          { timestamp: stamp, archival: { crls: store.crls }, certificates: pkcs7 },
          { subFilter: 'adbe.pkcs7.detached' },
        ),
      'PKCS7-LT',
    ],
  ])('%s', async (_, make, level) => {
    const { signers } = await check(make().bytes, { at: NOW });
    expect(signers.find(({ kind }) => kind === 'signature')?.level).toBe(level);
  });
});

describe('the cost of a level', () => {
  const COPIES = 250;
  const MAX_SECONDS = 10;
  const numbers = Array.from({ length: COPIES }, (_, i) => i);
  const copies = Object.fromEntries(
    numbers.map(i => [`ca${i}`, { issuer: 'root', ca: true, subject: 'CN=ca,O=Test', keyOf: 'ca' }]),
  );
  const many = createPki({ root: {}, ca: { issuer: 'root', ca: true }, ann: { issuer: 'ca' }, other: {}, ...copies });

  test('grows with the number of certificates and of CRLs, not with its cube', async () => {
    const certificates = numbers.map(i => many.id(`ca${i}`).der);
    const crls = numbers.map(number => many.crl('ca', { signer: 'other', number }));
    const file = blankPdf()
      .sign({ make: bytes => many.cms('ann', bytes) })
      .withStore({ certificates: [...certificates, many.id('ca').der], crls });
    const before = process.cpuUsage();
    const { signers } = await check(file.bytes, { at: NOW });
    const { user, system } = process.cpuUsage(before);
    expect(signers[0]?.level).toBe('PAdES-BASELINE-B');
    expect((user + system) / 1_000_000).toBeLessThan(MAX_SECONDS);
  });
});
