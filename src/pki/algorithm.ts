/** Algorithm identifiers, the signed structure that they occur in, and the digests that node:crypto can compute. */
import { createHash, type Hash } from 'node:crypto';
import { attempt, type Der, Fields, TAG } from './der/reader.js';
import { bitString, oidOf, smallInteger } from './der/values.js';

export interface AlgorithmIdentifier {
  readonly oid: string;
  /** Null when absent. */
  readonly parameters: Der | null;
  readonly der: Uint8Array;
}

export function readAlgorithm(node: Der): AlgorithmIdentifier {
  const fields = new Fields(node, null);
  return { oid: oidOf(fields.any()), parameters: fields.peek(), der: node.bytes };
}

/** A certificate, CRL or OCSP response: a SEQUENCE of content, algorithm and signature (X.509, SIGNED). */
export interface SignedObject {
  /** The signed content: TBSCertificate, TBSCertList or ResponseData. */
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

/** Returns the fields of the signed content as well; fields after the signature remain in `outer`. */
export function readSigned(outer: Fields): { signed: SignedObject; fields: Fields } {
  const tbs = outer.take(TAG.sequence);
  const signatureAlgorithm = readAlgorithm(outer.take(TAG.sequence));
  const signature = bitString(outer.any());
  return { signed: { tbs: tbs.bytes, signatureAlgorithm, signature }, fields: new Fields(tbs) };
}

/** E.g. 'SHA-256', 'SHA3-512', 'SHAKE256', 'RIPEMD-160'. */
export type DigestName = keyof typeof NODE_NAMES;

/** Name of a digest -> its name in OpenSSL; null: not available. */
const NODE_NAMES = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA-512/224': 'sha512-224',
  'SHA-512/256': 'sha512-256',
  'SHA3-224': 'sha3-224',
  'SHA3-256': 'sha3-256',
  'SHA3-384': 'sha3-384',
  'SHA3-512': 'sha3-512',
  SHAKE128: 'shake128',
  SHAKE256: 'shake256',
  'RIPEMD-160': 'ripemd160',
  MD2: null,
  MD4: null,
} as const;

const DIGEST_OIDS: Readonly<Record<string, DigestName>> = {
  '1.2.840.113549.2.2': 'MD2',
  '1.2.840.113549.2.4': 'MD4',
  '1.2.840.113549.2.5': 'MD5',
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.4': 'SHA-224',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
  '2.16.840.1.101.3.4.2.5': 'SHA-512/224',
  '2.16.840.1.101.3.4.2.6': 'SHA-512/256',
  '2.16.840.1.101.3.4.2.7': 'SHA3-224',
  '2.16.840.1.101.3.4.2.8': 'SHA3-256',
  '2.16.840.1.101.3.4.2.9': 'SHA3-384',
  '2.16.840.1.101.3.4.2.10': 'SHA3-512',
  '2.16.840.1.101.3.4.2.11': 'SHAKE128',
  '2.16.840.1.101.3.4.2.12': 'SHAKE256',
  '2.16.840.1.101.3.4.2.17': 'SHAKE128',
  '2.16.840.1.101.3.4.2.18': 'SHAKE256',
  '1.3.36.3.2.1': 'RIPEMD-160',
};

/** Null for an algorithm that is not a known digest algorithm. */
export function digestName(algorithm: AlgorithmIdentifier): DigestName | null {
  return DIGEST_OIDS[algorithm.oid] ?? null;
}

export function digestOid(name: DigestName): string {
  return Object.keys(DIGEST_OIDS).find(oid => DIGEST_OIDS[oid] === name)!;
}

export function nodeDigest(name: DigestName): string | null {
  return NODE_NAMES[name];
}

/** A hash object; null when node:crypto cannot compute this digest. */
export function createDigest(algorithm: AlgorithmIdentifier): Hash | null {
  const name = digestName(algorithm);
  const node = name && NODE_NAMES[name];
  try {
    return node && createHash(node, outputLengthOf(algorithm));
  } catch {
    return null; // A build of OpenSSL without MD5 or RIPEMD-160 (FIPS).
  }
}

/** Arguments for createHash() of node:crypto; null when it cannot compute this digest. */
export function digestParameters(algorithm: AlgorithmIdentifier): { algorithm: string; outputLength?: number } | null {
  const name = digestName(algorithm);
  const node = name && NODE_NAMES[name];
  return node && createDigest(algorithm) ? { algorithm: node, ...outputLengthOf(algorithm) } : null;
}

function outputLengthOf(algorithm: AlgorithmIdentifier): { outputLength?: number } {
  const outputLength = shakeLength(algorithm);
  return outputLength ? { outputLength } : {};
}

/** Output length in bytes: 32 or 64 (RFC 8702, 3.1), or the parameter of id-shake256-len (RFC 8419, 2.2). */
function shakeLength(algorithm: AlgorithmIdentifier): number | null {
  if (algorithm.oid === '2.16.840.1.101.3.4.2.11') return 32;
  if (algorithm.oid === '2.16.840.1.101.3.4.2.12') return 64;
  if (!/^2\.16\.840\.1\.101\.3\.4\.2\.1[78]$/.test(algorithm.oid) || !algorithm.parameters) return null;
  const { parameters } = algorithm;
  const bits = attempt(() => smallInteger(parameters)) ?? 0;
  return bits % 8 === 0 && bits >= 128 && bits <= 4096 ? bits / 8 : null;
}
