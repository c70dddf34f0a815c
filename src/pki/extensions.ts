/** Readers for the extensions of certificates (RFC 5280, 4.2; RFC 3739; RFC 6960) and CRLs. */
import { DocconvError } from '../errors.js';
import { children, context, type Der, Fields, readDer, TAG } from './der/reader.js';
import { booleanOf, integerHex, octets, oidOf, setBits, smallInteger, toHex } from './der/values.js';
import { directoryName, type GeneralName, readGeneralName } from './name.js';

export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  /** The DER inside the OCTET STRING. */
  readonly value: Uint8Array;
}

/** Extensions under any tag, including duplicates: the caller decides about them. */
export function readExtensions(node: Der): Extension[] {
  return children(node).map(child => {
    const fields = new Fields(child);
    const oid = oidOf(fields.any());
    return { oid, critical: fields.optional(TAG.boolean, booleanOf) ?? false, value: octets(fields.any()) };
  });
}

/** Reads the first extension of this type; null if there is none. */
export function readExtension<T>(
  extensions: readonly Extension[],
  oid: string,
  read: (value: Uint8Array) => T,
): T | null {
  const found = extensions.find(extension => extension.oid === oid);
  return found ? read(found.value) : null;
}

/** Identifiers of the critical extensions that are not among `known`. */
export function unknownCritical(extensions: readonly Extension[], known: ReadonlySet<string> = new Set()): string[] {
  return extensions.filter(({ critical, oid }) => critical && !known.has(oid)).map(({ oid }) => oid);
}

/** Identifiers of the extensions that occur twice, which is not permitted (RFC 5280, 4.2): programs may read either. */
export function repeated(extensions: readonly Extension[]): Set<string> {
  const seen = new Set<string>();
  const isRepeated = ({ oid }: Extension) => seen.has(oid) || !seen.add(oid);
  return new Set(extensions.filter(isRepeated).map(({ oid }) => oid));
}

/** Identifiers of extensions because of which what contains them does not count, or not in favour of a certificate. */
export interface ExtensionFaults {
  readonly unknownCritical: readonly string[];
  readonly repeated: ReadonlySet<string>;
}

export function faultsOf(extensions: readonly Extension[], known?: ReadonlySet<string>): ExtensionFaults {
  return { unknownCritical: unknownCritical(extensions, known), repeated: repeated(extensions) };
}

export type KeyUsage = (typeof KEY_USAGES)[number];

/** In the order of their bits (RFC 5280, 4.2.1.3). */
export const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;

export function readKeyUsage(value: Uint8Array): ReadonlySet<KeyUsage> {
  const bits = setBits(readDer(value));
  return new Set(KEY_USAGES.filter((_, bit) => bits.has(bit)));
}

/** Extended key usages. */
export const PURPOSE = {
  any: '2.5.29.37.0',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const;

/** Object identifiers, see PURPOSE. */
export function readExtendedKeyUsage(value: Uint8Array): string[] {
  return children(readDer(value)).map(node => oidOf(node));
}

/** `pathLength`: null: no limit. */
export function readBasicConstraints(value: Uint8Array) {
  const fields = new Fields(readDer(value));
  const ca = fields.optional(TAG.boolean, booleanOf) ?? false;
  return { ca, pathLength: fields.optional(TAG.integer, smallInteger) };
}

export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

export function readNameConstraints(value: Uint8Array): NameConstraints {
  const fields = new Fields(readDer(value));
  const subtrees = (n: number) => fields.optional(context(n), list => children(list).map(readSubtree));
  return { permitted: subtrees(0) ?? [], excluded: subtrees(1) ?? [] };
}

/** RFC 5280, 4.2.1.10: a minimum is 0, and there is no maximum. Anything else throws, as it would have to be processed. */
function readSubtree(node: Der): GeneralName {
  const fields = new Fields(node);
  const base = readGeneralName(fields.any());
  const minimum = fields.optional(context(0), bytes => smallInteger(bytes, context(0))) ?? 0;
  if (minimum !== 0 || fields.peek()) throw new DocconvError('CORRUPT_DOCUMENT.asn1-subtree');
  return base;
}

export type AuthorityKeyId = Readonly<ReturnType<typeof readAuthorityKeyId>>;

/** `keyId`: hexadecimal. */
export function readAuthorityKeyId(value: Uint8Array) {
  const fields = new Fields(readDer(value));
  const keyId = fields.optional(context(0), node => toHex(node.content));
  const issuer = fields.optional(context(1), directoryName);
  return { keyId, issuer, serialNumber: fields.optional(context(2), node => integerHex(node, context(2))) };
}

export function readAuthorityInfoAccess(value: Uint8Array) {
  const locations = children(readDer(value)).map(node => {
    const fields = new Fields(node);
    return { method: oidOf(fields.any()), location: readGeneralName(fields.any()) };
  });
  const urls = (method: string) =>
    locations.flatMap(one => (one.method === method && one.location.type === 'uri' ? [one.location.value] : []));
  return { ocsp: urls('1.3.6.1.5.5.7.48.1'), caIssuers: urls('1.3.6.1.5.5.7.48.2') };
}

export interface DistributionPoint {
  /** Null when absent; an empty list matches no other name. */
  readonly fullNames: readonly GeneralName[] | null;
  /** nameRelativeToCRLIssuer, not decoded. */
  readonly relativeName: Uint8Array | null;
  /** Null: all reasons. Numbers as in ReasonFlags. */
  readonly reasons: ReadonlySet<number> | null;
  readonly crlIssuer: readonly GeneralName[];
}

/** Distribution points, and names of each. More are ignored: a CRL that needs one of them does not apply. */
const MAX_POINTS = 100;

export function readDistributionPoints(value: Uint8Array): DistributionPoint[] {
  return children(readDer(value))
    .slice(0, MAX_POINTS)
    .map(node => {
      const fields = new Fields(node);
      const name = readDistributionPointName(fields);
      const reasons = fields.optional(context(1), bits => setBits(bits, context(1)));
      return { ...name, reasons, crlIssuer: fields.optional(context(2), readPointNames) ?? [] };
    });
}

const readPointNames = (names: Der): GeneralName[] => children(names).slice(0, MAX_POINTS).map(readGeneralName);

/** Consumes the optional field [0] around the CHOICE. */
export function readDistributionPointName(fields: Fields): Pick<DistributionPoint, 'fullNames' | 'relativeName'> {
  const choice = fields.explicit(0, node => node);
  if (choice?.tag === context(0)) return { fullNames: readPointNames(choice), relativeName: null };
  return { fullNames: null, relativeName: choice?.content ?? null };
}

/** Object identifiers of policies. */
export function readPolicies(value: Uint8Array): string[] {
  return children(readDer(value)).map(node => oidOf(new Fields(node).any()));
}

export function readPolicyMappings(value: Uint8Array): { issuer: string; subject: string }[] {
  return children(readDer(value)).map(node => {
    const fields = new Fields(node);
    return { issuer: oidOf(fields.any()), subject: oidOf(fields.any()) };
  });
}

export function readPolicyConstraints(value: Uint8Array) {
  const fields = new Fields(readDer(value));
  const count = (n: number) => fields.optional(context(n), node => smallInteger(node, context(n)));
  return { requireExplicitPolicy: count(0), inhibitPolicyMapping: count(1) };
}
