/** Parses certificate revocation lists (RFC 5280, 5). Entries are read on demand: a list may have a million of them. */
import { DocconvError } from '../../errors.js';
import { asBuffer } from '../../system/bytes.js';
import { cached } from '../../system/collections.js';
import { textOf } from '../../text.js';
import { readSigned, type SignedObject } from '../algorithm.js';
import { attempt, children, context, type Der, Fields, readDer, TAG } from '../der/reader.js';
import { integerHex, sameBytes, setBits, timeOf } from '../der/values.js';
import {
  type AuthorityKeyId,
  type Extension,
  type ExtensionFaults,
  faultsOf,
  readAuthorityKeyId,
  readDistributionPointName,
  readExtension,
  readExtensions,
  repeated,
  unknownCritical,
} from '../extensions.js';
import { directoryName, type Name, readName, sameName } from '../name.js';

export interface Crl extends SignedObject, ExtensionFaults {
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

/**
 * The body of an answer: DER (RFC 5280, 4.2.1.13), or PEM, which some authorities send, and which EU DSS and pyHanko accept.
 * Throws CORRUPT_DOCUMENT.
 */
export function parseServedCrl(body: Uint8Array): Crl {
  if (body[0] === SEQUENCE) return parseCrl(body);
  const [, base64] = PEM.exec(textOf(body)) ?? [];
  return parseCrl(base64 === undefined ? body : Buffer.from(base64, 'base64'));
}

const PEM = /-----BEGIN X509 CRL-----([^-]*)-----END X509 CRL-----/;

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
    ...faultsOf(all, KNOWN),
  };
}

function readIssuingDistributionPoint(value: Uint8Array) {
  const fields = new Fields(readDer(value));
  const flag = (n: number) => fields.optional(context(n), node => node.content[0] !== 0) ?? false;
  // in the order of the fields in the SEQUENCE
  return {
    der: value,
    ...readDistributionPointName(fields),
    onlyUserCertificates: flag(1),
    onlyCaCertificates: flag(2),
    onlySomeReasons: fields.optional(context(3), bits => setBits(bits, context(3))),
    indirect: flag(4),
    onlyAttributeCertificates: flag(5),
  };
}

/**
 * The worst entry for this certificate, or null. In an indirect CRL, the certificate issuer of an entry is the one most
 * recently named (RFC 5280, 5.3.3). Throws CORRUPT_DOCUMENT when an entry cannot be read.
 */
export function findRevoked(crl: Crl, serialNumber: string, issuer: Name): RevokedEntry | null {
  if (!crl.entries) return null;
  const { content } = crl.entries;
  const positions = entriesWith(crl, content, serialNumber);
  if (positions.length > MAX_MATCHES) throw new DocconvError('CORRUPT_DOCUMENT.asn1-serial-number-repeated');
  const isOfIssuer = ({ issuerAt }: EntryPosition) =>
    sameName(issuerAt === null ? crl.issuer : issuerIn(content, issuerAt), issuer);
  const entries = positions.filter(isOfIssuer).map(({ at }) => readEntry(readDer(content, at)));
  return entries.reduce<RevokedEntry | null>((worst, entry) => (worst && !isWorse(entry, worst) ? worst : entry), null);
}

/** From a revocation that is final to one that was lifted; the earlier is the worse. */
function isWorse(a: RevokedEntry, b: RevokedEntry): boolean {
  const rank = ({ reason }: RevokedEntry) => ['certificateHold', 'removeFromCRL'].indexOf(reason ?? '');
  return rank(a) < rank(b) || (rank(a) === rank(b) && a.revokedAt < b.revokedAt);
}

/** Several issuers may have issued the same serial number; crafted lists repeat it. */
const MAX_MATCHES = 1000;

interface EntryPosition {
  readonly at: number;
  /** The entry that names its certificate issuer; null: that of the CRL. */
  readonly issuerAt: number | null;
}

const CERTIFICATE_ISSUER_OID = Buffer.from('0603551d1d', 'hex');
const REASON_OID = Buffer.from('0603551d15', 'hex');
const PROCESSED = [CERTIFICATE_ISSUER_OID, REASON_OID];

/**
 * Reads only entries that contain the bytes of the serial number, or a certificate issuer: a list may have a million entries
 * (19 MB), which takes seconds to decode.
 */
function entriesWith(crl: Crl, content: Uint8Array, serialNumber: string): EntryPosition[] {
  const bytes = asBuffer(content);
  const isSerial = occurrences(bytes, lowBytes(serialNumber));
  const isIssuer = occurrences(bytes, CERTIFICATE_ISSUER_OID);
  const found: EntryPosition[] = [];
  let issuerAt: number | null = null;
  for (let at = 0; at < bytes.length; ) {
    const end = endOfEntry(bytes, at);
    if (crl.issuingDistributionPoint?.indirect && isIssuer(at, end)) issuerAt = at;
    if (isSerial(at, end) && integerHex(readDer(readDer(bytes, at).content)) === serialNumber)
      found.push({ at, issuerAt });
    at = end;
  }
  return found;
}

/** An entry has a critical extension that docconv does not process, or cannot read: its meaning is unknown (RFC 5280, 5.3). */
export const hasUnknownEntries = cached(({ entries }: Crl): boolean => {
  if (!entries) return false;
  const bytes = asBuffer(entries.content);
  let suspect = nextSuspect(bytes, 0);
  for (let at = 0; suspect >= 0 && at < bytes.length; ) {
    const end = endOfEntry(bytes, at);
    if (suspect < end) {
      const start = at;
      const unknown = attempt(() => unknownCritical(extensionsOf(readDer(bytes, start)), KNOWN_IN_ENTRIES));
      if (unknown?.length !== 0) return true;
      suspect = nextSuspect(bytes, end);
    }
    at = end;
  }
  return false;
});

/** The next bytes that look like the BOOLEAN of a critical extension other than those that are processed; -1: none. */
function nextSuspect(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(CRITICAL, from);
  while (at >= 0 && PROCESSED.some(oid => bytes.subarray(at - oid.length, at).equals(oid)))
    at = bytes.indexOf(CRITICAL, at + 1);
  return at;
}

const CRITICAL = Buffer.from('0101ff', 'hex');

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

function issuerIn(content: Uint8Array, at: number): Name {
  const { issuer } = readEntry(readDer(content, at));
  if (!issuer) throw new DocconvError('CORRUPT_DOCUMENT.asn1-issuer-unreadable');
  return issuer;
}

const ENTRY_ID = { reason: '2.5.29.21', issuer: '2.5.29.29' } as const;
const KNOWN_IN_ENTRIES: ReadonlySet<string> = new Set(Object.values(ENTRY_ID));

function readEntry(node: Der): RevokedEntry & { issuer: Name | null } {
  const fields = new Fields(node);
  fields.any();
  const revokedAt = timeOf(fields.any());
  const extensions = extensionsOf(node);
  // of two reasons neither is known: the certificate is revoked for good
  const isAmbiguous = repeated(extensions).has(ENTRY_ID.reason);
  const reason = isAmbiguous ? null : readExtension(extensions, ENTRY_ID.reason, value => readReason(readDer(value)));
  const issuer = readExtension(extensions, ENTRY_ID.issuer, value => directoryName(readDer(value)));
  return { revokedAt, reason, issuer };
}

/** The third field of an entry. */
function extensionsOf(entry: Der): Extension[] {
  const [, , list] = children(entry);
  return list ? readExtensions(list) : [];
}

export function readReason(node: Der): RevocationReason | null {
  return REASONS[node.content[0] ?? -1] ?? null;
}
