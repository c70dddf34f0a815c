/** The identity of a signer: a private key, its certificate, and the certificates of its issuers. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import forge from 'node-forge';
import { DocconvError } from '../errors.js';
import {
  type Certificate,
  encode,
  encodeInteger,
  keyId,
  keyObject,
  parseCertificate,
  sequence,
  TAG,
} from '../pki/index.js';
import { certificatesOf, issuersOf, requireUsable } from './certificate-key.js';
import { type Pbkdf2, withBoundedDerivation } from './derivation.js';
import { matchesPbmac1 } from './pkcs12-mac.js';

/** A private key with its certificate, from readIdentity() or createIdentity(). */
export interface Identity {
  readonly key: KeyObject;
  readonly certificate: Certificate;
  /** Those of its issuers, as far as the file has them. */
  readonly others: readonly Certificate[];
}

/**
 * Reads a PKCS#12 file (RFC 7292): PBES2 with AES and the older RC2 and 3DES schemes, MACs of SHA-1 and SHA-2. Rejects
 * with PASSWORD_NEEDED, WRONG_PASSWORD, OPTION_UNSUPPORTED for another scheme, or OPTION_INVALID if it is no such file, has no
 * key with a certificate, or several that can sign.
 *
 * @param label where there are several: the alias (friendly name) of the key, or the common name or SHA-256 of its certificate
 */
export function readIdentity(p12: Uint8Array, password?: string, label?: string): Identity {
  const store = openStore(p12, password);
  const keys = bagsOf(store, [forge.pki.oids.pkcs8ShroudedKeyBag, forge.pki.oids.keyBag]);
  const certificates = bagsOf(store, [forge.pki.oids.certBag]).flatMap(storedCertificate);
  const all = certificates.map(({ certificate }) => certificate);
  const candidates = keys.flatMap(bag => candidatesOf(bag, certificates));
  if (candidates.length === 0)
    throw new DocconvError(keys.length === 0 ? 'OPTION_INVALID.pkcs12-no-key' : 'OPTION_INVALID.pkcs12-no-certificate');
  const { key, certificate } = chosen(candidates, label);
  return { key, certificate, others: issuersOf(certificate, all) };
}

interface StoredCertificate {
  readonly certificate: Certificate;
  readonly aliases: readonly string[];
}

interface Candidate {
  readonly key: KeyObject;
  readonly certificate: Certificate;
  /** By which it can be chosen, the most readable first. */
  readonly names: readonly string[];
}

function candidatesOf(bag: forge.pkcs12.Bag, stored: readonly StoredCertificate[]): Candidate[] {
  const all = stored.map(({ certificate }) => certificate);
  return privateKey(bag)
    .flatMap(key => asKeysOf(key, all))
    .flatMap(key => certificatesOf(key, all).map(certificate => ({ key, certificate, names: namesOf(certificate) })));

  function namesOf({ sha256, subject: { commonName } }: Certificate): string[] {
    const { aliases } = stored.find(({ certificate }) => certificate.sha256 === sha256)!;
    return [...aliasesOf(bag), ...aliases, ...(commonName === null ? [] : [commonName]), sha256].map(normalized);
  }
}

const normalized = (name: string): string => name.trim().normalize();

/** Files of authorities often have a key for logging in beside the one for signing: only its owner knows which one is meant. */
function chosen(candidates: readonly Candidate[], label: string | undefined): Candidate {
  const named = candidates.filter(({ names }) => label === undefined || names.includes(normalized(label)));
  if (named.length === 0)
    throw new DocconvError('OPTION_INVALID.pkcs12-no-such-key', { label: label ?? '', names: choicesOf(candidates) });
  const usable = named.filter(canSign);
  if (new Set(usable.map(keyAndName)).size > 1)
    throw new DocconvError('OPTION_INVALID.pkcs12-several-keys', { names: choicesOf(usable) });
  return usable[0] ?? named[0]!;
}

function canSign({ key, certificate }: Candidate): boolean {
  try {
    requireUsable({ certificate, publicKey: createPublicKey(key) }, new Date());
    return true;
  } catch {
    return false;
  }
}

/** After a renewal there are several certificates of one key and name, of which any one that can sign will do. */
const keyAndName = ({ certificate: { publicKey, subject } }: Candidate): string =>
  `${keyId(publicKey)} ${subject.text}`;

/** Each by the first of its names that no other one has, with its common name: aliases are often numbers. */
function choicesOf(candidates: readonly Candidate[]): string {
  const isOfOthers = (name: string, own: Candidate) =>
    candidates.some(one => keyAndName(one) !== keyAndName(own) && one.names.includes(name));
  const choices = candidates.map(one => {
    const name = one.names.find(name => name !== '' && !isOfOthers(name, one));
    const { commonName } = one.certificate.subject;
    return commonName === null || commonName === name ? `"${name}"` : `"${name}" (${commonName})`;
  });
  return [...new Set(choices)].join(', ');
}

function openStore(p12: Uint8Array, password: string | undefined): forge.pkcs12.Pkcs12Pfx {
  const asn1 = parsed(p12);
  return withBoundedDerivation(derive => {
    try {
      return verifiedStore(asn1, password ?? '', derive);
    } catch (cause) {
      if (cause instanceof DocconvError) throw cause;
      const { message } = cause as Error;
      const store = password === undefined || /\bMAC\b/.test(message) ? null : storeWithUtf8(p12, password);
      if (store) return store;
      throw storeError(cause as Error, password);
    }
  });
}

function parsed(p12: Uint8Array): forge.asn1.Asn1 {
  try {
    return forge.asn1.fromDer(Buffer.from(p12).toString('binary'));
  } catch (cause) {
    throw new DocconvError('OPTION_INVALID.not-pkcs12', {}, { cause });
  }
}

function verifiedStore(pfx: forge.asn1.Asn1, password: string, derive: Pbkdf2): forge.pkcs12.Pkcs12Pfx {
  const isRight = matchesPbmac1(pfx, utf8(password), derive);
  if (isRight === null) return forge.pkcs12.pkcs12FromAsn1(pfx, false, password);
  if (!isRight) throw new Error('MAC could not be verified');
  return storeWithoutMac(pfx, password);
}

/**
 * PBES2 takes the UTF-8 of a password, the MAC its UTF-16 (RFC 7292, B.1, RFC 8018, 5), but forge takes one string for both: a
 * password beyond ASCII needs a second try, without the MAC, which the first one has verified. Null: it does not open the file.
 */
function storeWithUtf8(p12: Uint8Array, password: string): forge.pkcs12.Pkcs12Pfx | null {
  if (utf8(password) === password) return null;
  try {
    return storeWithoutMac(parsed(p12), password);
  } catch (cause) {
    if (cause instanceof DocconvError) throw cause;
    return null;
  }
}

function storeWithoutMac({ value, ...pfx }: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  const [version, content] = value as forge.asn1.Asn1[];
  return forge.pkcs12.pkcs12FromAsn1({ ...pfx, value: [version!, content!] }, false, utf8(password));
}

/** A character for each byte, as forge takes bytes. */
const utf8 = (text: string): string => Buffer.from(text).toString('binary');

/** Not what forge reports of types of contents, certificates and MACs that it does not know. */
const UNKNOWN_ENCRYPTION =
  /Unsupported (?:OID|key derivation function|encryption scheme|PRF)|password-based-encryption algorithm parameters/;

/** forge reports a wrong password, and a scheme that it does not know, by its message only. */
function storeError(cause: Error, password: string | undefined): DocconvError {
  if (UNKNOWN_ENCRYPTION.test(cause.message))
    return new DocconvError('OPTION_UNSUPPORTED.pkcs12-encryption', {}, { cause });
  if (/password|MAC could not be verified|decrypt/i.test(cause.message)) {
    return password === undefined
      ? new DocconvError('PASSWORD_NEEDED.pkcs12', {}, { cause })
      : new DocconvError('WRONG_PASSWORD.pkcs12', {}, { cause });
  }
  return new DocconvError('OPTION_INVALID.pkcs12-unreadable', { reason: cause.message }, { cause });
}

function bagsOf(store: forge.pkcs12.Pkcs12Pfx, types: readonly (string | undefined)[]): forge.pkcs12.Bag[] {
  return store.safeContents.flatMap(({ safeBags }) => safeBags.filter(({ type }) => types.includes(type)));
}

/** forge parses RSA keys only; other keys are passed on as ASN.1. */
function privateKey({ key, asn1 }: forge.pkcs12.Bag): KeyObject[] {
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
  return [createPrivateKey({ key: toDer(info), format: 'der', type: 'pkcs8' })];
}

/** forge takes a key of the type id-RSASSA-PSS for any RSA key. Its parameters are those of the certificate (RFC 4055, 1.2). */
function asKeysOf(key: KeyObject, certificates: readonly Certificate[]): KeyObject[] {
  const restricted = key.asymmetricKeyType === 'rsa' ? certificates.filter(isRestricted) : [];
  return [key, ...restricted.map(({ publicKey }) => asRestricted(key, publicKey))];
}

/** Issuers may have parameters that OpenSSL does not read. */
const isRestricted = ({ publicKey }: Certificate): boolean =>
  publicKey.kind === 'RSA-PSS' && keyObject(publicKey) !== null;

function asRestricted(key: KeyObject, { algorithm }: Certificate['publicKey']): KeyObject {
  const value = encode(TAG.octetString, key.export({ format: 'der', type: 'pkcs1' }));
  const pkcs8 = sequence(encodeInteger('00'), algorithm.der, value);
  return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
}

/** The friendly names (PKCS #9), which Java calls aliases. */
const aliasesOf = ({ attributes }: forge.pkcs12.Bag): string[] => attributes?.friendlyName ?? [];

const storedCertificate = (bag: forge.pkcs12.Bag): StoredCertificate[] =>
  certificateDer(bag).map(der => ({ certificate: parseCertificate(der), aliases: aliasesOf(bag) }));

/**
 * A certificate that forge has parsed is assembled again: its TBSCertificate is unchanged, and the outer algorithm equals
 * the inner one (RFC 5280, 4.1.1.2). Others are passed on as ASN.1.
 */
function certificateDer({ cert, asn1 }: forge.pkcs12.Bag): Uint8Array[] {
  if (!cert) return asn1 ? [toDer(asn1)] : [];
  const { tbsCertificate: tbs, signature } = cert as unknown as { tbsCertificate: forge.asn1.Asn1; signature: string };
  const fields = tbs.value as forge.asn1.Asn1[];
  const algorithm = fields[fields[0]?.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC ? 2 : 1]!;
  const { create, Class, Type } = forge.asn1;
  const bits = create(Class.UNIVERSAL, Type.BITSTRING, false, `\0${signature}`);
  return [toDer(create(Class.UNIVERSAL, Type.SEQUENCE, true, [tbs, algorithm, bits]))];
}

function toDer(asn1: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');
}
