/** Parses CMS SignedData (RFC 5652), the /Contents of signed PDFs. */
import { DocconvError } from '../errors.js';
import { type AlgorithmIdentifier, readAlgorithm } from './algorithm.js';
import { type Certificate, readCertificate } from './certificate.js';
import {
  ATTRIBUTE,
  type Attribute,
  every,
  joinRevocation,
  type RevocationValues,
  readAttributes,
  readRevocationValues,
  readSignedValues,
} from './cms-attributes.js';
import { children, context, type Der, expectTag, Fields, inside, readDer, readReadable, TAG } from './der/reader.js';
import { integerHex, octets, oidOf, smallInteger, toHex } from './der/values.js';
import { setOf, toDer } from './der/writer.js';
import { type Name, readName, sameName } from './name.js';
import { type Crl, readCrl } from './revocation/crl.js';
import { type OcspResponse, readOcspResponse } from './revocation/ocsp.js';

export interface SignedData {
  /** The ContentInfo without trailing bytes. */
  readonly der: Uint8Array;
  /** Number of bytes after the ContentInfo. */
  readonly trailing: { readonly zeros: number; readonly others: number };
  /** True when the ContentInfo has an indefinite length. */
  readonly indefinite: boolean;
  readonly version: number;
  readonly digestAlgorithms: readonly AlgorithmIdentifier[];
  /** id-data for documents, id-ct-TSTInfo for timestamps. */
  readonly contentType: string;
  /** Null when detached. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
  /** The first 10. */
  readonly signers: readonly SignerInfo[];
}

export interface SignerInfo {
  readonly version: number;
  readonly id: { readonly issuer: Name; readonly serialNumber: string } | { readonly subjectKeyId: string };
  readonly digestAlgorithm: AlgorithmIdentifier;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  /** Null when absent: the signature is then over the content itself. */
  readonly signedAttributes: Readonly<ReturnType<typeof readSignedAttributes>> | null;
  readonly unsignedAttributes: readonly Attribute[];
  /** DER of the tokens in signature-time-stamp attributes. */
  readonly signatureTimestamps: readonly Uint8Array[];
  /** Certificates in the CAdES certificate-values attribute. */
  readonly certificateValues: readonly Certificate[];
  /** From revocation-values and adbe-revocationInfoArchival, signed or unsigned. */
  readonly revocationValues: RevocationValues;
}

/** More than one is malformed. */
const MAX_SIGNERS = 10;
export const SIGNED_DATA = '1.2.840.113549.1.7.2';
/** Content without a type of its own (RFC 5652, 4): documents. */
export const ID_DATA = '1.2.840.113549.1.7.1';

/** Parses a ContentInfo with SignedData; bytes after it are counted in `trailing`. Throws CORRUPT_DOCUMENT. */
export function parseSignedData(bytes: Uint8Array): SignedData {
  const contentInfo = readDer(bytes);
  const outer = new Fields(contentInfo);
  if (oidOf(outer.any()) !== SIGNED_DATA) throw new DocconvError('CORRUPT_DOCUMENT.asn1-not-signed-data');
  const signedData = inside(outer.take(context(0)));
  if (outer.peek()) throw new DocconvError('CORRUPT_DOCUMENT.asn1-content-info');
  const rest = bytes.subarray(contentInfo.bytes.length);
  const zeros = countZeros(rest);
  return {
    ...readSignedData(signedData),
    der: contentInfo.bytes,
    indefinite: contentInfo.indefinite,
    trailing: { zeros, others: rest.length - zeros },
  };
}

/** Signers reserve kilobytes, of which the rest is zeros: a loop over it takes longer than to parse the message. */
function countZeros(bytes: Uint8Array): number {
  const isAllZeros = Buffer.compare(bytes, Buffer.alloc(bytes.length)) === 0;
  return isAllZeros ? bytes.length : bytes.filter(byte => byte === 0).length;
}

function readSignedData(node: Der): Omit<SignedData, 'der' | 'trailing' | 'indefinite'> {
  const fields = new Fields(node);
  const version = smallInteger(fields.any());
  const digestAlgorithms = children(fields.take(TAG.set)).map(node => readAlgorithm(expectTag(node, TAG.sequence)));
  const content = new Fields(fields.take(TAG.sequence));
  const contentType = oidOf(content.any());
  const certificates = fields.optional(context(0), list => readReadable(list, readCertificate)) ?? [];
  const revocations = fields.maybe(context(1));
  return {
    version,
    digestAlgorithms,
    contentType,
    content: content.explicit(0, contentOf),
    certificates,
    crls: revocations ? readReadable(revocations, readCrl) : [],
    ocspResponses: revocations ? readReadable(revocations, readOtherRevocation) : [],
    signers: children(fields.take(TAG.set)).slice(0, MAX_SIGNERS).map(readSignerInfo),
  };
}

/** In PKCS #7 the content may be of any type; its value is digested (RFC 2315, 9.3). */
function contentOf(node: Der): Uint8Array {
  return node.tag === TAG.octetString ? octets(node) : node.content;
}

/** id-ri-ocsp-response (RFC 5940, 2.1). */
function readOtherRevocation(node: Der): OcspResponse {
  if (node.tag !== context(1)) throw new DocconvError('CORRUPT_DOCUMENT.asn1-not-ocsp');
  const fields = new Fields(node, null);
  if (oidOf(fields.any()) !== '1.3.6.1.5.5.7.16.2') throw new DocconvError('CORRUPT_DOCUMENT.asn1-not-ocsp');
  return readOcspResponse(fields.any());
}

function readSignerInfo(node: Der): SignerInfo {
  const fields = new Fields(node);
  const version = smallInteger(fields.any());
  const id = readSignerId(fields.any());
  const digestAlgorithm = readAlgorithm(fields.take(TAG.sequence));
  const signedAttributes = fields.optional(context(0), readSignedAttributes);
  const signatureAlgorithm = readAlgorithm(fields.take(TAG.sequence));
  const signature = octets(fields.any());
  const unsignedAttributes = fields.optional(context(1), readAttributes) ?? [];
  return {
    version,
    id,
    digestAlgorithm,
    signatureAlgorithm,
    signature,
    signedAttributes,
    unsignedAttributes,
    signatureTimestamps: every(unsignedAttributes, ATTRIBUTE.signatureTimestamp, value => value.bytes),
    certificateValues: every(unsignedAttributes, ATTRIBUTE.certificateValues, list =>
      readReadable(list, readCertificate),
    ).flat(),
    revocationValues: joinRevocation([
      ...(signedAttributes ? [signedAttributes.revocationInfo] : []),
      ...every(unsignedAttributes, ATTRIBUTE.revocationValues, readRevocationValues),
      ...every(unsignedAttributes, ATTRIBUTE.revocationInfoArchival, readRevocationValues),
    ]),
  };
}

function readSignerId(node: Der): SignerInfo['id'] {
  if (node.tag === context(0)) return { subjectKeyId: toHex(octets(node, context(0))) };
  const fields = new Fields(node);
  return { issuer: readName(fields.any()), serialNumber: integerHex(fields.any()) };
}

const SET_OF = 0x31;

/**
 * `all`: also duplicates and types without a field of their own; `asSent`: as a SET OF in the order and encoding as sent;
 * `asDer`: equal to `asSent` in a signature that conforms to RFC 5652, 5.4.
 */
function readSignedAttributes(node: Der) {
  const asSent = Buffer.from(node.bytes);
  asSent[0] = SET_OF;
  const all = readAttributes(node);
  return { all, asSent, asDer: setOf(children(node).map(child => toDer(child))), ...readSignedValues(all) };
}

/** The certificates of `pool` that match the signer identifier. */
export function findSignerCertificates(signer: SignerInfo, pool: readonly Certificate[]): Certificate[] {
  const { id } = signer;
  if ('subjectKeyId' in id) return pool.filter(candidate => candidate.extensions.subjectKeyId === id.subjectKeyId);
  return pool.filter(({ serialNumber, issuer }) => serialNumber === id.serialNumber && sameName(issuer, id.issuer));
}
