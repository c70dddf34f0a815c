/** Generates keys of all types, once per process, and signs with them. */
import { constants, createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encodeOid as oid, sequence } from '../../../src/pki/der/writer.js';
import { integer, nil, octetString, tagged } from './der.js';

export type KeyType =
  | 'P-256'
  | 'P-384'
  | 'P-521'
  | `brainpoolP${256 | 384 | 512}r1`
  | `RSA-${number}`
  /** RSA with the public exponent 3. */
  | `RSA-${number}-e3`
  /** RSA with the public exponent 1: everybody has the private key. */
  | `RSA-${number}-e1`
  /** id-RSASSA-PSS without parameters. */
  | `RSAPSS-${number}`
  | 'Ed25519'
  | 'Ed448'
  | 'DSA-1024'
  | 'DSA-2048';

export type Digest =
  | 'MD5'
  | 'SHA-1'
  | 'SHA-224'
  | 'SHA-256'
  | 'SHA-384'
  | 'SHA-512'
  | 'SHA3-256'
  | 'SHA3-512'
  | 'SHAKE256'
  | 'RIPEMD-160';

/** How to sign; omitted members depend on the key. */
export interface Scheme {
  readonly digest?: Digest;
  /** RSASSA-PSS instead of PKCS #1 v1.5. */
  readonly pss?: {
    mgf1?: Digest;
    saltLength?: number;
    /** Instead of that of the salt. */
    statedSaltLength?: number;
    /** Stated instead of MGF1. */
    maskFunction?: string;
    trailer?: number;
  };
  /** PLAIN-ECDSA (BSI TR-03111): r and s concatenated. */
  readonly plain?: boolean;
}

const pool = new Map<string, KeyObject>();

/** The n-th key of its type. */
export function privateKey(type: KeyType, n: number): KeyObject {
  const id = `${type}/${n}`;
  const key = pool.get(id) ?? generate(type);
  pool.set(id, key);
  return key;
}

const NODE_CURVES: Record<string, string> = { 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };

function generate(type: KeyType): KeyObject {
  const size = Number(type.split('-')[1]);
  if (type === 'Ed25519') return generateKeyPairSync('ed25519').privateKey;
  if (type === 'Ed448') return generateKeyPairSync('ed448').privateKey;
  if (type.startsWith('RSAPSS')) return generateKeyPairSync('rsa-pss', { modulusLength: size }).privateKey;
  if (type.endsWith('-e1')) return withExponentOne(generate(`RSA-${size}`));
  if (type.startsWith('RSA')) {
    const publicExponent = type.endsWith('-e3') ? 3 : 0x10001;
    return generateKeyPairSync('rsa', { modulusLength: size, publicExponent }).privateKey;
  }
  if (type.startsWith('DSA')) {
    return generateKeyPairSync('dsa', { modulusLength: size, divisorLength: size === 1024 ? 160 : 256 }).privateKey;
  }
  return generateKeyPairSync('ec', { namedCurve: NODE_CURVES[type] ?? type }).privateKey;
}

function withExponentOne(key: KeyObject): KeyObject {
  const one = Buffer.from([1]).toString('base64url');
  return createPrivateKey({
    key: { ...key.export({ format: 'jwk' }), e: one, d: one, dp: one, dq: one },
    format: 'jwk',
  });
}

const DIGESTS: Record<Digest, { oid: string; node: string; length?: number }> = {
  MD5: { oid: '1.2.840.113549.2.5', node: 'md5' },
  'SHA-1': { oid: '1.3.14.3.2.26', node: 'sha1' },
  'SHA-224': { oid: '2.16.840.1.101.3.4.2.4', node: 'sha224' },
  'SHA-256': { oid: '2.16.840.1.101.3.4.2.1', node: 'sha256' },
  'SHA-384': { oid: '2.16.840.1.101.3.4.2.2', node: 'sha384' },
  'SHA-512': { oid: '2.16.840.1.101.3.4.2.3', node: 'sha512' },
  'SHA3-256': { oid: '2.16.840.1.101.3.4.2.8', node: 'sha3-256' },
  'SHA3-512': { oid: '2.16.840.1.101.3.4.2.10', node: 'sha3-512' },
  SHAKE256: { oid: '2.16.840.1.101.3.4.2.12', node: 'shake256', length: 64 },
  'RIPEMD-160': { oid: '1.3.36.3.2.1', node: 'ripemd160' },
};

export function digest(name: Digest, data: Uint8Array): Buffer {
  const { node, length } = DIGESTS[name];
  return createHash(node, length ? { outputLength: length } : {})
    .update(data)
    .digest();
}

export function digestAlgorithm(name: Digest): Uint8Array {
  return sequence(oid(DIGESTS[name].oid));
}

const RSA: Partial<Record<Digest, string>> = {
  MD5: '1.2.840.113549.1.1.4',
  'SHA-1': '1.2.840.113549.1.1.5',
  'SHA-224': '1.2.840.113549.1.1.14',
  'SHA-256': '1.2.840.113549.1.1.11',
  'SHA-384': '1.2.840.113549.1.1.12',
  'SHA-512': '1.2.840.113549.1.1.13',
  'SHA3-256': '2.16.840.1.101.3.4.3.14',
  'SHA3-512': '2.16.840.1.101.3.4.3.16',
  'RIPEMD-160': '1.3.36.3.3.1.2',
};
const EC: Partial<Record<Digest, string>> = {
  'SHA-1': '1.2.840.10045.4.1',
  'SHA-224': '1.2.840.10045.4.3.1',
  'SHA-256': '1.2.840.10045.4.3.2',
  'SHA-384': '1.2.840.10045.4.3.3',
  'SHA-512': '1.2.840.10045.4.3.4',
  'SHA3-256': '2.16.840.1.101.3.4.3.10',
  'SHA3-512': '2.16.840.1.101.3.4.3.12',
};
const PLAIN: Partial<Record<Digest, string>> = {
  'SHA-256': '0.4.0.127.0.7.1.1.4.1.3',
  'SHA-384': '0.4.0.127.0.7.1.1.4.1.4',
  'SHA-512': '0.4.0.127.0.7.1.1.4.1.5',
};
const DSA: Partial<Record<Digest, string>> = {
  'SHA-1': '1.2.840.10040.4.3',
  'SHA-256': '2.16.840.1.101.3.4.3.2',
};

export interface Signed {
  /** AlgorithmIdentifier. */
  readonly algorithm: Uint8Array;
  readonly value: Uint8Array;
}

export function signWith(key: KeyObject, data: Uint8Array, scheme: Scheme = {}): Signed {
  const name = scheme.digest ?? 'SHA-256';
  const { node } = DIGESTS[name];
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return { algorithm: sequence(oid('1.3.101.112')), value: sign(null, data, key) };
    case 'ed448':
      return { algorithm: sequence(oid('1.3.101.113')), value: sign(null, data, key) };
    case 'dsa':
      return { algorithm: sequence(oid(DSA[name]!)), value: sign(node, data, key) };
    case 'ec':
      return {
        algorithm: sequence(oid((scheme.plain ? PLAIN : EC)[name]!)),
        value: sign(node, data, { key, dsaEncoding: scheme.plain ? 'ieee-p1363' : 'der' }),
      };
    default:
      return scheme.pss
        ? signPss(key, data, name, scheme.pss)
        : { algorithm: sequence(oid(RSA[name]!), nil()), value: sign(node, data, key) };
  }
}

function signPss(key: KeyObject, data: Uint8Array, name: Digest, pss: NonNullable<Scheme['pss']>): Signed {
  const saltLength = pss.saltLength ?? 32;
  const mgf1 = pss.mgf1 ?? name;
  const parameters = sequence(
    tagged(0, digestAlgorithm(name)),
    tagged(1, sequence(oid(pss.maskFunction ?? '1.2.840.113549.1.1.8'), digestAlgorithm(mgf1))),
    tagged(2, integer(pss.statedSaltLength ?? saltLength)),
    ...(pss.trailer === undefined ? [] : [tagged(3, integer(pss.trailer))]),
  );
  const algorithm = sequence(oid('1.2.840.113549.1.1.10'), parameters);
  const pssKey = mgf1 === name ? key : asPssKey(key, algorithm);
  const options = { key: pssKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
  return { algorithm, value: sign(DIGESTS[name].node, data, options) };
}

/** OpenSSL uses another hash for MGF1 only with a key of the type id-RSASSA-PSS. */
function asPssKey(key: KeyObject, algorithm: Uint8Array): KeyObject {
  const inner = key.export({ format: 'der', type: 'pkcs1' });
  return createPrivateKey({
    key: Buffer.from(sequence(integer(0), algorithm, octetString(inner))),
    format: 'der',
    type: 'pkcs8',
  });
}
