/** A CMS signature as PAdES-BASELINE-B requires (ETSI EN 319 142-1, 6.3): detached, with ESS signing-certificate-v2. */
import { createHash, type KeyObject, sign } from 'node:crypto';
import { DocconvError } from '../errors.js';
import {
  ATTRIBUTE,
  type Certificate,
  context,
  encode,
  encodeInteger,
  encodeOid,
  ID_DATA,
  sequence,
  setOf,
  TAG,
} from '../pki/index.js';
import type { Identity } from './identity.js';

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  rsaSha256: '1.2.840.113549.1.1.11',
  ecdsaSha256: '1.2.840.10045.4.3.2',
  ecdsaSha384: '1.2.840.10045.4.3.3',
  ecdsaSha512: '1.2.840.10045.4.3.4',
  ed25519: '1.3.101.112',
} as const;

type DigestName = 'sha256' | 'sha384' | 'sha512';

interface Scheme {
  digest: DigestName;
  /** AlgorithmIdentifier. */
  signature: Uint8Array;
  /** Null: the algorithm includes its own hash (Ed25519, RFC 8419). */
  signDigest: DigestName | null;
}

/** DER of a detached ContentInfo over `content`. Without signing-time: PAdES states the time in /M of the dictionary. */
export function signDetached(content: Uint8Array, { key, certificate, others }: Identity): Uint8Array {
  const scheme = schemeOf(key);
  const attributes = signedAttributes(content, certificate, scheme.digest);
  const signerInfo = sequence(
    integer(1),
    sequence(certificate.issuer.der, serialNumber(certificate.serialNumber)),
    sequence(encodeOid(OID[scheme.digest])),
    implicit(0, attributes),
    scheme.signature,
    encode(TAG.octetString, sign(scheme.signDigest, setOf(attributes), key)),
  );
  const signedData = sequence(
    integer(1),
    setOf([sequence(encodeOid(OID[scheme.digest]))]),
    sequence(encodeOid(ID_DATA)),
    implicit(0, [certificate.der, ...others.map(other => other.der)]),
    setOf([signerInfo]),
  );
  return sequence(encodeOid(OID.signedData), encode(context(0), signedData, true));
}

/** An upper bound for what `signDetached` returns, in bytes. */
export function signatureBound({ certificate, others }: Identity): number {
  return [certificate, ...others].reduce((sum, { der }) => sum + der.length, 4096);
}

function signedAttributes(content: Uint8Array, certificate: Certificate, digest: DigestName): Uint8Array[] {
  const { der, issuer } = certificate;
  const attribute = (oid: string, value: Uint8Array) => sequence(encodeOid(oid), setOf([value]));
  const issuerSerial = sequence(sequence(encode(context(4), issuer.der, true)), serialNumber(certificate.serialNumber));
  // RFC 5035: without an algorithm the hash is SHA-256
  const essCertId = sequence(encode(TAG.octetString, createHash('sha256').update(der).digest()), issuerSerial);
  return [
    attribute(ATTRIBUTE.contentType, encodeOid(ID_DATA)),
    attribute(ATTRIBUTE.messageDigest, encode(TAG.octetString, createHash(digest).update(content).digest())),
    attribute(ATTRIBUTE.signingCertificateV2, sequence(sequence(essCertId))),
  ];
}

const NULL = Uint8Array.of(TAG.null, 0);

/** The digest matches the strength of the key (ETSI TS 119 312). */
export function schemeOf(key: KeyObject): Scheme {
  const details = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
      if ((details.modulusLength ?? 0) < 2048)
        throw new DocconvError('OPTION_UNSUPPORTED.identity-rsa-size', { bits: details.modulusLength ?? 0 });
      return { digest: 'sha256', signature: sequence(encodeOid(OID.rsaSha256), NULL), signDigest: 'sha256' };
    case 'ec':
      return ecdsa(details.namedCurve ?? '');
    case 'ed25519':
      return { digest: 'sha512', signature: sequence(encodeOid(OID.ed25519)), signDigest: null };
    default:
      throw new DocconvError('OPTION_UNSUPPORTED.identity-key-type', {
        type: String(key.asymmetricKeyType),
      });
  }
}

function ecdsa(curve: string): Scheme {
  const bits = Number(/(\d{3})/.exec(curve)?.[1] ?? 0);
  if (bits < 256) throw new DocconvError('OPTION_UNSUPPORTED.identity-curve', { curve });
  const digest = bits < 384 ? 'sha256' : bits < 512 ? 'sha384' : 'sha512';
  const oid = { sha256: OID.ecdsaSha256, sha384: OID.ecdsaSha384, sha512: OID.ecdsaSha512 }[digest];
  return { digest, signature: sequence(encodeOid(oid)), signDigest: digest };
}

const integer = (value: number): Uint8Array => encode(TAG.integer, Uint8Array.of(value));

function serialNumber(hex: string): Uint8Array {
  if (hex.startsWith('-')) throw new DocconvError('OPTION_UNSUPPORTED.identity-serial-number');
  return encodeInteger(hex);
}

/** [n] IMPLICIT SET OF, in DER order. */
function implicit(n: number, parts: readonly Uint8Array[]): Uint8Array {
  return encode(context(n), Buffer.concat([...parts].sort(Buffer.compare)), true);
}
