/** Parses certificate revocation lists (RFC 5280, 5). Entries are read on demand: a list may have a million of them. */
import { type AlgorithmIdentifier, readAlgorithm } from '../algorithm.js';
import { context, type Der, eachChild, Fields, malformed, readDer, TAG } from '../der/reader.js';
import { bitString, integerHex, setBits, timeOf } from '../der/values.js';
import {
  type AuthorityKeyId,
  type DistributionPoint,
  type Extension,
  readAuthorityKeyId,
  readDistributionPointName,
  readExtensions,
} from '../extensions.js';
import { type Name, readGeneralNames, readName, sameName } from '../name.js';

export interface Crl {
  readonly der: Uint8Array;
  /** The TBSCertList. */
  readonly tbs: Uint8Array;
  readonly issuer: Name;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  readonly authorityKeyId: AuthorityKeyId | null;
  /** Hexadecimal. */
  readonly number: string | null;
  /** The base CRL number of a delta CRL; null for a complete one. */
  readonly baseNumber: string | null;
  readonly issuingDistributionPoint: IssuingDistributionPoint | null;
  /** ExpiredCertsOnCRL (X.509): certificates that expired since this date are still listed. */
  readonly expiredCertificatesFrom: Date | null;
  readonly unknownCritical: readonly string[];
  /** The SEQUENCE of entries, see findRevoked(). */
  readonly entries: Der | null;
}

interface IssuingDistributionPoint extends Pick<DistributionPoint, 'fullNames' | 'relativeName'> {
  readonly onlyUserCertificates: boolean;
  readonly onlyCaCertificates: boolean;
  readonly onlyAttributeCertificates: boolean;
  readonly onlySomeReasons: ReadonlySet<number> | null;
  readonly indirect: boolean;
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
  const outer = new Fields(node);
  const tbs = outer.take(TAG.sequence);
  const signatureAlgorithm = readAlgorithm(outer.take(TAG.sequence));
  const signature = bitString(outer.any());
  const fields = new Fields(tbs);
  fields.maybe(TAG.integer);
  const inner = fields.take(TAG.sequence);
  if (Buffer.compare(inner.bytes, signatureAlgorithm.der) !== 0) throw malformed('its two signature algorithms differ');
  const issuer = readName(fields.take(TAG.sequence));
  const thisUpdate = timeOf(fields.any());
  const nextUpdate = fields.maybe(TAG.utcTime, TAG.generalizedTime);
  const entries = fields.maybe(TAG.sequence);
  const wrapper = fields.maybe(context(0));
  return {
    der: node.bytes,
    tbs: tbs.bytes,
    issuer,
    thisUpdate,
    nextUpdate: nextUpdate ? timeOf(nextUpdate) : null,
    signatureAlgorithm,
    signature,
    entries,
    ...readCrlExtensions(readExtensions(wrapper ? new Fields(wrapper, null).any() : null)),
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
  const read = <T>(oid: string, reader: (value: Uint8Array) => T): T | null => {
    const found = all.find(extension => extension.oid === oid);
    return found ? reader(found.value) : null;
  };
  return {
    authorityKeyId: read(ID.authorityKeyId, readAuthorityKeyId),
    number: read(ID.number, value => integerHex(readDer(value))),
    baseNumber: read(ID.delta, value => integerHex(readDer(value))),
    issuingDistributionPoint: read(ID.distributionPoint, readIssuingDistributionPoint),
    expiredCertificatesFrom: read(ID.expiredCertificates, value => timeOf(readDer(value))),
    unknownCritical: all.filter(({ critical, oid }) => critical && !KNOWN.has(oid)).map(extension => extension.oid),
  };
}

function readIssuingDistributionPoint(value: Uint8Array): IssuingDistributionPoint {
  const fields = new Fields(readDer(value));
  const name = fields.maybe(context(0));
  const isTrue = (node: Der | null) => node !== null && node.content[0] !== 0;
  const onlyUserCertificates = isTrue(fields.maybe(context(1)));
  const onlyCaCertificates = isTrue(fields.maybe(context(2)));
  const reasons = fields.maybe(context(3));
  const indirect = isTrue(fields.maybe(context(4)));
  return {
    ...readDistributionPointName(name),
    onlyUserCertificates,
    onlyCaCertificates,
    onlySomeReasons: reasons ? setBits(reasons, context(3)) : null,
    indirect,
    onlyAttributeCertificates: isTrue(fields.maybe(context(5))),
  };
}

/**
 * The last entry for this certificate, or null. In an indirect CRL, the certificate issuer of an entry is the one most
 * recently named (RFC 5280, 5.3.3). Throws CORRUPT_DOCUMENT when an entry cannot be read.
 */
export function findRevoked(crl: Crl, serialNumber: string, issuer: Name): RevokedEntry | null {
  if (!crl.entries || !mayList(crl.entries, serialNumber)) return null;
  let entryIssuer = crl.issuer;
  let found: RevokedEntry | null = null;
  for (const node of eachChild(crl.entries)) {
    const serial = readDer(node.content);
    const isWanted = integerHex(serial) === serialNumber;
    if (!isWanted && !crl.issuingDistributionPoint?.indirect) continue;
    const entry = readEntry(node);
    entryIssuer = entry.issuer ?? entryIssuer;
    if (isWanted && sameName(entryIssuer, issuer)) found = entry;
  }
  return found;
}

/** Most certificates are not listed: searching the bytes of the serial number avoids reading all entries. */
function mayList({ content }: Der, serialNumber: string): boolean {
  return (
    serialNumber.startsWith('-') ||
    Buffer.from(content.buffer, content.byteOffset, content.length).includes(serialNumber, 0, 'hex')
  );
}

function readEntry(node: Der): RevokedEntry & { issuer: Name | null } {
  const fields = new Fields(node);
  fields.any();
  const revokedAt = timeOf(fields.any());
  const extensions = readExtensions(fields.peek());
  const value = (oid: string) => extensions.find(extension => extension.oid === oid)?.value;
  const reason = value('2.5.29.21');
  const names = value('2.5.29.29');
  const directory = names ? readGeneralNames(readDer(names)).find(name => name.type === 'directory') : undefined;
  return { revokedAt, reason: reason ? readReason(readDer(reason)) : null, issuer: directory?.name ?? null };
}

export function readReason(node: Der): RevocationReason | null {
  return REASONS[node.content[0] ?? -1] ?? null;
}
