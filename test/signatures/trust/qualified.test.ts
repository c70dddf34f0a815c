/** The qualified status in the result of check(): PDFs, certificates and trusted lists are made here. */
import { describe, expect, test } from 'vitest';
import { check, type Signer } from '../../../src/signatures/index.js';
import { type TrustStore, trustStoreOf, withSources } from '../../../src/trust/index.js';
import { oid, sequence } from '../../helpers/pki/der.js';
import { createPki, NOW, type Row } from '../../helpers/pki.js';
import { blankPdf, OBJECTS, type TestPdf } from '../../helpers/signed-pdf.js';
import type { ServiceRow } from '../../helpers/trust-lists/index.js';
import { listedStore } from '../../helpers/trust-lists/store.js';

const statement = (n: number, ...info: Uint8Array[]) => sequence(oid(`0.4.0.1862.1.${n}`), ...info);
const [compliance, device] = [statement(1), statement(4)];
const type = (n: number) => statement(6, sequence(oid(`0.4.0.1862.1.6.${n}`)));
const [forSignatures, forSeals] = [type(1), type(2)];
const states = (...statements: Uint8Array[]) => ({
  extensions: [{ oid: '1.3.6.1.5.5.7.1.3', value: sequence(...statements) }],
});

const holder = (name: string, ...statements: Uint8Array[]): Row => ({
  issuer: 'ca',
  subject: `C=DE,O=Acme,CN=${name}`,
  ...(statements.length > 0 ? states(...statements) : {}),
});

const pki = createPki({
  root: { subject: 'C=DE,O=Beispiel,CN=Root' },
  ca: { subject: 'C=DE,O=Beispiel,CN=Beispiel CA', issuer: 'root', ca: true },
  ann: holder('Ann', compliance, device, forSignatures),
  bob: holder('Bob', compliance, forSignatures),
  eve: holder('Eve', forSignatures),
  tom: holder('Tom'),
  stranger: { subject: 'C=FR,O=Autre,CN=Stranger', issuer: 'other' },
  other: { subject: 'C=FR,O=Autre,CN=Autre CA', ca: true },
  acme: holder('Acme', compliance, device, forSeals),
  tsa: { subject: 'C=DE,O=Beispiel,CN=TSA', issuer: 'root', eku: ['timeStamping'], ekuCritical: true },
});
type Name = 'ann' | 'bob' | 'eve' | 'tom' | 'acme' | 'stranger';

const issuing: ServiceRow = {
  certificates: [pki.id('ca').der],
  name: 'Beispiel qualified CA',
  type: 'CA/QC',
  status: 'granted',
  start: '2020-01-01T00:00:00Z',
  additional: ['ForeSignatures', 'ForeSeals'],
};
const stamping: ServiceRow = { ...issuing, certificates: [pki.id('tsa').der], type: 'TSA/QTST', additional: [] };
const listWith = (...services: ServiceRow[]) =>
  listedStore({ territory: 'DE', sequence: 81, providers: [{ names: ['Beispiel'], services }] });

const WITHDRAWN = '2026-06-01T11:30:00Z';
/** Signed at 11:00 by the timestamp, verified at 12:00. */
const withdrawnAt = (service: ServiceRow, start: string): ServiceRow => ({
  ...service,
  status: 'withdrawn',
  start,
  history: [service],
});

const unsigned = () => blankPdf();
const stamped = (name: Name, pdf = unsigned()) =>
  pdf.sign({ make: bytes => pki.cms(name, bytes, { timestamp: value => pki.timestamp('tsa', value) }) });
const signedBy = (name: Name, pdf?: TestPdf): TestPdf =>
  stamped(name, pdf).withStore({ certificates: [pki.id('other').der], crls: [pki.crl('ca'), pki.crl('root')] });

async function first(pdf: Pick<TestPdf, 'bytes'>, trust: TrustStore | null): Promise<Signer> {
  return (await check(pdf.bytes, { trust, at: NOW })).signers[0]!;
}

const causes = ({ qualification }: Signer) =>
  qualification?.reasons.filter(({ level }) => level === 'fail').map(({ code }) => code);

describe('the status of a signature', () => {
  test.each<[string, Name, string, string[], boolean | null]>([
    ['a qualified signature', 'ann', 'QESig', [], true],
    ['without a device', 'bob', 'AdESig-QC', ['NO_DEVICE'], false],
    ['with a certificate that is not qualified', 'eve', 'AdESig', ['NOT_CLAIMED'], null],
    ['with a certificate that states nothing', 'tom', 'Unknown', ['NOT_CLAIMED'], null],
    ['a qualified seal', 'acme', 'QESeal', [], true],
  ])('%s', async (_, name, expected, codes, qscd) => {
    const signer = await first(signedBy(name), await listWith(issuing, stamping));
    expect(signer.indication).toBe('TOTAL_PASSED');
    expect(signer.qualification).toMatchObject({ signature: expected, qscd });
    expect(causes(signer)).toEqual(codes);
  });

  test('counts at the proven time: a service that was withdrawn before gives none', async () => {
    const after = await first(signedBy('ann'), await listWith(withdrawnAt(issuing, WITHDRAWN), stamping));
    expect(after.qualification).toMatchObject({ signature: 'QESig' });
    expect(after.trust).toMatchObject({ status: 'granted' });
    const before = await first(signedBy('ann'), await listWith(withdrawnAt(issuing, '2026-05-01T00:00:00Z'), stamping));
    expect(before.qualification?.signature).toMatch(/AdESig$/);
    expect(before.qualification).toMatchObject({
      certificateAtIssuance: 'QC for eSig with QSCD',
      certificateAtSigning: 'Cert for eSig',
      qscd: null,
    });
    expect(causes(before)).toContain('NOT_GRANTED');
    expect(before.trust).toMatchObject({ status: 'withdrawn' });
  });

  test('is never a qualified signature when it is broken, or its document was changed without permission', async () => {
    const trust = await listWith(issuing, stamping);
    const whole = signedBy('ann');
    const altered = Buffer.from(whole.bytes);
    altered.write('J', altered.indexOf('(Hello)') + 1);
    const drawn = whole.revise({ [OBJECTS.content]: '<</Length 20>>\nstream\nBT (Other) Tj ET    \nendstream' });
    for (const bytes of [altered, drawn.bytes]) {
      const signer = await first({ bytes }, trust);
      expect(signer.qualification?.signature).toBe('Not AdES but QC with QSCD');
      expect(causes(signer)).toContain('NOT_INTACT');
    }
  });

  test('is indeterminate without revocation data', async () => {
    const signer = await first(stamped('ann'), await listWith(issuing, stamping));
    expect(signer.qualification?.signature).toBe('Indeterminate QESig');
    expect(causes(signer)).toContain('NOT_CONFIRMED');
  });

  test('is not stated without the lists', async () => {
    const signer = await first(signedBy('ann'), trustStoreOf([pki.certificate('root')]));
    expect(signer).toMatchObject({ qualification: null, qualified: null, trust: { source: 'file', territory: null } });
    expect(signer.timestamps[0]).toMatchObject({ qualified: null, trust: { source: 'file' } });
    expect(await first(signedBy('ann'), null)).toMatchObject({ qualification: null, trust: null });
  });
});

test('the source of trust is the listed service, with the copy of the list that was used', async () => {
  const { trust } = await first(signedBy('ann'), await listWith(issuing, stamping));
  expect(trust).toEqual({
    source: 'eu',
    territory: 'DE',
    provider: 'Beispiel',
    service: 'Beispiel qualified CA',
    serviceType: 'CA/QC',
    status: 'granted',
    list: { sequence: 81, issued: '2026-01-05T10:00:00.000Z', nextUpdate: '2026-07-05T10:00:00.000Z' },
  });
});

describe('a timestamp', () => {
  const dated = signedBy('ann').timestamp(bytes => pki.timestamp('tsa', bytes));

  test.each<[string, ServiceRow[], boolean, string[]]>([
    ['is qualified when its service is granted', [issuing, stamping], true, []],
    [
      'is not when it was withdrawn before',
      [issuing, withdrawnAt(stamping, '2026-05-01T00:00:00Z')],
      false,
      ['NOT_CONFIRMED', 'NOT_GRANTED'],
    ],
    [
      'is not when its service is of another type',
      [issuing, { ...stamping, type: 'TSA' }],
      false,
      ['NO_SERVICE_AT_TIME'],
    ],
  ])('%s', async (_, services, expected, codes) => {
    const { signers } = await check(dated.bytes, { trust: await listWith(...services), at: NOW });
    const [signature, timestamp] = signers;
    const [stamp] = signature!.timestamps;
    for (const { qualified, qualifiedReasons } of [stamp!, timestamp!]) {
      expect({ qualified, codes: qualifiedReasons.map(({ code }) => code) }).toEqual({ qualified: expected, codes });
    }
    expect(timestamp).toMatchObject({ kind: 'timestamp', qualification: null });
    expect(timestamp!.trust).toMatchObject({ source: 'eu', serviceType: services[1]!.type });
  });
});

describe('a signer whose issuer no source of trust names', () => {
  const reasonOf = async (name: Name, trust: TrustStore | null) =>
    (await check(signedBy(name).bytes, { trust, at: NOW })).reason;

  test('is told that no public trust is loaded', async () => {
    const message = /no public trust is loaded here/;
    expect(await reasonOf('stranger', null)).toMatch(message);
    expect(await reasonOf('stranger', trustStoreOf([pki.certificate('root')]))).toMatch(message);
  });

  test('is told that the loaded lists were left out', async () => {
    const message = /the trusted lists of the European Union are loaded here, but this check was told not to use them/;
    const lists = await listWith(issuing);
    expect(await reasonOf('stranger', withSources(lists, ['file']))).toMatch(message);
    expect(await reasonOf('stranger', withSources(lists, ['eu']))).not.toMatch(message);
  });

  test('is told which list would name the issuer, and how old it is', async () => {
    expect(await reasonOf('stranger', await listWith(issuing))).toBe(
      'The signature of “Stranger” cannot be trusted: the certificate path ends at “Autre CA”, which is not trusted; the trusted list of France, which may name it, is not loaded.',
    );
    const french = await listedStore({ territory: 'FR', sequence: 9, nextUpdate: '2026-05-01T00:00:00Z' });
    expect(await reasonOf('stranger', french)).toMatch(
      /; the trusted list of France \(no. 9, issued 2026-01-05, outdated since 2026-05-01\) does not name it\.$/,
    );
    expect(await first(signedBy('stranger'), french)).toMatchObject({
      trust: null,
      qualification: { signature: 'N/A', reasons: [{ code: 'NOT_CONFIRMED' }, { code: 'NOT_LISTED' }] },
    });
  });

  test('is told which certificate is missing', async () => {
    const make = (bytes: Buffer) => pki.cms('stranger', bytes, { certificates: [pki.id('stranger')] });
    const { reason } = await check(unsigned().sign({ make }).bytes, { trust: await listWith(issuing), at: NOW });
    expect(reason).toMatch(
      /ends at “Stranger”, which is not trusted, and the certificate of its issuer “Autre CA” is not in/,
    );
  });
});
