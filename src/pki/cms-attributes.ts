/** Reads the attributes of a CMS signer: PKCS #9, ESS (RFC 5035), CAdES (ETSI EN 319 122-1) and Adobe's. */
import { readAlgorithm } from './algorithm.js';
import { attempt, children, context, type Der, Fields, readReadable, TAG } from './der/reader.js';
import { integerHex, octets, oidOf, timeOf } from './der/values.js';
import { directoryName } from './name.js';
import { type Crl, readCrl } from './revocation/crl.js';
import { type OcspResponse, readOcspResponse } from './revocation/ocsp.js';

export const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  counterSignature: '1.2.840.113549.1.9.6',
  cmsAlgorithmProtection: '1.2.840.113549.1.9.52',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
  signaturePolicy: '1.2.840.113549.1.9.16.2.15',
  commitmentType: '1.2.840.113549.1.9.16.2.16',
  signerLocation: '1.2.840.113549.1.9.16.2.17',
  contentTimestamp: '1.2.840.113549.1.9.16.2.20',
  certificateValues: '1.2.840.113549.1.9.16.2.23',
  revocationValues: '1.2.840.113549.1.9.16.2.24',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  revocationInfoArchival: '1.2.840.113583.1.1.8',
} as const;

/** Both versions of the attribute that identifies the certificate of the signer. */
export const SIGNER_REFERENCES: readonly string[] = [ATTRIBUTE.signingCertificate, ATTRIBUTE.signingCertificateV2];

export interface Attribute {
  readonly oid: string;
  readonly values: readonly Der[];
}

export function readAttributes(set: Der): Attribute[] {
  return children(set).map(node => {
    const fields = new Fields(node);
    return { oid: oidOf(fields.any()), values: children(fields.take(TAG.set)) };
  });
}

/** The only value of the only attribute of this type; null when absent, repeated or unreadable. */
function single<T>(attributes: readonly Attribute[], oid: string, read: (node: Der) => T): T | null {
  const values = attributes.filter(attribute => attribute.oid === oid).flatMap(attribute => attribute.values);
  const [value] = values;
  if (!value || values.length > 1) return null;
  return attempt(() => read(value));
}

/** The others of one value are read as absent where they are repeated, and a rule of each requires them. */
const OF_ONE_VALUE = [ATTRIBUTE.signingTime, ATTRIBUTE.signaturePolicy];

/** Whether an attribute of one value has none or several, or occurs twice (RFC 5652, 11.3; EN 319 122-1, 5.2.9). */
const repeatsValue = (attributes: readonly Attribute[]): boolean =>
  OF_ONE_VALUE.some(oid => attributes.some(one => one.oid === oid) && single(attributes, oid, () => true) === null);

/** All readable values of all attributes of this type. */
export function every<T>(attributes: readonly Attribute[], oid: string, read: (node: Der) => T): T[] {
  const found = attributes.filter(attribute => attribute.oid === oid);
  return found.flatMap(attribute => attribute.values.flatMap(value => attempt(() => [read(value)]) ?? []));
}

/** Values of the signed attributes, see `SignerInfo.signedAttributes`. */
export function readSignedValues(attributes: readonly Attribute[]) {
  return {
    contentType: single(attributes, ATTRIBUTE.contentType, node => oidOf(node)),
    messageDigest: single(attributes, ATTRIBUTE.messageDigest, node => octets(node)),
    signingTime: single(attributes, ATTRIBUTE.signingTime, timeOf),
    repeatsValue: repeatsValue(attributes),
    /** The first identifier, which is that of the signer, of signing-certificate-v2 and of signing-certificate. */
    signingCertificates: [
      ...(single(attributes, ATTRIBUTE.signingCertificateV2, node => readEssCertificates(node, 2))?.slice(0, 1) ?? []),
      ...(single(attributes, ATTRIBUTE.signingCertificate, node => readEssCertificates(node, 1))?.slice(0, 1) ?? []),
    ],
    cmsAlgorithmProtection: single(attributes, ATTRIBUTE.cmsAlgorithmProtection, readAlgorithmProtection),
    revocationInfo: joinRevocation(every(attributes, ATTRIBUTE.revocationInfoArchival, readRevocationValues)),
  };
}

export type EssCertificateId = Readonly<ReturnType<typeof readEssCertificates>[number]>;

/** `hashAlgorithm`: null: SHA-1 in version 1, SHA-256 in version 2. */
function readEssCertificates(node: Der, version: 1 | 2) {
  const ids = new Fields(node).take(TAG.sequence);
  return children(ids).map(id => {
    const fields = new Fields(id);
    const hashAlgorithm = version === 2 ? fields.optional(TAG.sequence, readAlgorithm) : null;
    const hash = octets(fields.any());
    const issuerSerial = fields.optional(TAG.sequence, node => new Fields(node));
    const issuer = issuerSerial && directoryName(issuerSerial.any());
    return { version, hashAlgorithm, hash, issuer, serialNumber: issuerSerial && integerHex(issuerSerial.any()) };
  });
}

/** RFC 6211. */
function readAlgorithmProtection(node: Der) {
  const fields = new Fields(node);
  const digestAlgorithm = readAlgorithm(fields.take(TAG.sequence));
  return { digestAlgorithm, signatureAlgorithm: fields.optional(context(1), readAlgorithm) };
}

export interface RevocationValues {
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
}

/** Adobe's RevocationInfoArchival and the RevocationValues of CAdES have the same structure. */
export function readRevocationValues(node: Der): RevocationValues {
  const fields = new Fields(node);
  const crls = fields.explicit(0, list => readReadable(list, readCrl)) ?? [];
  return { crls, ocspResponses: fields.explicit(1, list => readReadable(list, readOcspResponse)) ?? [] };
}

export function joinRevocation(parts: readonly RevocationValues[]): RevocationValues {
  return { crls: parts.flatMap(part => part.crls), ocspResponses: parts.flatMap(part => part.ocspResponses) };
}
