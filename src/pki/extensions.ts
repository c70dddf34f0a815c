/** Readers for the extensions of certificates (RFC 5280, 4.2; RFC 3739; RFC 6960) and CRLs. */
import { context, type Der, eachChild, Fields, readDer, TAG } from './der/reader.js';
import { booleanOf, integerHex, octets, oidOf, setBits, smallInteger, toHex } from './der/values.js';
import { type GeneralName, type Name, readGeneralName, readGeneralNames } from './name.js';

export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  /** The DER inside the OCTET STRING. */
  readonly value: Uint8Array;
}

/** Extensions under any tag, including duplicates: the caller decides about them. */
export function readExtensions(node: Der | null): Extension[] {
  const extensions: Extension[] = [];
  for (const child of node ? eachChild(node) : []) {
    const fields = new Fields(child);
    const oid = oidOf(fields.any());
    const critical = fields.maybe(TAG.boolean);
    extensions.push({ oid, critical: critical ? booleanOf(critical) : false, value: octets(fields.any()) });
  }
  return extensions;
}

export type KeyUsage = (typeof KEY_USAGES)[number];

const KEY_USAGES = [
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
  return [...eachChild(readDer(value))].map(node => oidOf(node));
}

export interface BasicConstraints {
  readonly ca: boolean;
  /** Null: no limit. */
  readonly pathLength: number | null;
}

export function readBasicConstraints(value: Uint8Array): BasicConstraints {
  const fields = new Fields(readDer(value));
  const ca = fields.maybe(TAG.boolean);
  const pathLength = fields.maybe(TAG.integer);
  return { ca: ca ? booleanOf(ca) : false, pathLength: pathLength ? smallInteger(pathLength) : null };
}

export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

export function readNameConstraints(value: Uint8Array): NameConstraints {
  const fields = new Fields(readDer(value));
  return { permitted: subtrees(fields.maybe(context(0))), excluded: subtrees(fields.maybe(context(1))) };
}

function subtrees(node: Der | null): GeneralName[] {
  return node ? [...eachChild(node)].map(subtree => readGeneralName(new Fields(subtree).any())) : [];
}

export interface AuthorityKeyId {
  /** Hexadecimal. */
  readonly keyId: string | null;
  readonly issuer: Name | null;
  readonly serialNumber: string | null;
}

export function readAuthorityKeyId(value: Uint8Array): AuthorityKeyId {
  const fields = new Fields(readDer(value));
  const keyId = fields.maybe(context(0));
  const names = fields.maybe(context(1));
  const serial = fields.maybe(context(2));
  const directory = names ? readGeneralNames(names).find(name => name.type === 'directory') : undefined;
  return {
    keyId: keyId ? toHex(keyId.content) : null,
    issuer: directory?.name ?? null,
    serialNumber: serial ? integerHex(serial, context(2)) : null,
  };
}

export interface AuthorityInfoAccess {
  readonly ocsp: readonly string[];
  readonly caIssuers: readonly string[];
}

export function readAuthorityInfoAccess(value: Uint8Array): AuthorityInfoAccess {
  const locations = [...eachChild(readDer(value))].map(node => {
    const fields = new Fields(node);
    return { method: oidOf(fields.any()), location: readGeneralName(fields.any()) };
  });
  const urls = (method: string) =>
    locations.flatMap(one => (one.method === method && one.location.type === 'uri' ? [one.location.value] : []));
  return { ocsp: urls('1.3.6.1.5.5.7.48.1'), caIssuers: urls('1.3.6.1.5.5.7.48.2') };
}

export interface DistributionPoint {
  readonly fullNames: readonly GeneralName[];
  /** nameRelativeToCRLIssuer, not decoded. */
  readonly relativeName: Uint8Array | null;
  /** Null: all reasons. Numbers as in ReasonFlags. */
  readonly reasons: ReadonlySet<number> | null;
  readonly crlIssuer: readonly GeneralName[];
}

export function readDistributionPoints(value: Uint8Array): DistributionPoint[] {
  return [...eachChild(readDer(value))].map(node => {
    const fields = new Fields(node);
    const name = fields.maybe(context(0));
    const reasons = fields.maybe(context(1));
    const issuer = fields.maybe(context(2));
    return {
      ...readDistributionPointName(name),
      reasons: reasons ? setBits(reasons, context(1)) : null,
      crlIssuer: issuer ? readGeneralNames(issuer) : [],
    };
  });
}

/** `node`: the [0] around the CHOICE. */
export function readDistributionPointName(node: Der | null): Pick<DistributionPoint, 'fullNames' | 'relativeName'> {
  const choice = node ? new Fields(node, null).any() : null;
  const full = choice?.tag === context(0);
  return {
    fullNames: choice && full ? readGeneralNames(choice) : [],
    relativeName: choice && !full ? choice.content : null,
  };
}

export function readPolicies(value: Uint8Array): string[] {
  return [...eachChild(readDer(value))].map(node => oidOf(new Fields(node).any()));
}

export function readPolicyMappings(value: Uint8Array): { issuer: string; subject: string }[] {
  return [...eachChild(readDer(value))].map(node => {
    const fields = new Fields(node);
    return { issuer: oidOf(fields.any()), subject: oidOf(fields.any()) };
  });
}

export interface PolicyConstraints {
  readonly requireExplicitPolicy: number | null;
  readonly inhibitPolicyMapping: number | null;
}

export function readPolicyConstraints(value: Uint8Array): PolicyConstraints {
  const fields = new Fields(readDer(value));
  const explicit = fields.maybe(context(0));
  const mapping = fields.maybe(context(1));
  return {
    requireExplicitPolicy: explicit ? smallInteger(explicit, context(0)) : null,
    inhibitPolicyMapping: mapping ? smallInteger(mapping, context(1)) : null,
  };
}

/** Statement identifiers (ETSI EN 319 412-5), e.g. 0.4.0.1862.1.1 QcCompliance. */
export function readQcStatements(value: Uint8Array): string[] {
  return [...eachChild(readDer(value))].map(node => oidOf(new Fields(node).any()));
}
