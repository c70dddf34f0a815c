/** A CMS signature as PAdES-BASELINE-B requires (ETSI EN 319 142-1, 6.3): detached, with ESS signing-certificate-v2. */
import { createHash } from 'node:crypto';
import { DocconvError } from '../errors.js';
import {
  ATTRIBUTE,
  type Certificate,
  context,
  encode,
  encodeInteger,
  encodeOid,
  ID_DATA,
  SIGNED_DATA,
  sequence,
  setOf,
  TAG,
} from '../pki/index.js';
import { digestIdentifier, type SchemeDigest, type SigningScheme, schemeIdentifier, valueBound } from './scheme.js';
import type { Signer } from './signer.js';

/** Returns a timestamp token for a signature value; null: the signature has none. */
export type Stamp = (value: Uint8Array) => Promise<Uint8Array | null>;

export interface CmsSettings {
  scheme: SigningScheme;
  /** Adds a signature timestamp (ETSI EN 319 122-1, 5.3). */
  stamp?: Stamp;
  signal?: AbortSignal;
}

/**
 * DER of a detached ContentInfo over `content`. Without signing-time: PAdES states the time in /M of the
 * dictionary.
 */
export async function signDetached(
  content: Uint8Array,
  signer: Signer,
  { scheme, stamp, signal }: CmsSettings,
): Promise<Uint8Array> {
  const attributes = signedAttributes(digestOf(content, scheme.digest), signer.certificate);
  const value = await signer.sign(setOf(attributes), scheme, signal);
  const token = (await stamp?.(value)) ?? null;
  return contentInfo(signer, scheme, attributes, value, token);
}

/** How many bytes `signDetached` returns at most, with a token of `tokenBytes`; 0: without one. */
export function signatureBound(signer: Signer, scheme: SigningScheme, tokenBytes = 0): number {
  const attributes = signedAttributes(digestOf(new Uint8Array(), scheme.digest), signer.certificate);
  const token = tokenBytes > 0 ? new Uint8Array(tokenBytes) : null;
  return contentInfo(signer, scheme, attributes, new Uint8Array(valueBound(signer.publicKey)), token).length;
}

/**
 * The digest of the document in signed attributes that signDetached() asks a signer for; null: the data is something else,
 * such as a certificate, which a key for documents must not sign.
 */
export function documentDigest(data: Uint8Array, certificate: Certificate, digest: SchemeDigest): Uint8Array | null {
  const empty = digestOf(new Uint8Array(), digest);
  const at = Buffer.from(setOf(signedAttributes(empty, certificate))).indexOf(empty);
  const found = Uint8Array.from(data.subarray(at, at + empty.length));
  return Buffer.from(setOf(signedAttributes(found, certificate))).equals(data) ? found : null;
}

function digestOf(content: Uint8Array, digest: SchemeDigest): Buffer {
  return createHash(digest).update(content).digest();
}

function contentInfo(
  { certificate, others }: Signer,
  scheme: SigningScheme,
  attributes: readonly Uint8Array[],
  value: Uint8Array,
  token: Uint8Array | null,
): Uint8Array {
  const signerInfo = sequence(
    integer(1),
    sequence(certificate.issuer.der, serialNumber(certificate.serialNumber)),
    digestIdentifier(scheme.digest),
    implicit(0, attributes),
    schemeIdentifier(scheme),
    encode(TAG.octetString, value),
    ...(token ? [implicit(1, [attribute(ATTRIBUTE.signatureTimestamp, token)])] : []),
  );
  const signedData = sequence(
    integer(1),
    setOf([digestIdentifier(scheme.digest)]),
    sequence(encodeOid(ID_DATA)),
    implicit(0, [certificate.der, ...others.map(other => other.der)]),
    setOf([signerInfo]),
  );
  return sequence(encodeOid(SIGNED_DATA), encode(context(0), signedData, true));
}

function signedAttributes(digest: Uint8Array, certificate: Certificate): Uint8Array[] {
  const { der, issuer } = certificate;
  const issuerSerial = sequence(sequence(encode(context(4), issuer.der, true)), serialNumber(certificate.serialNumber));
  // RFC 5035: without an algorithm the hash is SHA-256
  const essCertId = sequence(encode(TAG.octetString, createHash('sha256').update(der).digest()), issuerSerial);
  return [
    attribute(ATTRIBUTE.contentType, encodeOid(ID_DATA)),
    attribute(ATTRIBUTE.messageDigest, encode(TAG.octetString, digest)),
    attribute(ATTRIBUTE.signingCertificateV2, sequence(sequence(essCertId))),
  ];
}

const attribute = (oid: string, value: Uint8Array): Uint8Array => sequence(encodeOid(oid), setOf([value]));

const integer = (value: number): Uint8Array => encode(TAG.integer, Uint8Array.of(value));

function serialNumber(hex: string): Uint8Array {
  if (hex.startsWith('-')) throw new DocconvError('OPTION_UNSUPPORTED.identity-serial-number');
  return encodeInteger(hex);
}

/** [n] IMPLICIT SET OF, in DER order. */
function implicit(n: number, parts: readonly Uint8Array[]): Uint8Array {
  return encode(context(n), Buffer.concat([...parts].sort(Buffer.compare)), true);
}
