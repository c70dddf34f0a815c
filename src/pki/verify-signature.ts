/** Verifies signature values with node:crypto (OpenSSL) only: padding is never parsed by own code. */
import { constants, createVerify, type KeyObject, verify } from 'node:crypto';
import { type AlgorithmIdentifier, nodeDigest } from './algorithm.js';
import { TAG } from './der/reader.js';
import { encode, encodeOid, sequence } from './der/writer.js';
import { hasValidExponent, importKey, type KeyKind, keyObject, type PublicKey } from './public-key.js';
import { type SchemeName, type SignatureScheme, signatureScheme } from './signature-scheme.js';

/** 'unsupported': OpenSSL cannot compute this algorithm or key; the validity is unknown. */
export type SignatureOutcome = 'valid' | 'invalid' | 'unsupported';

export interface SignatureParameters {
  readonly key: PublicKey;
  readonly algorithm: AlgorithmIdentifier;
  /** The digestAlgorithm of a CMS SignerInfo. */
  readonly digestAlgorithm?: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

export function verifySignature(parameters: SignatureParameters, data: Uint8Array): SignatureOutcome {
  return outcomeFor(startVerification(parameters), data);
}

function outcomeFor(verification: Verification, data: Uint8Array): SignatureOutcome {
  verification.update(data);
  return verification.finish();
}

export interface Verification {
  update(chunk: Uint8Array): void;
  finish(): SignatureOutcome;
}

/** Verifies data given in chunks, e.g. the byte range of a large file. */
export function startVerification(parameters: SignatureParameters): Verification {
  const scheme = signatureScheme(parameters.algorithm, parameters.digestAlgorithm ?? null);
  return scheme ? startWithScheme({ ...parameters, scheme }) : UNSUPPORTED;
}

export interface SchemeParameters {
  readonly key: PublicKey;
  readonly scheme: SignatureScheme;
  readonly signature: Uint8Array;
}

/** For signatures that name their algorithm in another way than by an AlgorithmIdentifier. */
export function verifyWithScheme(parameters: SchemeParameters, data: Uint8Array): SignatureOutcome {
  return outcomeFor(startWithScheme(parameters), data);
}

function startWithScheme({ key: publicKey, scheme, signature }: SchemeParameters): Verification {
  if (!isKnownKey(publicKey)) return UNSUPPORTED;
  if (!KEY_KINDS[scheme.name].includes(publicKey.kind) || !hasValidExponent(publicKey)) return INVALID;
  if (scheme.pss && !fits(scheme.pss.saltLength, publicKey)) return INVALID;
  const key = usableKey(publicKey, scheme);
  if (!key) return UNSUPPORTED;
  return scheme.digest ? digestVerification(key, scheme, signature) : edwardsVerification(key, signature);
}

const UNSUPPORTED: Verification = { update: () => {}, finish: () => 'unsupported' };
/** The key is of another type than the algorithm, or no key of this type. */
const INVALID: Verification = { update: () => {}, finish: () => 'invalid' };

/** DSA keys have up to 3072 bits (FIPS 186-4); OpenSSL takes 25 ms for each signature of 10,000 bits. */
const MAX_DSA_BITS = 4096;

function isKnownKey({ kind, curve, bits }: PublicKey): boolean {
  if (kind === 'DSA') return bits !== null && bits <= MAX_DSA_BITS;
  return kind !== 'unknown' && (kind !== 'EC' || curve !== null);
}

/** RFC 8017, 9.1.2, step 3. OpenSSL compares with the digest as well, but takes -2 for any length. */
const fits = (saltLength: number, { bits }: PublicKey): boolean => saltLength >= 0 && 8 * saltLength < (bits ?? 0);

const KEY_KINDS: Readonly<Record<SchemeName, readonly KeyKind[]>> = {
  'RSASSA-PKCS1-v1_5': ['RSA'],
  'RSASSA-PSS': ['RSA', 'RSA-PSS'],
  ECDSA: ['EC'],
  'PLAIN-ECDSA': ['EC'],
  Ed25519: ['Ed25519'],
  Ed448: ['Ed448'],
  DSA: ['DSA'],
};

function usableKey(key: PublicKey, scheme: SignatureScheme): KeyObject | null {
  const { pss } = scheme;
  // the parameters of a key restrict its use (RFC 4055, 3.3): those of the signature must not replace them
  const isRestricted = key.kind === 'RSA-PSS' && key.algorithm.parameters !== null;
  const needsParameters = pss?.der && pss.mgf1Digest !== scheme.digest && !isRestricted;
  return needsParameters ? importKey(withPssParameters(key, pss.der)) : keyObject(key);
}

/** node:crypto accepts an MGF1 hash that differs from the digest only in a key of the type id-RSASSA-PSS. */
function withPssParameters(key: PublicKey, parameters: Uint8Array): Uint8Array {
  const bits = encode(TAG.bitString, Buffer.concat([Buffer.from([0]), key.keyBytes]));
  return sequence(sequence(encodeOid('1.2.840.113549.1.1.10'), parameters), bits);
}

function digestVerification(key: KeyObject, scheme: SignatureScheme, signature: Uint8Array): Verification {
  const digest = scheme.digest && nodeDigest(scheme.digest);
  try {
    const verifier = createVerify(digest ?? 'unknown');
    return {
      update: chunk => void verifier.update(chunk),
      finish: () => outcome(() => verifier.verify({ key, ...options(scheme) }, signature)),
    };
  } catch {
    return UNSUPPORTED;
  }
}

function options(scheme: SignatureScheme) {
  if (scheme.name === 'PLAIN-ECDSA') return { dsaEncoding: 'ieee-p1363' as const };
  if (!scheme.pss) return {};
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: scheme.pss.saltLength };
}

/** EdDSA hashes its message twice, so it needs all of it in memory; larger messages are 'unsupported'. */
const MAX_EDWARDS_BYTES = 64 * 1024 * 1024;

function edwardsVerification(key: KeyObject, signature: Uint8Array): Verification {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    update(chunk) {
      size += chunk.length;
      if (size <= MAX_EDWARDS_BYTES) chunks.push(Uint8Array.from(chunk));
    },
    finish: () =>
      size > MAX_EDWARDS_BYTES ? 'unsupported' : outcome(() => verify(null, Buffer.concat(chunks), key, signature)),
  };
}

/** OpenSSL throws for unavailable algorithms and for some malformed signature values. */
function outcome(check: () => boolean): SignatureOutcome {
  try {
    return check() ? 'valid' : 'invalid';
  } catch (error) {
    return /unsupported|not supported|digest/i.test((error as Error).message) ? 'unsupported' : 'invalid';
  }
}
