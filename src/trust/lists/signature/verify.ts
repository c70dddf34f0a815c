/** Verifies the signature of a list: an enveloped XAdES signature as TS 119 612, annex B, requires it. */
import { createHash } from 'node:crypto';
import { type Certificate, parseCertificate, verifyWithScheme } from '../../../pki/index.js';
import type { XmlStartTag } from '../../../system/xml-events.js';
import { refusal } from '../refusal.js';
import { attribute, child, children, childText, elementsOf, isNamed, readTime, type XmlNode } from '../tree.js';
import { CERTIFICATE_DIGESTS, type ListDigest } from './algorithms.js';
import { canonicalize } from './canonical.js';
import { algorithmOf, decodeStrictly, readSignedInfo, type SignatureParts, splitSignature } from './signed-info.js';

export interface ScannedList {
  readonly root: XmlStartTag;
  /** The only signature, a child of the root. */
  readonly signature: XmlNode;
  /** Of the exclusive canonical form of the root without the signature. */
  readonly digests: Readonly<Record<ListDigest, Buffer>>;
}

/**
 * Who signed the list, and when, as the signer states it. Whether this signer is permitted is for the caller to decide.
 * Throws LIST_INVALID unless everything holds and nothing is unknown.
 */
export function verifyListSignature({ root, signature, digests }: ScannedList) {
  const parts = splitSignature(signature);
  const ancestors = [root, signature.tag];
  const rootId = root.attributes.find(({ name }) => name === 'Id')?.value ?? null;
  const signed = readSignedInfo(parts.signedInfo, rootId, attribute(parts.signedProperties, 'Id'));
  if (!digests[signed.list.digest].equals(signed.list.value)) throw refusal('DOCUMENT_CHANGED');
  const { canonicalization, digest, value } = signed.properties;
  if (
    !createHash(digest)
      .update(signedProperties(parts, ancestors, canonicalization))
      .digest()
      .equals(value)
  ) {
    throw refusal('PROPERTIES_CHANGED');
  }
  const certificate = readSigner(parts);
  const outcome = verifyWithScheme(
    { key: certificate.publicKey, scheme: signed.scheme, signature: decodeStrictly(parts.signatureValue) },
    Buffer.from(canonicalize(parts.signedInfo, ancestors, 'exclusive')),
  );
  if (outcome !== 'valid')
    throw refusal('SIGNATURE_INVALID', outcome === 'unsupported' ? 'the key is not supported' : '');
  return { certificate, signedAt: readSigningTime(parts.signedProperties) };
}

function signedProperties(
  { object, qualifyingProperties, signedProperties: node }: SignatureParts,
  ancestors: readonly XmlStartTag[],
  method: 'exclusive' | 'inclusive',
): string {
  return canonicalize(node, [...ancestors, object.tag, qualifyingProperties.tag], method);
}

/** The one certificate in KeyInfo that the signed properties name; others may be its issuers. */
function readSigner({ keyInfo, signedProperties }: SignatureParts): Certificate {
  const { digest, value } = readNamed(signedProperties);
  const all = children(keyInfo, 'signature', 'X509Data', 'X509Certificate').map(decodeStrictly);
  if (all.length === 0) throw refusal('NO_SIGNER');
  const signer = all.find(der => createHash(digest).update(der).digest().equals(value));
  if (!signer) throw refusal('SIGNER_DIFFERS');
  try {
    return parseCertificate(signer);
  } catch (cause) {
    throw refusal('NO_SIGNER', '', cause);
  }
}

/** SigningCertificate (TL v5 and older) or SigningCertificateV2: the first entry is the signer (EN 319 132-1, 5.2.2). */
function readNamed(signedProperties: XmlNode): { digest: string; value: Buffer } {
  const properties = child(signedProperties, 'properties', 'SignedSignatureProperties');
  const first = child(properties, 'properties', 'SigningCertificate');
  const second = child(properties, 'properties', 'SigningCertificateV2');
  const [named] = children(first ?? second, 'properties', 'Cert', 'CertDigest');
  const [method, value] = elementsOf(named ?? { content: [] });
  const isReadable =
    !(first && second) &&
    method &&
    value &&
    isNamed(method, 'signature', 'DigestMethod') &&
    isNamed(value, 'signature', 'DigestValue');
  if (!isReadable) throw refusal('SIGNER_DIFFERS', 'it is not named');
  return { digest: algorithmOf(method, CERTIFICATE_DIGESTS, 'DIGEST_ALGORITHM'), value: decodeStrictly(value) };
}

function readSigningTime(signedProperties: XmlNode): Date {
  const text = childText(signedProperties, 'properties', 'SignedSignatureProperties', 'SigningTime') ?? '';
  return readTime(text, text.slice(0, 40), 'SIGNING_TIME');
}
