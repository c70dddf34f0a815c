/** Parses certificate revocation lists (RFC 5280, 5). Entries are read on demand: a list may have a million of them. */
import { DocconvError } from '../../errors.js';
import { readSigned, type SignedObject } from '../algorithm.js';
import { context, type Der, Fields, readDer, TAG } from '../der/reader.js';
import { integerHex, sameBytes, setBits, timeOf } from '../der/values.js';
import {
  type AuthorityKeyId,
  type Extension,
  readAuthorityKeyId,
  readDistributionPointName,
  readExtension,
  readExtensions,
  unknownCritical,
} from '../extensions.js';
import { directoryName, type Name, readName, sameName } from '../name.js';

export interface Crl extends SignedObject {
  readonly der: Uint8Array;
  readonly issuer: Name;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly authorityKeyId: AuthorityKeyId | null;
  /** Hexadecimal. */
  readonly number: string | null;
  /** The base CRL number of a delta CRL; null for a complete one. */
  readonly baseNumber: string | null;
  readonly issuingDistributionPoint: Readonly<ReturnType<typeof readIssuingDistributionPoint>> | null;
  /** ExpiredCertsOnCRL (X.509): certificates that expired since this date are still listed. */
  readonly expiredCertificatesFrom: Date | null;
  readonly unknownCritical: readonly string[];
  /** The SEQUENCE of entries, see findRevoked(). */
  readonly entries: Der | null;
}

export interface RevokedEntry {
  readonly revokedAt: Date;
  readonly reason: RevocationReason | null;
}

/** CRLReason (RFC 5280, 5.3.1); 7 is not used. */
const REASONS = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  null,
  'removeFromCRL',
  'privilegeWithdrawn',
  'aACompromise',
] as const;

export type RevocationReason = NonNullable<(typeof REASONS)[number]>;

/** Throws CORRUPT_DOCUMENT. */
export function parseCrl(der: Uint8Array): Crl {
  return readCrl(readDer(der));
}

export function readCrl(node: Der): Crl {
  const { signed, fields } = readSigned(new Fields(node));
  fields.maybe(TAG.integer);
  const inner = fields.take(TAG.sequence);
  if (!sameBytes(inner.bytes, signed.signatureAlgorithm.der))
    throw new DocconvError('CORRUPT_DOCUMENT.asn1-algorithms-differ');
  const issuer = readName(fields.take(TAG.sequence));
  const thisUpdate = timeOf(fields.any());
  const nextUpdate = fields.maybe(TAG.utcTime, TAG.generalizedTime);
  return {
    der: node.bytes,
    ...signed,
    issuer,
    thisUpdate,
    nextUpdate: nextUpdate ? timeOf(nextUpdate) : null,
    entries: fields.maybe(TAG.sequence),
    ...readCrlExtensions(fields.explicit(0, readExtensions) ?? []),
  };
}

const ID = {
  number: '2.5.29.20',
  delta: '2.5.29.27',
  distributionPoint: '2.5.29.28',
  authorityKeyId: '2.5.29.35',
  expiredCertificates: '2.5.29.60',
} as const;

const KNOWN: ReadonlySet<string> = new Set(Object.values(ID));

function readCrlExtensions(all: readonly Extension[]) {
  return {
    authorityKeyId: readExtension(all, ID.authorityKeyId, readAuthorityKeyId),
    number: readExtension(all, ID.number, value => integerHex(readDer(value))),
    baseNumber: readExtension(all, ID.delta, value => integerHex(readDer(value))),
    issuingDistributionPoint: readExtension(all, ID.distributionPoint, readIssuingDistributionPoint),
    expiredCertificatesFrom: readExtension(all, ID.expiredCertificates, value => timeOf(readDer(value))),
    unknownCritical: unknownCritical(all, KNOWN),
  };
}

function readIssuingDistributionPoint(value: Uint8Array) {
  const fields = new Fields(readDer(value));
  const flag = (n: number) => fields.optional(context(n), node => node.content[0] !== 0) ?? false;
  // in the order of the fields in the SEQUENCE
  return {
    ...readDistributionPointName(fields),
    onlyUserCertificates: flag(1),
    onlyCaCertificates: flag(2),
    onlySomeReasons: fields.optional(context(3), bits => setBits(bits, context(3))),
    indirect: flag(4),
    onlyAttributeCertificates: flag(5),
  };
}

/**
 * The last entry for this certificate, or null. In an indirect CRL, the certificate issuer of an entry is the one most
 * recently named (RFC 5280, 5.3.3). Throws CORRUPT_DOCUMENT when an entry cannot be read.
 */
export function findRevoked(crl: Crl, serialNumber: string, issuer: Name): RevokedEntry | null {
  if (!crl.entries) return null;
  const { content } = crl.entries;
  const positions = entriesWith(crl, content, serialNumber);
  if (positions.length > MAX_MATCHES) throw new DocconvError('CORRUPT_DOCUMENT.asn1-serial-number-repeated');
  for (const { at, issuerAt } of positions.reverse()) {
    if (sameName(issuerAt === null ? crl.issuer : issuerIn(content, issuerAt), issuer)) {
      return readEntry(readDer(content, at));
    }
  }
  return null;
}

/** Several issuers may have issued the same serial number; crafted lists repeat it. */
const MAX_MATCHES = 1000;

interface EntryPosition {
  readonly at: number;
  /** The entry that names its certificate issuer; null: that of the CRL. */
  readonly issuerAt: number | null;
}

const CERTIFICATE_ISSUER_OID = Buffer.from('0603551d1d', 'hex');

/**
 * Reads only entries that contain the bytes of the serial number, or a certificate issuer: a list may have a million entries
 * (19 MB), which takes seconds to decode.
 */
function entriesWith(crl: Crl, content: Uint8Array, serialNumber: string): EntryPosition[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const isSerial = occurrences(bytes, lowBytes(serialNumber));
  const isIssuer = occurrences(bytes, CERTIFICATE_ISSUER_OID);
  const found: EntryPosition[] = [];
  let issuerAt: number | null = null;
  for (let at = 0; at < bytes.length; ) {
    const end = endOfEntry(bytes, at);
    if (crl.issuingDistributionPoint?.indirect && isIssuer(at, end)) issuerAt = at;
    if (isSerial(at, end) && serialOf(bytes, at) === serialNumber) found.push({ at, issuerAt });
    at = end;
  }
  return found;
}

/** The bytes that every encoding of the number ends with. */
function lowBytes(serialNumber: string): Buffer {
  if (!serialNumber.startsWith('-')) return Buffer.from(serialNumber, 'hex');
  const digits = serialNumber.length - 1;
  const complement = (1n << BigInt(4 * digits)) - BigInt(`0x${serialNumber.slice(1)}`);
  return Buffer.from(complement.toString(16).padStart(digits, '0'), 'hex');
}

/** Whether the pattern occurs between two offsets, which increase from call to call. */
function occurrences(bytes: Buffer, pattern: Buffer): (start: number, end: number) => boolean {
  let next = bytes.indexOf(pattern);
  return (start, end) => {
    if (next >= 0 && next < start) next = bytes.indexOf(pattern, start);
    return next >= 0 && next < end;
  };
}

function endOfEntry(bytes: Buffer, at: number): number {
  const length = bytes[at + 1];
  const isShort = bytes[at] === SEQUENCE && length !== undefined && length < 0x80;
  const end = isShort ? at + 2 + length : at + readDer(bytes, at).bytes.length;
  if (end > bytes.length) throw new DocconvError('CORRUPT_DOCUMENT.asn1-truncated');
  return end;
}

const SEQUENCE = 0x30;

const serialOf = (bytes: Buffer, at: number): string => integerHex(readDer(readDer(bytes, at).content));

function issuerIn(content: Uint8Array, at: number): Name {
  const { issuer } = readEntry(readDer(content, at));
  if (!issuer) throw new DocconvError('CORRUPT_DOCUMENT.asn1-issuer-unreadable');
  return issuer;
}

function readEntry(node: Der): RevokedEntry & { issuer: Name | null } {
  const fields = new Fields(node);
  fields.any();
  const revokedAt = timeOf(fields.any());
  const list = fields.peek();
  const extensions = list ? readExtensions(list) : [];
  const reason = readExtension(extensions, '2.5.29.21', value => readReason(readDer(value)));
  const issuer = readExtension(extensions, '2.5.29.29', value => directoryName(readDer(value)));
  return { revokedAt, reason, issuer };
}

export function readReason(node: Der): RevocationReason | null {
  return REASONS[node.content[0] ?? -1] ?? null;
}
