/** PKCS#12 files with several keys, as Java keystores and authorities make them. */
import { describe, expect, it } from 'vitest';
import { encode, encodeInteger, encodeOid, sequence, TAG } from '../../src/pki/index.js';
import { readIdentity, sign } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { createPki } from '../helpers/pki.js';
import { document } from './documents.js';

const notAfter = new Date('2099-01-01');
const pki = createPki({
  ca: { subject: 'O=Test,CN=Authority', notAfter },
  other: { subject: 'O=Test,CN=Other Authority', notAfter },
  anna: { issuer: 'ca', subject: 'O=Test,CN=Anna', notAfter },
  renewed: { issuer: 'ca', subject: 'O=Test,CN=Anna', keyOf: 'anna', notAfter },
  seal: { issuer: 'other', subject: 'O=Test,CN=Seal', key: 'RSA-2048', notAfter },
  twin: { issuer: 'ca', subject: 'O=Test,CN=Anna', notAfter },
  expired: {
    issuer: 'ca',
    subject: 'O=Test,CN=Expired',
    notBefore: new Date('2019-01-01'),
    notAfter: new Date('2020-01-01'),
  },
  server: { issuer: 'ca', subject: 'O=Test,CN=Server', keyUsage: ['keyEncipherment'], notAfter },
});
type Name = Parameters<typeof pki.certificate>[0];

/** An entry is `name` or `name=alias`. */
function storeOf(...entries: string[]): Uint8Array {
  const bags = entries.flatMap(entry => {
    const [name, alias] = entry.split('=') as [Name, string | undefined];
    const { key } = pki.id(name);
    return [bag('1', key.export({ type: 'pkcs8', format: 'der' }), alias), certificateBag(name, alias)];
  });
  const content = sequence(...bags, certificateBag('ca'), certificateBag('other'));
  return sequence(encodeInteger('03'), data(sequence(data(content))));
}

const certificateBag = (name: Name, alias?: string) =>
  bag('3', sequence(encodeOid('1.2.840.113549.1.9.22.1'), explicit(octets(pki.certificate(name).der))), alias);

const bag = (type: string, value: Uint8Array, alias?: string) =>
  sequence(
    encodeOid(`1.2.840.113549.1.12.10.1.${type}`),
    explicit(value),
    ...(alias === undefined ? [] : [named(alias)]),
  );

const named = (alias: string) =>
  encode(
    0x31,
    sequence(encodeOid('1.2.840.113549.1.9.20'), encode(0x31, encode(0x1e, Buffer.from(alias, 'utf16le').swap16()))),
  );

const octets = (content: Uint8Array) => encode(TAG.octetString, content);
const explicit = (content: Uint8Array) => encode(0xa0, content);
const data = (content: Uint8Array) => sequence(encodeOid('1.2.840.113549.1.7.1'), explicit(octets(content)));

const chosen = (store: Uint8Array, label?: string) => readIdentity(store, undefined, label).certificate.sha256;
const sha256 = (name: Name) => pki.certificate(name).sha256;

describe('a PKCS#12 file with several keys', () => {
  it('is refused where several can sign, with their aliases', () => {
    expect(() => readIdentity(storeOf('anna=sign 签名 🖊', 'seal=company'))).toThrowError(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: expect.stringMatching(/several keys .*"sign 签名 🖊" \(Anna\), "company" \(Seal\)\. .*--key-label/),
      }),
    );
  });

  it.each([
    ['alias', 'company'],
    ['alias in another script', 'sign 签名 🖊'],
    ['alias whose accents are composed otherwise', 'Pre\u0301nom'],
    ['common name', 'Seal'],
    ['SHA-256 of the certificate', sha256('seal')],
  ])('signs with the one that is chosen by the %s', async (_, label) => {
    const alias = label.startsWith('Pre') ? 'Prénom' : label;
    const store = storeOf('anna=personal', `seal=${alias}`);
    const identity = readIdentity(store, undefined, label);
    expect(identity.others.map(({ subject }) => subject.commonName)).toEqual(['Other Authority']);
    const { signer } = await check(await sign(document(), identity));
    expect(signer?.certificate?.sha256).toBe(sha256('seal'));
  });

  it('names by their certificates those whose aliases and names are the same', () => {
    const store = storeOf('anna=key', 'twin=key', 'seal=key');
    const message = `"${sha256('anna')}" (Anna), "${sha256('twin')}" (Anna)`;
    expect(() => chosen(store)).toThrow(`${message}, "Seal"`);
    expect(() => chosen(store, 'Anna')).toThrow(message);
    expect(chosen(store, sha256('twin'))).toBe(sha256('twin'));
  });

  it('says which ones there are for a label that none has', () => {
    expect(() => chosen(storeOf('anna=personal', 'expired'), 'persona')).toThrow(
      /no key with the name "persona".*"personal" \(Anna\), "Expired"/,
    );
  });

  it.each(['expired', 'server'] as const)('signs with the only one that can sign, beside one that is %s', name => {
    expect(chosen(storeOf(name, 'anna'))).toBe(sha256('anna'));
  });

  it('refuses a chosen one that cannot sign, with the reason', async () => {
    const identity = readIdentity(storeOf('anna', 'expired=old'), undefined, 'old');
    await expect(sign(document(), identity)).rejects.toThrow(/expired on 2020-01-01/);
  });

  it('is not ambiguous with several certificates of one key and name', () => {
    expect(chosen(storeOf('anna', 'renewed'))).toBe(sha256('anna'));
    expect(chosen(storeOf('anna', 'renewed'), sha256('renewed'))).toBe(sha256('renewed'));
  });
});
