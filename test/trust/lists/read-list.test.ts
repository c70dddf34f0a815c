/** What is read from a list: the model of TS 119 612, and what is refused although it is signed. */
import { describe, expect, test } from 'vitest';
import type { TrustedList } from '../../../src/trust/lists/model.js';
import { verifyList } from '../../../src/trust/lists/verify-list.js';
import { createPki } from '../../helpers/pki.js';
import { extension, type ListRow, type ServiceRow, signList, writeList } from '../../helpers/trust-lists/index.js';

const pki = createPki({ operator: {}, ca: {}, renewed: {}, other: {} });
const signer = pki.id('operator');
const der = (name: 'ca' | 'renewed' | 'other') => Buffer.from(pki.id(name).der);

async function readXml(xml: string): Promise<TrustedList> {
  return (await verifyList(signList(xml, { signer }), [signer.der])).list;
}
const read = (row: ListRow) => readXml(writeList(row));
const readService = async (row: ServiceRow) =>
  (await read({ providers: [{ services: [row] }] })).providers[0]!.services[0]!;
const readPeriod = async (row: ServiceRow) => (await readService(row)).periods[0]!;

describe('of the list is read', () => {
  test('its header', async () => {
    const uris = ['https://example.org/b', 'https://example.org/a?x=1&y=2'];
    const list = await read({ territory: 'UK', version: 5, sequence: 81, issued: '2026-01-02T03:04:05.5+01:00', uris });
    expect(list).toMatchObject({ kind: 'list', territory: 'UK', version: 5, sequence: 81, schemeUris: uris });
    expect(list.issued).toEqual(new Date('2026-01-02T02:04:05.500Z'));
    expect(list.nextUpdate).toEqual(new Date('2026-07-05T10:00:00Z'));
  });

  test.each([3, 4, 5, 6])('version %i', async version => {
    expect((await read({ version })).version).toBe(version);
  });

  test('that it is closed', async () => {
    expect((await read({ nextUpdate: null })).nextUpdate).toBeNull();
  });

  test('its pointers', async () => {
    const list = await read({
      kind: 'list-of-lists',
      pointers: [
        { url: 'https://example.org/xx.xml', territory: 'XX', certificates: [der('ca'), der('ca'), der('other')] },
        { url: 'https://example.org/lotl.pdf', territory: 'EU', kind: 'list-of-lists', mimeType: 'application/pdf' },
      ],
    });
    expect(list).toMatchObject({ kind: 'list-of-lists', territory: 'EU', providers: [] });
    expect(list.pointers).toEqual([
      {
        url: 'https://example.org/xx.xml',
        territory: 'XX',
        mimeType: 'application/vnd.etsi.tsl+xml',
        type: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric',
        certificates: [der('ca'), der('other')],
      },
      {
        url: 'https://example.org/lotl.pdf',
        territory: 'EU',
        mimeType: 'application/pdf',
        type: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists',
        certificates: [],
      },
    ]);
  });

  test('its names, the English ones first', async () => {
    const names = ['Beispiel@de', 'Exemple@fr', 'Example', 'Example Ltd@en-GB', 'Esempio@it'];
    const { providers } = await read({ providers: [{ names }, { names: ['Beispiel@de', 'Exemple@fr'] }] });
    expect(providers.map(provider => provider.names)).toEqual([
      ['Example', 'Example Ltd', 'Beispiel', 'Exemple', 'Esempio'],
      ['Beispiel', 'Exemple'],
    ]);
  });

  test('its providers, with their names once and in all languages', async () => {
    const { providers } = await read({
      providers: [
        { names: ['Ä & Ö', 'A and O', 'A and O'], tradeNames: ['AO'], services: [{}, {}] },
        { names: ['Second'] },
      ],
    });
    expect(providers.map(({ names, tradeNames, services }) => [names, tradeNames, services.length])).toEqual([
      [['Ä & Ö', 'A and O'], ['AO'], 2],
      [['Second'], [], 0],
    ]);
  });
});

const OTHER_MEMBER =
  '<t:ExtendedKeyUsage xmlns:t="http://uri.etsi.org/02231/v2/additionaltypes#"><KeyPurposeId><x:Identifier xmlns:x="http://uri.etsi.org/01903/v1.3.2#">1.2.3</x:Identifier></KeyPurposeId></t:ExtendedKeyUsage>';

describe('of a service is read', () => {
  test('its history, with the ends of its periods and the certificates of all of them', async () => {
    const service = await readService({
      certificates: [der('renewed')],
      start: '2024-01-01T00:00:00Z',
      status: 'withdrawn',
      history: [
        { start: '2020-01-01T00:00:00Z', name: 'Old', certificates: [der('ca'), der('renewed')] },
        { start: '2020-01-01T00:00:00Z', type: 'TSA/QTST' },
      ],
    });
    expect(service.certificates).toEqual([der('renewed'), der('ca')]);
    const at = (year: number) => new Date(Date.UTC(year, 0, 1));
    expect(service.periods).toMatchObject([
      { start: at(2024), end: null, status: 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/withdrawn' },
      { start: at(2020), end: at(2024), names: ['Old'], type: 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC' },
      { start: at(2020), end: at(2020), type: 'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST' },
    ]);
  });

  test('what is added to its type', async () => {
    const { additional } = await readPeriod({ additional: ['ForeSignatures', 'ForeSeals', 'ForeSignatures'] });
    const uri = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/';
    expect(additional).toEqual([`${uri}ForeSignatures`, `${uri}ForeSeals`]);
  });

  test('its qualifications', async () => {
    const { qualifications } = await readPeriod({
      qualifications: [
        {
          critical: false,
          qualifiers: ['QCWithQSCD', 'QCForESig'],
          criteria: {
            assert: 'atLeastOne',
            keyUsage: [{ nonRepudiation: true, crlSign: false }],
            policies: [['urn:oid:1.2.3', '1.2.4']],
            subjectAttributes: [['2.5.4.10']],
            extendedKeyUsages: [['1.3.6.1.5.5.7.3.4']],
            nested: [{ assert: 'none', policies: [['1.2.5']] }],
          },
        },
      ],
    });
    const none = { keyUsage: [], policySets: [], subjectAttributes: [], extendedKeyUsages: [], nested: [] };
    const uri = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/';
    expect(qualifications).toEqual([
      {
        isCritical: false,
        qualifiers: [`${uri}QCWithQSCD`, `${uri}QCForESig`],
        criteria: {
          assert: 'atLeastOne',
          keyUsage: [
            [
              { bit: 'nonRepudiation', value: true },
              { bit: 'cRLSign', value: false },
            ],
          ],
          policySets: [['1.2.3', '1.2.4']],
          subjectAttributes: [['2.5.4.10']],
          extendedKeyUsages: [['1.3.6.1.5.5.7.3.4']],
          nested: [{ ...none, assert: 'none', policySets: [['1.2.5']], hasUnknown: false }],
          hasUnknown: false,
        },
      },
    ]);
  });

  test.each([
    ['a criterion of another scheme', { other: '<m:QcStatementSet xmlns:m="urn:m"></m:QcStatementSet>' }],
    ['an unknown bit', { keyUsage: [{ signEverything: true }] }],
    ['an empty set of bits', { keyUsage: [{}] }],
    ['an empty set of policies', { policies: [[]] }],
    ['an empty policy', { policies: [['1.2.3', '']] }],
    ['a member in another namespace', { other: OTHER_MEMBER }],
  ])('that it has %s', async (_, criteria) => {
    const { qualifications } = await readPeriod({ qualifications: [{ qualifiers: ['QCStatement'], criteria }] });
    expect(qualifications[0]?.criteria.hasUnknown).toBe(true);
  });

  test('that a critical extension is known which says who took the service over', async () => {
    const content = '<t:TakenOverBy xmlns:t="http://uri.etsi.org/02231/v2/additionaltypes#"></t:TakenOverBy>';
    expect(await readPeriod({ extensions: extension(true, content) })).toMatchObject({ hasUnknownCritical: false });
  });

  test.each([
    ['1', true],
    ['0', false],
  ])('a boolean that is written as %s', async (written, isCritical) => {
    const extensions = `<Extension Critical="${written}"><x:X xmlns:x="urn:x"></x:X></Extension>`;
    expect((await readPeriod({ extensions })).hasUnknownCritical).toBe(isCritical);
  });

  test('whether a critical extension is unknown, and until when expired certificates have revocation data', async () => {
    const unknown = '<x:Unknown xmlns:x="urn:x"></x:Unknown>';
    const expired = extension(false, '<ExpiredCertsRevocationInfo>2016-06-30T22:00:00Z</ExpiredCertsRevocationInfo>');
    expect(await readPeriod({ extensions: extension(true, unknown) })).toMatchObject({ hasUnknownCritical: true });
    expect(await readPeriod({ extensions: extension(false, unknown) + expired })).toMatchObject({
      hasUnknownCritical: false,
      expiredCertsRevocationInfo: new Date('2016-06-30T22:00:00Z'),
    });
  });
});

const xml = writeList({
  providers: [
    { names: ['First'], services: [{ name: 'A', certificates: [der('ca')] }, { name: 'B' }] },
    { names: ['Second'], services: [{ name: 'C' }] },
  ],
});

/** What is left of it, and what is left out. */
async function leftOf(changed: string) {
  const { providers, unreadable } = await readXml(changed);
  const left = providers.map(({ names, services }) => [names[0], services.map(({ periods }) => periods[0]!.names[0])]);
  return { left, unreadable };
}

describe('a service that cannot be read is left out, and named', () => {
  const FIRST_SERVICE = /<TSPService>.*?<\/TSPService>/s;
  const inFirst = (from: string | RegExp, to: string) =>
    xml.replace(FIRST_SERVICE, service => service.replace(from, to));
  const with_ = (row: ServiceRow) =>
    writeList({
      providers: [
        { names: ['First'], services: [{ name: 'A', ...row }, { name: 'B' }] },
        { names: ['Second'], services: [{ name: 'C' }] },
      ],
    });
  const cases: [what: string, xml: string, reason: RegExp][] = [
    ['two states', inFirst(/<ServiceStatus>.*<\/ServiceStatus>/, '$&$&'), /repeated .*ServiceStatus occurs 2 times/],
    ['a state in another namespace', inFirst('<ServiceStatus>', '<ServiceStatus xmlns="urn:x">'), /type or status/],
    ['no type', inFirst(/<ServiceTypeIdentifier>.*<\/ServiceTypeIdentifier>/, ''), /type or status/],
    ['no status', inFirst(/<ServiceStatus>.*<\/ServiceStatus>/, ''), /type or status/],
    ['no start', inFirst('2020-01-01T00:00:00Z', 'once'), /invalid date \(StatusStartingTime once\)/],
    ['a certificate that is not base64', inFirst('<X509Certificate>', '<X509Certificate>?'), /cannot be decoded/],
    ['a certificate that is no DER', inFirst('<X509Certificate>M', '<X509Certificate>N'), /cannot be decoded/],
    ['a disordered history', with_({ history: [{ start: '2021-01-01T00:00:00Z' }] }), /not ordered from new to old/],
    ['a boolean that is none', with_({ extensions: '<Extension Critical="yes"></Extension>' }), /the boolean yes/],
    [
      'an unknown assertion',
      with_({ qualifications: [{ qualifiers: ['a'], criteria: { assert: 'most' } }] }),
      /missing, repeated or misplaced/,
    ],
  ];
  test.each(cases)('with %s', async (_, document, reason) => {
    expect(await leftOf(document)).toEqual({
      left: [
        ['First', ['B']],
        ['Second', ['C']],
      ],
      unreadable: [{ provider: 'First', service: 'A', reason: expect.stringMatching(reason) }],
    });
  });

  test('without a name, too', async () => {
    const { unreadable } = await leftOf(inFirst(/<ServiceInformation>.*<\/ServiceInformation>/s, ''));
    expect(unreadable).toMatchObject([{ provider: 'First', service: null }]);
  });
});

test('a service keeps its other certificates beside one that cannot be parsed, which is named', async () => {
  const identity = '<DigitalId><X509Certificate>MAMCAQE=</X509Certificate></DigitalId>';
  const found = await readXml(xml.replace('<DigitalId>', `${identity}<DigitalId>`));
  expect(found.providers[0]!.services[0]!.certificates).toHaveLength(2);
  expect(found.unreadable).toMatchObject([
    { provider: 'First', service: 'A', reason: expect.stringMatching(/certificate/) },
  ]);
});

test.each([
  ['without name', null, xml.replace(/<TSPName>.*?<\/TSPName>/, '')],
  ['with two informations', 'First', xml.replace(/<TSPInformation>.*?<\/TSPInformation>/, '$&$&')],
  ['with two lists of services', 'First', xml.replace(/<TSPServices>.*?<\/TSPServices>/s, '$&$&')],
  ['with an unknown element', 'First', xml.replace('<TSPService>', '<Unknown></Unknown><TSPService>')],
])('a provider %s is left out, and named', async (_, provider, document) => {
  const reason = expect.stringMatching(/missing, repeated or misplaced/);
  expect(await leftOf(document)).toEqual({
    left: [['Second', ['C']]],
    unreadable: [{ provider, service: null, reason }],
  });
});

test('a pointer that cannot be read costs a list of lists, and no other list', async () => {
  const pointing = (kind: 'list' | 'list-of-lists') =>
    writeList({ kind, pointers: [{ url: 'https://example.org/xx.xml' }] }).replace(
      /<TSLLocation>.*<\/TSLLocation>/,
      '',
    );
  expect(await readXml(pointing('list'))).toMatchObject({ kind: 'list', pointers: [] });
  await expect(readXml(pointing('list-of-lists'))).rejects.toMatchObject({ detail: { reason: 'STRUCTURE' } });
});

test.each([
  ['the status of a service', 'withdrawn', 'with<!-- -->drawn'],
  ['the name of a service that cannot be read', '>A<', '>A<!-- --><'],
  ['the name of a provider', '>Second<', '>Sec<!-- -->ond<'],
  ['the place of a pointer', 'https://example.org/xx.xml', 'https://example.org/<!-- -->xx.xml'],
])('a comment in %s costs the list: comments are not signed', async (_, value, changed) => {
  const services = [{ name: 'A', start: 'once' }, { status: 'withdrawn' }];
  const providers = [{ names: ['First'], services }, { names: ['Second'] }];
  const signed = signList(writeList({ providers, pointers: [{ url: 'https://example.org/xx.xml' }] }), { signer });
  const bytes = Buffer.from(signed.toString().replace(value, changed));
  expect((await verifyList(signed, [signer.der])).list.unreadable).toHaveLength(1);
  const reason = 'COMMENT_IN_VALUE';
  await expect(verifyList(bytes, [signer.der])).rejects.toMatchObject({ detail: { reason } });
});

describe('a signed list is refused', () => {
  const cases: [what: string, xml: string, reason: string][] = [
    ['of an unknown version', writeList({ version: 7 }), 'VERSION'],
    ['without a sequence number', writeList({ sequence: '' }), 'SEQUENCE'],
    ['with a negative sequence number', writeList({ sequence: '-1' }), 'SEQUENCE'],
    ['with a date without time zone', writeList({ issued: '2026-01-05T10:00:00' }), 'TIME'],
    ['with an impossible date', writeList({ issued: '2026-02-29T10:00:00Z' }), 'TIME'],
    ['that ends before it begins', writeList({ nextUpdate: '2025-01-01T00:00:00Z' }), 'TIME'],
    ['with two sequence numbers', xml.replace(/<TSLSequenceNumber>.*<\/TSLSequenceNumber>/, '$&$&'), 'STRUCTURE'],
    ['with two schemes', xml.replace(/<SchemeInformation>.*?<\/SchemeInformation>/s, '$&$&'), 'STRUCTURE'],
    [
      'with two lists of providers',
      xml.replace(/<TrustServiceProviderList>.*<\/TrustServiceProviderList>/s, '$&$&'),
      'STRUCTURE',
    ],
    ['with a value that has elements', xml.replace('>XX<', '><b>XX</b><'), 'STRUCTURE'],
    ['without NextUpdate', xml.replace(/<NextUpdate>.*<\/NextUpdate>/, ''), 'STRUCTURE'],
  ];
  test.each(cases)('%s', async (_, document, reason) => {
    await expect(readXml(document)).rejects.toMatchObject({ code: 'LIST_INVALID', detail: { reason } });
  });

  test('for its signature first', async () => {
    const bytes = Buffer.from(writeList({ version: 7 }));
    const reason = 'NO_SIGNATURE';
    await expect(verifyList(bytes, [signer.der])).rejects.toMatchObject({ detail: { reason } });
  });
});
