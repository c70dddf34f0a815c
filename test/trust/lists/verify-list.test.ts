/** Signatures of lists: what is accepted, and what is refused for which reason. The lists are signed by the tests. */
import { describe, expect, test } from 'vitest';
import { verifyList } from '../../../src/trust/lists/verify-list.js';
import { createPki } from '../../helpers/pki.js';
import { type ListSigning, signedList, signList, writeList } from '../../helpers/trust-lists/index.js';

const pki = createPki({
  root: {},
  operator: { issuer: 'root', key: 'RSA-2048' },
  other: { issuer: 'root', key: 'RSA-2048' },
  p256: { issuer: 'root', key: 'P-256' },
  p384: { issuer: 'root', key: 'P-384' },
  p521: { issuer: 'root', key: 'P-521' },
  brainpool: { issuer: 'root', key: 'brainpoolP256r1' },
  brainpool512: { issuer: 'root', key: 'brainpoolP512r1' },
  pss: { issuer: 'root', key: 'RSAPSS-2048' },
  weak: { issuer: 'root', key: 'RSA-1024' },
});
const signer = pki.id('operator');
const ca = pki.id('root').der;
const row = { providers: [{ services: [{ certificates: [ca] }] }] };
const xml = writeList(row);

const EXCLUSIVE = /(<ds:Transform Algorithm="[^"]*xml-exc-c14n#"><\/ds:Transform>)/;
const LAST_EXCLUSIVE = /(<ds:Transform Algorithm="[^"]*xml-exc-c14n#"><\/ds:Transform>)(?!.*<ds:Transform )/;
const UNSIGNED = '<xades:UnsignedProperties></xades:UnsignedProperties>';
const TWO_REFERENCES = /(<ds:Reference URI.*?<\/ds:Reference>)<ds:Reference Type.*<\/ds:Reference>/;

const verify = (bytes: Uint8Array, name = 'operator') => verifyList(bytes, [pki.id(name).der]);
const make = (signing: Partial<ListSigning>, document = xml) => signList(document, { signer, ...signing });
const refused = (reason: string) =>
  expect.objectContaining({ code: 'LIST_INVALID', detail: expect.objectContaining({ reason }) });
const refuses = (bytes: Uint8Array, reason: string) => expect(verify(bytes)).rejects.toEqual(refused(reason));

describe('a list is accepted when it is signed', () => {
  test('with its content', async () => {
    const { list, signer: found, signedAt } = await verify(signedList(row, signer));
    expect(list.providers[0]?.services[0]?.certificates).toEqual([Buffer.from(ca)]);
    expect(found.sha256).toBe(signer.certificate.sha256);
    expect(signedAt).toEqual(new Date('2026-01-05T10:00:00Z'));
  });

  const methods: [key: string, method: ListSigning['method']][] = [
    ['operator', 'rsa-sha256'],
    ['operator', 'rsa-sha384'],
    ['operator', 'rsa-sha512'],
    ['operator', 'sha256-rsa-MGF1'],
    ['operator', 'sha384-rsa-MGF1'],
    ['operator', 'sha512-rsa-MGF1'],
    ['pss', 'sha256-rsa-MGF1'],
    ['pss', 'sha512-rsa-MGF1'],
    ['p256', 'ecdsa-sha256'],
    ['p384', 'ecdsa-sha384'],
    ['p521', 'ecdsa-sha512'],
    ['brainpool', 'ecdsa-sha256'],
    ['brainpool512', 'ecdsa-sha512'],
  ];
  test.each(methods)('by the key %s with %s', async (name, method) => {
    const bytes = make({ signer: pki.id(name), method: method! });
    expect((await verify(bytes, name)).signer.subject.commonName).toBe(name);
    const changed = Buffer.from(bytes.toString().replace('granted', 'granteD'));
    await expect(verify(changed, name)).rejects.toEqual(refused('DOCUMENT_CHANGED'));
  });

  const signings: [what: string, signing: Partial<ListSigning>][] = [
    ['with SHA-384 digests', { digest: 'sha384' }],
    ['with SHA-512 digests', { digest: 'sha512' }],
    ['with inclusive canonicalisation of the signed properties', { properties: 'inclusive' }],
    ['without a transform of the signed properties', { properties: 'default' }],
    ['with SigningCertificate and SHA-1, as lists of 2019', { old: true }],
    ['with a reference to the identifier of the root', { uri: '#list' }],
    ['with unsigned properties', { signature: swap(/(?=<\/xades:QualifyingProperties>)/, UNSIGNED) }],
    ["with its issuer's certificate in KeyInfo", { certificates: [pki.id('root'), signer] }],
    ['as the first element', { before: '<SchemeInformation>' }],
  ];
  test.each(signings)('%s', async (_, signing) => {
    const list = make(signing, signing.before ? xml.replace('\n<SchemeInformation>', '<SchemeInformation>') : xml);
    expect((await verify(list)).list.sequence).toBe(1);
  });

  test('with a byte order mark, an XML declaration and a comment between elements', async () => {
    const bytes = make({ canonical: xml }, xml.replace('<TSLType>', '<!-- a comment --><TSLType>'));
    const start = '\ufeff<?xml version="1.0" encoding="utf-8" standalone="no"?>\n<!-- another -->\n';
    expect((await verify(Buffer.concat([Buffer.from(start), bytes]))).list.version).toBe(6);
  });

  test('in other words that have the same canonical form', async () => {
    const written = xml
      .replace('xml:lang="en">Test operator', "xml:lang = 'en'\n><![CDATA[Test &]]>&#x20;opera&#116;or")
      .replace('<NextUpdate>', '<NextUpdate \t>')
      .replaceAll('\n', '\r\n');
    const canonical = xml.replace('Test operator', 'Test &amp; operator');
    expect((await verify(make({ canonical }, written))).list.version).toBe(6);
  });
});

describe('a list is refused', () => {
  test('when its signer is not among those who may sign', async () => {
    await expect(verify(signedList(row, pki.id('other')))).rejects.toEqual(refused('SIGNER_UNKNOWN'));
    await expect(verifyList(signedList(row, signer), [])).rejects.toEqual(refused('SIGNER_UNKNOWN'));
  });

  test('when its signer is weak', async () => {
    await expect(verify(make({ signer: pki.id('weak') }), 'weak')).rejects.toEqual(refused('WEAK_KEY'));
  });

  test('when it was signed by another key than that of the certificate', () =>
    refuses(make({ signer: { ...signer, key: pki.id('other').key } }), 'SIGNATURE_INVALID'));

  test('when the certificate was exchanged', () =>
    refuses(make({ signer: pki.id('other'), certificates: [signer], named: signer }), 'SIGNATURE_INVALID'));

  test('when the signed properties name another certificate', () =>
    refuses(make({ named: pki.id('other') }), 'SIGNER_DIFFERS'));

  const replacements: [what: string, signing: Partial<ListSigning>, reason: string][] = [
    ['SHA-1 of a reference', { signedInfo: swap(/xmlenc#sha256/, 'xmldsig#sha1') }, 'DIGEST_ALGORITHM'],
    [
      'RSA with SHA-1',
      { signedInfo: swap(/2001\/04\/xmldsig-more#rsa-sha256/, '2000/09/xmldsig#rsa-sha1') },
      'SIGNATURE_ALGORITHM',
    ],
    ['HMAC', { signedInfo: swap(/#rsa-sha256/, '#hmac-sha256') }, 'SIGNATURE_ALGORITHM'],
    [
      'an algorithm named like a property of objects',
      { signedInfo: swap(/"[^"]*#rsa-sha256"/, '"constructor"') },
      'SIGNATURE_ALGORITHM',
    ],
    ['an algorithm of another kind of key', { signedInfo: swap(/#rsa-sha256/, '#ecdsa-sha256') }, 'SIGNATURE_INVALID'],
    [
      'canonicalisation 1.1',
      { signedInfo: swap(/2001\/10\/xml-exc-c14n#(?=.*SignatureMethod)/, '2006/12/xml-c14n11') },
      'CANONICALIZATION',
    ],
    [
      'an XPath transform',
      { signedInfo: swap(/2000\/09\/xmldsig#enveloped-signature/, 'TR/1999/REC-xpath-19991116') },
      'TRANSFORM',
    ],
    [
      'no enveloped-signature transform',
      { signedInfo: swap(/<ds:Transform Algorithm="[^"]*enveloped-signature"><\/ds:Transform>/, '') },
      'TRANSFORM',
    ],
    [
      'parameters of a transform',
      { signedInfo: swap(/(xml-exc-c14n#"><)(?=\/ds:Transform>)/, '$1ds:X></ds:X><') },
      'TRANSFORM',
    ],
    [
      'a base64 transform',
      { signedInfo: swap(/(#properties".*?)2001\/10\/xml-exc-c14n#/, '$12000/09/xmldsig#base64') },
      'TRANSFORM',
    ],
    [
      'a canonicalisation with the name of a method',
      { signedInfo: swap(LAST_EXCLUSIVE, '<ds:Transform Algorithm="constructor"></ds:Transform>') },
      'TRANSFORM',
    ],
    ['a further transform of the list', { signedInfo: swap(EXCLUSIVE, '$1$1') }, 'TRANSFORM'],
    ['two transforms of the signed properties', { signedInfo: swap(LAST_EXCLUSIVE, '$1$1') }, 'TRANSFORM'],
    [
      'inclusive canonicalisation',
      { signedInfo: swap(/2001\/10\/xml-exc-c14n#/, 'TR/2001/REC-xml-c14n-20010315') },
      'CANONICALIZATION',
    ],
    [
      'prefixes to keep',
      { signedInfo: swap(/(?=<\/ds:CanonicalizationMethod>)/, '<ds:InclusiveNamespaces></ds:InclusiveNamespaces>') },
      'CANONICALIZATION',
    ],
    [
      'parameters of the algorithm',
      { signedInfo: swap(/(?=<\/ds:SignatureMethod>)/, '<ds:HMACOutputLength>1</ds:HMACOutputLength>') },
      'SIGNATURE_ALGORITHM',
    ],
    ['one reference', { signedInfo: swap(/<ds:Reference Type.*<\/ds:Reference>/, '') }, 'REFERENCES'],
    ['three references', { signedInfo: swap(/(<ds:Reference Type.*<\/ds:Reference>)/, '$1$1') }, 'REFERENCES'],
    ['two references to the list', { signedInfo: swap(TWO_REFERENCES, '$1$1') }, 'REFERENCES'],
    ['a reference to another element', { uri: '#other' }, 'REFERENCES'],
    ['an external reference', { uri: 'https://example.org/list.xml' }, 'REFERENCES'],
    ['an XPointer', { uri: '#xpointer(/)' }, 'REFERENCES'],
    ['signed properties without their type', { signedInfo: swap(/Type="[^"]*" /, '') }, 'REFERENCES'],
    ['changed signed properties', { signature: swap(/2026-01-05T10/, '2026-01-05T11') }, 'PROPERTIES_CHANGED'],
    ['a changed algorithm', { signature: swap(/#rsa-sha256/, '#rsa-sha512') }, 'SIGNATURE_INVALID'],
    [
      'a changed digest',
      { signature: swap(/<ds:DigestValue>(.)/, (_, first) => `<ds:DigestValue>${first === 'A' ? 'B' : 'A'}`) },
      'DOCUMENT_CHANGED',
    ],
    ['an empty digest', { signature: swap(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>') }, 'SIGNATURE_STRUCTURE'],
    ['a shortened digest', { signature: swap(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>AAAA') }, 'DOCUMENT_CHANGED'],
    ['a comment in a digest', { signature: swap(/(<ds:DigestValue>....)/, '$1<!-- x -->') }, 'COMMENT_IN_VALUE'],
    ['a comment in SignedInfo', { signature: swap(/(<ds:SignatureMethod)/, '<!-- x -->$1') }, 'COMMENT_IN_VALUE'],
    [
      'other base64 of the same bytes',
      { signature: swap(/(<ds:SignatureValue>[^=]*)(.)==/, nextLetter) },
      'SIGNATURE_STRUCTURE',
    ],
    ['no certificate', { certificates: [] }, 'NO_SIGNER'],
    ['another certificate only', { certificates: [pki.id('other')] }, 'SIGNER_DIFFERS'],
    ['no KeyInfo', { signature: swap(/<ds:KeyInfo>.*<\/ds:KeyInfo>/, '') }, 'SIGNATURE_STRUCTURE'],
    ['two SignedInfo', { signature: swap(/(<ds:SignedInfo.*<\/ds:SignedInfo>)/, '$1$1') }, 'SIGNATURE_STRUCTURE'],
    ['a further Object', { signature: swap(/(<ds:Object>)/, '<ds:Object></ds:Object>$1') }, 'SIGNATURE_STRUCTURE'],
    [
      'two sets of signed properties',
      {
        signature: swap(
          /(<xades:SignedProperties.*<\/xades:SignedProperties>)/,
          s => s + s.replace('Id="properties"', 'Id="p2"'),
        ),
      },
      'SIGNATURE_STRUCTURE',
    ],
    [
      'properties of another signature',
      { signature: swap(/Target="#signature"/, 'Target="#other"') },
      'SIGNATURE_STRUCTURE',
    ],
    [
      'something beside the properties',
      { signature: swap(/(?=<\/ds:Object>)/, '<ds:Manifest></ds:Manifest>') },
      'SIGNATURE_STRUCTURE',
    ],
    [
      'unsigned properties twice',
      { signature: swap(/(?=<\/xades:QualifyingProperties>)/, UNSIGNED + UNSIGNED) },
      'SIGNATURE_STRUCTURE',
    ],
    [
      'something beside the unsigned properties',
      { signature: swap(/(?=<\/xades:QualifyingProperties>)/, '<xades:Other></xades:Other>') },
      'SIGNATURE_STRUCTURE',
    ],
    [
      'a certificate named twice',
      {
        signedProperties: swap(
          /(<xades:SigningCertificateV2>.*<\/xades:SigningCertificateV2>)/,
          all => all + all.replaceAll('V2', ''),
        ),
      },
      'SIGNER_DIFFERS',
    ],
    ['a signing time after the certificate', { signingTime: '2031-01-01T00:00:00Z' }, 'SIGNING_TIME'],
    ['no signing time', { signedProperties: swap(/<xades:SigningTime>.*<\/xades:SigningTime>/, '') }, 'SIGNING_TIME'],
    ['a signing time before the certificate', { signingTime: '2001-01-01T00:00:00Z' }, 'SIGNING_TIME'],
    ['an impossible signing time', { signingTime: '2026-02-30T00:00:00Z' }, 'SIGNING_TIME'],
    [
      'MD5 of the certificate',
      { signedProperties: swap(/2001\/04\/xmlenc#sha256/, '2001/04/xmldsig-more#md5') },
      'DIGEST_ALGORITHM',
    ],
    [
      'no named certificate',
      { signedProperties: swap(/<xades:SigningCertificateV2>.*<\/xades:SigningCertificateV2>/, '') },
      'SIGNER_DIFFERS',
    ],
  ];
  test.each(replacements)('with %s', (_, signing, reason) => refuses(make(signing), reason));

  const documents: [what: string, bytes: () => Uint8Array, reason: string][] = [
    ['no signature', () => Buffer.from(xml), 'NO_SIGNATURE'],
    ['two signatures', () => signList(make({}).toString(), { signer }), 'SEVERAL_SIGNATURES'],
    [
      'a signature in the signature',
      () =>
        make({
          signature: swap(
            /<\/xades:QualifyingProperties>/,
            `<xades:UnsignedProperties><ds:Signature></ds:Signature></xades:UnsignedProperties></xades:QualifyingProperties>`,
          ),
        }),
      'SEVERAL_SIGNATURES',
    ],
    ['a signature in another place', () => make({ before: '</SchemeInformation>' }), 'SIGNATURE_MISPLACED'],
    ['changed content', () => Buffer.from(make({}).toString().replace('granted', 'withdrawn')), 'DOCUMENT_CHANGED'],
    [
      'added content',
      () => Buffer.from(make({}).toString().replace('<NextUpdate>', '<X></X><NextUpdate>')),
      'DOCUMENT_CHANGED',
    ],
    [
      'content in another namespace',
      () => Buffer.from(make({}).toString().replace('xmlns="http://uri.etsi.org/02231/v2#"', 'xmlns="urn:x"')),
      'NOT_A_LIST',
    ],
    ['a DOCTYPE', () => withStart('<!DOCTYPE TrustServiceStatusList>'), 'DOCTYPE'],
    ['entities', () => withStart('<!DOCTYPE x [<!ENTITY a "b">]>'), 'DOCTYPE'],
    ['an unknown entity', () => make({ canonical: xml }, xml.replace('granted', '&granted;')), 'NOT_XML'],
    ['a processing instruction', () => withStart('<?xml-stylesheet href="x"?>'), 'INSTRUCTION'],
    [
      'a processing instruction in a value',
      () => make({ canonical: xml }, xml.replace('granted', 'gran<?x?>ted')),
      'INSTRUCTION',
    ],
    [
      'a comment in a value',
      () => make({ canonical: xml }, xml.replace('granted', 'gran<!-- x -->ted')),
      'COMMENT_IN_VALUE',
    ],
    [
      'two elements with one identifier',
      () => make({}, xml.replace('<TSLType>', '<TSLType Id="list">')),
      'DUPLICATE_ID',
    ],
    [
      'the identifier of the signed properties in the list',
      () => make({}, xml.replace('<TSLType>', '<TSLType ID="properties">')),
      'DUPLICATE_ID',
    ],
    ['another root', () => Buffer.from('<hello/>'), 'NOT_A_LIST'],
    ['a wrapped list', () => Buffer.from(`<wrap>${make({})}</wrap>`), 'NOT_A_LIST'],
    [
      'a list in a list',
      () =>
        Buffer.from(xml.replace('<SchemeInformation>', `${make({}, writeList({ id: 'inner' }))}<SchemeInformation>`)),
      'SIGNATURE_MISPLACED',
    ],
    ['no XML', () => Buffer.from('hello'), 'NOT_XML'],
    ['nothing', () => Buffer.from(''), 'NOT_XML'],
    ['half of it', () => make({}).subarray(0, 3000), 'NOT_XML'],
    ['UTF-16', () => Buffer.from(`\ufeff${make({})}`, 'utf16le'), 'ENCODING'],
    ['Latin-1', () => Buffer.concat([make({}), Buffer.from([0xe4])]), 'ENCODING'],
    ['another declared encoding', () => withStart('<?xml version="1.0" encoding="ISO-8859-1"?>'), 'ENCODING'],
    ['XML 1.1', () => withStart('<?xml version="1.1"?>'), 'ENCODING'],
    ['an undeclared prefix', () => make({}, xml.replace('<TSLType>', '<TSLType a:b="c">')), 'NOT_XML'],
    [
      'an attribute twice by two prefixes',
      () => make({}, xml.replace('<TSLType>', '<TSLType xmlns:a="urn:x" xmlns:b="urn:x" a:c="" b:c="">')),
      'NOT_XML',
    ],
    [
      'a name with two colons',
      () => make({}, xml.replace('<TSLType>', '<TSLType xmlns:a="urn:x" a:b:c="">')),
      'NOT_XML',
    ],
    [
      'a name without a prefix before its colon',
      () => make({}, xml.replace('<TSLType>', '<TSLType :a="">')),
      'NOT_XML',
    ],
    [
      'a declaration of the prefix xml',
      () => make({}, xml.replace('<TSLType>', '<TSLType xmlns:xml="urn:x">')),
      'NOT_XML',
    ],
    [
      'another prefix for xml',
      () => make({}, xml.replace('<TSLType>', '<TSLType xmlns:a="http://www.w3.org/XML/1998/namespace">')),
      'NOT_XML',
    ],
    ['an undeclared namespace', () => make({}, xml.replace('<TSLType>', '<TSLType xmlns:a="">')), 'NOT_XML'],
    [
      '100 levels',
      () => make({}, xml.replace('<TSLType>', `<TSLType>${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)),
      'TOO_COMPLEX',
    ],
    [
      'a part of 30,000 elements',
      () => make({}, xml.replace('<TSLType>', `<TSLType>${'<a></a>'.repeat(30_000)}`)),
      'TOO_COMPLEX',
    ],
    [
      '300 attributes',
      () => make({}, xml.replace('<TSLType>', `<TSLType ${numbered(300, n => `a${n}=""`)}>`)),
      'TOO_COMPLEX',
    ],
    [
      '3,000 names',
      () => make({}, xml.replace('<TSLType>', `<TSLType>${numbered(3000, n => `<a${n}/>`)}`)),
      'TOO_COMPLEX',
    ],
    [
      '11,000 identifiers',
      () => make({}, xml.replace('<TSLType>', `<TSLType>${numbered(11_000, n => `<a Id="${n}"/>`)}`)),
      'TOO_COMPLEX',
    ],
    ['more than 20 MB', () => Buffer.alloc(21 * 1024 * 1024, ' '), 'TOO_LARGE'],
  ];
  test.each(documents)('with %s', (_, bytes, reason) => refuses(bytes(), reason));
});

function numbered(count: number, write: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => write(n)).join(' ');
}

function withStart(start: string): Buffer {
  return Buffer.concat([Buffer.from(start), make({})]);
}

type Replacement = string | ((all: string, ...groups: string[]) => string);

/** Fails when there is nothing to replace. */
function swap(pattern: RegExp, by: Replacement) {
  return (text: string) => {
    const changed = text.replace(pattern, by as string);
    if (changed === text) throw new Error(`${pattern} does not occur`);
    return changed;
  };
}

/** The last letter before the padding has bits that are not used. */
function nextLetter(_: string, start = '', letter = ''): string {
  return `${start}${String.fromCharCode(letter.charCodeAt(0) + 1)}==`;
}
