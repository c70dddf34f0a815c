/** Maps signature algorithm identifiers to scheme, digest and parameters. */
import { type AlgorithmIdentifier, type DigestName, digestName, readAlgorithm } from './algorithm.js';
import { attempt, type Der, Fields } from './der/reader.js';
import { integerOf, smallInteger } from './der/values.js';
import type { PublicKey } from './public-key.js';

export type SchemeName = 'RSASSA-PKCS1-v1_5' | 'RSASSA-PSS' | 'ECDSA' | 'PLAIN-ECDSA' | 'Ed25519' | 'Ed448' | 'DSA';

export interface SignatureScheme {
  readonly name: SchemeName;
  /** Null for EdDSA, which includes its hash. */
  readonly digest: DigestName | null;
  /** Only for RSASSA-PSS. */
  readonly pss: PssParameters | null;
}

interface PssParameters {
  readonly mgf1Digest: DigestName;
  /** As stated; negative, or larger than any key, where no signature can have it. */
  readonly saltLength: number;
  /** RSASSA-PSS-params as sent. */
  readonly der: Uint8Array | null;
}

const SHA2 = ['SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'] as const;
const SHA2_OF_PKCS1 = ['SHA-256', 'SHA-384', 'SHA-512', 'SHA-224', 'SHA-512/224', 'SHA-512/256'] as const;
const SHA3 = ['SHA3-224', 'SHA3-256', 'SHA3-384', 'SHA3-512'] as const;

/** Consecutive identifiers from `first`, one per digest. */
function family(prefix: string, first: number, name: SchemeName, digests: readonly DigestName[]) {
  return digests.map((digest, i) => [`${prefix}.${first + i}`, [name, digest]] as const);
}

/** 'other': the digest is the digestAlgorithm of the CMS SignerInfo. */
const SCHEMES: Readonly<Record<string, readonly [SchemeName, DigestName | 'other' | null]>> = {
  '1.2.840.113549.1.1.1': ['RSASSA-PKCS1-v1_5', 'other'],
  '1.3.14.3.2.29': ['RSASSA-PKCS1-v1_5', 'SHA-1'],
  '1.3.36.3.3.1.2': ['RSASSA-PKCS1-v1_5', 'RIPEMD-160'],
  '1.2.840.113549.1.1.10': ['RSASSA-PSS', 'other'],
  '1.2.840.10045.2.1': ['ECDSA', 'other'],
  '1.2.840.10045.4.1': ['ECDSA', 'SHA-1'],
  '1.2.840.10040.4.1': ['DSA', 'other'],
  '1.2.840.10040.4.3': ['DSA', 'SHA-1'],
  '1.3.101.112': ['Ed25519', null],
  '1.3.101.113': ['Ed448', null],
  ...Object.fromEntries([
    ...family('1.2.840.113549.1.1', 2, 'RSASSA-PKCS1-v1_5', ['MD2', 'MD4', 'MD5', 'SHA-1']),
    ...family('1.2.840.113549.1.1', 11, 'RSASSA-PKCS1-v1_5', SHA2_OF_PKCS1),
    ...family('1.2.840.10045.4.3', 1, 'ECDSA', SHA2),
    ...family('2.16.840.1.101.3.4.3', 1, 'DSA', SHA2),
    ...family('2.16.840.1.101.3.4.3', 5, 'DSA', SHA3),
    ...family('2.16.840.1.101.3.4.3', 9, 'ECDSA', SHA3),
    ...family('2.16.840.1.101.3.4.3', 13, 'RSASSA-PKCS1-v1_5', SHA3),
    // BSI TR-03111, 5.2.1.1
    ...family('0.4.0.127.0.7.1.1.4.1', 1, 'PLAIN-ECDSA', ['SHA-1', ...SHA2, 'RIPEMD-160']),
    ...family('0.4.0.127.0.7.1.1.4.1', 8, 'PLAIN-ECDSA', SHA3),
  ]),
};

/** @param digest null for EdDSA, 'other' for RSASSA-PSS, whose parameters state it, and for the algorithm of a key alone */
export function schemeOid(name: SchemeName, digest: DigestName | 'other' | null): string {
  return Object.keys(SCHEMES).find(oid => SCHEMES[oid]![0] === name && SCHEMES[oid]![1] === digest)!;
}

/** Null for an unknown algorithm or unreadable parameters. `digest`: the digestAlgorithm of the CMS SignerInfo. */
export function signatureScheme(
  algorithm: AlgorithmIdentifier,
  digest: AlgorithmIdentifier | null = null,
): SignatureScheme | null {
  const [name, own] = SCHEMES[algorithm.oid] ?? [];
  if (!name || own === undefined) return null;
  if (name === 'RSASSA-PSS') return attempt(() => readPss(algorithm.parameters));
  const stated = digest ? digestName(digest) : null;
  if (own === 'other' && !stated) return null;
  return { name, digest: own === 'other' ? stated : own, pss: null };
}

export const MGF1 = '1.2.840.113549.1.1.8';

/**
 * RFC 8017, A.2.3: the defaults are SHA-1, MGF1 with SHA-1, a salt of 20 bytes and the trailer 1. No other mask generation
 * function and no other trailer is defined.
 */
function readPss(parameters: Der | null): SignatureScheme | null {
  const fields = parameters?.constructed ? new Fields(parameters) : null;
  const hash = fields?.explicit(0, readAlgorithm);
  const mask = fields?.explicit(1, readAlgorithm);
  const saltLength = fields?.explicit(2, integerOf) ?? 20;
  const trailer = fields?.explicit(3, smallInteger) ?? 1;
  const digest = hash ? digestName(hash) : 'SHA-1';
  const mgf1Digest = mask ? maskDigest(mask) : 'SHA-1';
  if (!digest || !mgf1Digest || trailer !== 1 || fields?.peek()) return null;
  return { name: 'RSASSA-PSS', digest, pss: { mgf1Digest, saltLength, der: parameters?.bytes ?? null } };
}

function maskDigest({ oid, parameters }: AlgorithmIdentifier): DigestName | null {
  return oid === MGF1 && parameters ? digestName(readAlgorithm(parameters)) : null;
}

/** E.g. 'RSASSA-PSS', 'ECDSA brainpoolP256r1', 'Ed448'. */
export function describeScheme(scheme: SignatureScheme, key: PublicKey | null): string {
  return key?.curve && scheme.name.endsWith('ECDSA') ? `${scheme.name} ${key.curve}` : scheme.name;
}
