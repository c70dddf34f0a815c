/** Public keys: algorithm, size, and import into node:crypto. */

import { createPublicKey, type KeyObject } from 'node:crypto';
import { cached } from '../system/collections.js';
import { type AlgorithmIdentifier, readAlgorithm } from './algorithm.js';
import { attempt, type Der, Fields, readDer, TAG } from './der/reader.js';
import { bitString, integerHex, oidOf } from './der/values.js';

export type KeyKind = 'RSA' | 'RSA-PSS' | 'EC' | 'Ed25519' | 'Ed448' | 'DSA' | 'unknown';

export interface PublicKey {
  /** SubjectPublicKeyInfo. */
  readonly spki: Uint8Array;
  /** The content of its BIT STRING: the input of key identifiers and of the key hash in OCSP. */
  readonly keyBytes: Uint8Array;
  readonly algorithm: AlgorithmIdentifier;
  readonly kind: KeyKind;
  /** Size of the modulus, of the curve's field, or of DSA's p; null when unknown. */
  readonly bits: number | null;
  /** A named curve; null for other keys and for explicit curve parameters (forbidden by RFC 5480, 2.1.1). */
  readonly curve: string | null;
  /** E.g. 'RSA 2048', 'EC brainpoolP256r1', 'Ed25519'. */
  readonly text: string;
}

const KINDS: Readonly<Record<string, KeyKind>> = {
  '1.2.840.113549.1.1.1': 'RSA',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.10045.2.1': 'EC',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
  '1.2.840.10040.4.1': 'DSA',
};

/** Names of OpenSSL, except that the NIST curves have their names of FIPS 186. */
const CURVES: Readonly<Record<string, readonly [name: string, bits: number]>> = {
  '1.2.840.10045.3.1.1': ['P-192', 192],
  '1.3.132.0.33': ['P-224', 224],
  '1.2.840.10045.3.1.7': ['P-256', 256],
  '1.3.132.0.34': ['P-384', 384],
  '1.3.132.0.35': ['P-521', 521],
  '1.3.132.0.10': ['secp256k1', 256],
  '1.2.250.1.223.101.256.1': ['FRP256v1', 256],
  ...Object.fromEntries(
    [160, 192, 224, 256, 320, 384, 512].flatMap((bits, i) =>
      (['r1', 't1'] as const).map((suffix, j) => [
        `1.3.36.3.3.2.8.1.1.${2 * i + j + 1}`,
        [`brainpoolP${bits}${suffix}`, bits] as const,
      ]),
    ),
  ),
};

export function readPublicKey(node: Der): PublicKey {
  const fields = new Fields(node);
  const algorithm = readAlgorithm(fields.take(TAG.sequence));
  const keyBytes = bitString(fields.any());
  const kind = KINDS[algorithm.oid] ?? 'unknown';
  const curve = kind === 'EC' ? namedCurve(algorithm) : null;
  const bits = keyBits(kind, algorithm, keyBytes, curve);
  const label = kind === 'unknown' ? algorithm.oid : kind;
  const text =
    label + (kind === 'EC' ? ` ${curve ?? 'unnamed curve'}` : bits && !kind.startsWith('Ed') ? ` ${bits}` : '');
  return { spki: node.bytes, keyBytes, algorithm, kind, bits, curve, text };
}

function namedCurve({ parameters }: AlgorithmIdentifier): string | null {
  if (parameters?.tag !== TAG.oid) return null;
  const oid = oidOf(parameters);
  return CURVES[oid]?.[0] ?? oid;
}

function keyBits(kind: KeyKind, algorithm: AlgorithmIdentifier, keyBytes: Uint8Array, curve: string | null) {
  if (kind === 'Ed25519') return 256;
  if (kind === 'Ed448') return 456;
  if (kind === 'EC') return Object.values(CURVES).find(([name]) => name === curve)?.[1] ?? null;
  if (kind === 'unknown') return null;
  const { parameters } = algorithm;
  const source = kind === 'DSA' ? parameters : attempt(() => readDer(keyBytes));
  return source && attempt(() => bitLength(new Fields(source).any()));
}

function bitLength(integer: Der): number {
  const hex = integerHex(integer);
  return hex.startsWith('-') ? 0 : BigInt(`0x${hex}`).toString(2).length;
}

/** RFC 8017, 3.1: of RSA, odd and at least 3. Everybody can sign for the exponent 1, and OpenSSL verifies that. */
export function hasValidExponent({ kind, keyBytes }: PublicKey): boolean {
  if (kind !== 'RSA' && kind !== 'RSA-PSS') return true;
  const exponent = attempt(() => secondInteger(readDer(keyBytes)));
  return exponent !== null && exponent !== '01' && /^[^-].*[13579BDF]$/.test(exponent);
}

function secondInteger(node: Der): string {
  const fields = new Fields(node);
  fields.any();
  return integerHex(fields.any());
}

/**
 * The time that one verification takes, in units of 0.1 ms (OpenSSL 3.0): 1 for P-256 and for RSA up to 4096 bits, 12 for P-521
 * and for RSA of 16384 bits.
 */
export function verificationCost({ kind, bits, keyBytes }: PublicKey): number {
  const size = bits ?? 0;
  if (kind === 'EC') return size <= 256 ? 1 : Math.ceil((size / 150) ** 2);
  if (kind === 'DSA') return Math.ceil((size / 1200) ** 2);
  if (kind !== 'RSA' && kind !== 'RSA-PSS') return 2;
  // the usual exponent, 65537, has 3 bytes
  const exponent = Math.max(1, (keyBytes.length - size / 8) / 16);
  return Math.ceil((size / 4800) ** 2 * exponent);
}

/** Cached per key; null when OpenSSL cannot use it. */
export const keyObject = cached((key: PublicKey): KeyObject | null => importKey(key.spki));

export function importKey(spki: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}
