/** Parses X.509 certificates (RFC 5280). Does not validate them. */
import { createHash } from 'node:crypto';
import { DocconvError } from '../errors.js';
import { readSigned, type SignedObject } from './algorithm.js';
import { attempt, context, type Der, Fields, readDer, TAG } from './der/reader.js';
import { integerHex, octets, sameBytes, smallInteger, timeOf, toHex } from './der/values.js';
import {
  type Extension,
  readAuthorityInfoAccess,
  readAuthorityKeyId,
  readBasicConstraints,
  readDistributionPoints,
  readExtendedKeyUsage,
  readExtensions,
  readKeyUsage,
  readNameConstraints,
  readPolicies,
  readPolicyConstraints,
  readPolicyMappings,
  repeated,
  unknownCritical,
} from './extensions.js';
import { type Name, readGeneralNames, readName } from './name.js';
import { type PublicKey, readPublicKey } from './public-key.js';
import { readQcStatements } from './qc-statements.js';

export interface Certificate extends SignedObject {
  readonly der: Uint8Array;
  /** Of `der`, hexadecimal, lower case. */
  readonly sha256: string;
  readonly version: number;
  /** Hexadecimal, upper case. */
  readonly serialNumber: string;
  readonly issuer: Name;
  readonly subject: Name;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly publicKey: PublicKey;
  /** False when signatureAlgorithm differs from the signature field of the TBSCertificate (RFC 5280, 4.1.1.2). */
  readonly algorithmsAgree: boolean;
  readonly extensions: Readonly<ReturnType<typeof readCertificateExtensions>>;
}

/** Parses the DER of one certificate. Throws CORRUPT_DOCUMENT, also when anything follows it. */
export function parseCertificate(der: Uint8Array): Certificate {
  const node = readDer(der);
  if (node.bytes.length !== der.length) throw new DocconvError('CORRUPT_DOCUMENT.asn1-after-certificate');
  return readCertificate(node);
}

/** None where it cannot be parsed. */
export function readableCertificate(der: Uint8Array): Certificate[] {
  return attempt(() => [parseCertificate(der)]) ?? [];
}

/**
 * Cached by SHA-256, so results that are cached per object (keys, verified signatures) are reused: a document repeats its
 * certificates in every signature, and a server sees the same authorities again and again.
 */
export function readCertificate(node: Der): Certificate {
  const sha256 = createHash('sha256').update(node.bytes).digest('hex');
  const known = recent.get(sha256);
  if (known) return known;
  const certificate = readFields(readDer(Uint8Array.from(node.bytes)), sha256);
  if (recent.size >= MAX_RECENT) recent.delete(recent.keys().next().value!);
  recent.set(sha256, certificate);
  return certificate;
}

const recent = new Map<string, Certificate>();
const MAX_RECENT = 1000;

function readFields(node: Der, sha256: string): Certificate {
  const { signed, fields } = readSigned(new Fields(node));
  const version = fields.explicit(0, smallInteger) ?? 0;
  const serialNumber = integerHex(fields.any());
  const inner = fields.take(TAG.sequence);
  const issuer = readName(fields.take(TAG.sequence));
  const validity = new Fields(fields.any());
  const notBefore = timeOf(validity.any());
  const notAfter = timeOf(validity.any());
  const subject = readName(fields.take(TAG.sequence));
  const publicKey = readPublicKey(fields.take(TAG.sequence));
  fields.maybe(context(1));
  fields.maybe(context(2));
  return {
    der: node.bytes,
    sha256,
    ...signed,
    version: version + 1,
    serialNumber,
    issuer,
    subject,
    notBefore,
    notAfter,
    publicKey,
    algorithmsAgree: sameBytes(inner.bytes, signed.signatureAlgorithm.der),
    extensions: readCertificateExtensions(fields.explicit(3, readExtensions) ?? []),
  };
}

/** The extensions that docconv processes; any other critical extension invalidates a path (RFC 5280, 4.2). */
export const EXTENSION = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  issuerAltName: '2.5.29.18',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  policies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyId: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  qcStatements: '1.3.6.1.5.5.7.1.3',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
} as const;

const KNOWN: ReadonlySet<string> = new Set(Object.values(EXTENSION));

function readCertificateExtensions(all: readonly Extension[]) {
  const bad = repeated(all);
  const read = <T>(oid: string, reader: (value: Uint8Array) => T): T | null => {
    const found = all.find(extension => extension.oid === oid);
    const value = found ? attempt(() => reader(found.value)) : null;
    if (found && value === null) bad.add(oid);
    return value;
  };
  return {
    all,
    keyUsage: read(EXTENSION.keyUsage, readKeyUsage),
    extendedKeyUsage: read(EXTENSION.extendedKeyUsage, readExtendedKeyUsage),
    extendedKeyUsageCritical: all.some(({ oid, critical }) => critical && oid === EXTENSION.extendedKeyUsage),
    basicConstraints: read(EXTENSION.basicConstraints, readBasicConstraints),
    nameConstraints: read(EXTENSION.nameConstraints, readNameConstraints),
    subjectAltNames: read(EXTENSION.subjectAltName, value => readGeneralNames(readDer(value))) ?? [],
    authorityKeyId: read(EXTENSION.authorityKeyId, readAuthorityKeyId),
    /** Hexadecimal. */
    subjectKeyId: read(EXTENSION.subjectKeyId, value => toHex(octets(readDer(value)))),
    authorityInfoAccess: read(EXTENSION.authorityInfoAccess, readAuthorityInfoAccess) ?? { ocsp: [], caIssuers: [] },
    crlDistributionPoints: read(EXTENSION.crlDistributionPoints, readDistributionPoints) ?? [],
    policies: read(EXTENSION.policies, readPolicies) ?? [],
    policyMappings: read(EXTENSION.policyMappings, readPolicyMappings) ?? [],
    policyConstraints: read(EXTENSION.policyConstraints, readPolicyConstraints),
    inhibitAnyPolicy: read(EXTENSION.inhibitAnyPolicy, value => smallInteger(readDer(value))),
    /** Null: there are none, or they cannot be read, see `malformed`. */
    qcStatements: read(EXTENSION.qcStatements, readQcStatements),
    ocspNoCheck: all.some(extension => extension.oid === EXTENSION.ocspNoCheck),
    unknownCritical: unknownCritical(all, KNOWN),
    /** Identifiers of extensions that occur twice or cannot be read. */
    malformed: [...bad],
  };
}
