/** Until when digests, signature schemes and keys are considered secure (ETSI TS 119 312 and the usual dates of validators). */
import { message } from '../../messages/index.js';
import {
  type DigestName,
  digestName,
  type PublicKey,
  type SignatureScheme,
  type SignerInfo,
  signatureScheme,
  type TimestampToken,
} from '../../pki/index.js';

/** The algorithms of a signature value. Null: unknown, so never secure. */
export interface AlgorithmUse {
  /** Of the content and of the signature scheme. */
  readonly digests: readonly (DigestName | null)[];
  readonly key: PublicKey | null;
}

export interface Weakness {
  /** E.g. 'SHA-1' or 'RSA 1024'. */
  readonly what: string;
  /** Insecure from this time on; null: always. */
  readonly since: Date | null;
}

const NEVER = null;
const at = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** Digests that are not listed are secure. */
const DIGEST_LIMITS: Partial<Readonly<Record<DigestName, Date | null>>> = {
  MD2: NEVER,
  MD4: NEVER,
  MD5: at('2004-08'),
  'SHA-1': at('2012-08'),
  'RIPEMD-160': at('2012-08'),
  'SHA-224': at('2029-01'),
  'SHA-512/224': at('2029-01'),
  'SHA3-224': at('2029-01'),
};

/** Keys shorter than `bits` are secure until `limit`; the first matching row applies. */
const KEY_LIMITS: Readonly<Record<string, readonly { readonly bits: number; readonly limit: Date }[]>> = {
  RSA: [
    { bits: 1900, limit: at('2019-10') },
    { bits: 3000, limit: at('2029-01') },
  ],
  DSA: [{ bits: 2048, limit: at('2019-10') }],
  EC: [{ bits: 256, limit: at('2021-10') }],
};

/** Everything in `use` that is or will be insecure; the earliest first. */
export function weaknesses({ digests, key }: AlgorithmUse): Weakness[] {
  const found = [...new Set(digests)].flatMap(digestWeakness).concat(keyWeakness(key));
  return found.sort((a, b) => (a.since?.getTime() ?? 0) - (b.since?.getTime() ?? 0));
}

function digestWeakness(digest: DigestName | null): Weakness[] {
  if (digest === null) return [{ what: message('algorithm.digest-unknown'), since: NEVER }];
  const limit = DIGEST_LIMITS[digest];
  return limit === undefined ? [] : [{ what: digest, since: limit }];
}

function keyWeakness(key: PublicKey | null): Weakness[] {
  if (!key || key.bits === null) return [{ what: message('algorithm.key-unknown'), since: NEVER }];
  const { bits } = key;
  const row = KEY_LIMITS[key.kind === 'RSA-PSS' ? 'RSA' : key.kind]?.find(limit => bits < limit.bits);
  return row ? [{ what: key.text, since: row.limit }] : [];
}

/** The first weakness that exists at `time`, or null. */
export function weaknessAt(use: AlgorithmUse, time: Date): Weakness | null {
  return weaknesses(use).find(({ since }) => since === null || since <= time) ?? null;
}

/** The algorithms of a CMS signer. */
export function signerAlgorithms(signer: SignerInfo, key: PublicKey | null): AlgorithmUse {
  const scheme = signatureScheme(signer.signatureAlgorithm, signer.digestAlgorithm);
  return algorithmUse(scheme, key, digestName(signer.digestAlgorithm));
}

/** Includes the digest of the imprint: with a weak one, the timestamp could be of another document. */
export function timestampAlgorithms({ signedData, info }: TimestampToken, key: PublicKey | null): AlgorithmUse {
  const [signer] = signedData.signers;
  const { digests } = signer ? signerAlgorithms(signer, key) : algorithmUse(null, key);
  return { digests: [digestName(info.imprint.algorithm), ...digests], key };
}

/** `content`: the digest of the content, if it differs from that of the scheme. */
export function algorithmUse(
  scheme: SignatureScheme | null,
  key: PublicKey | null,
  content?: DigestName | null,
): AlgorithmUse {
  const own = scheme ? digestsOf(scheme) : [null];
  return { digests: content === undefined ? own : [content, ...own], key };
}

/**
 * None for EdDSA: its hash is part of the algorithm (SHA-512 or SHAKE256). MGF1 needs no collision resistance (RFC 8017, B.2.1),
 * so SHA-1 is sufficient there; older digests are not.
 */
function digestsOf({ digest, pss }: SignatureScheme): (DigestName | null)[] {
  const isWeakMask = pss !== null && BROKEN.includes(pss.mgf1Digest);
  return [...(digest ? [digest] : []), ...(isWeakMask ? [pss.mgf1Digest] : [])];
}

const BROKEN: readonly DigestName[] = ['MD2', 'MD4', 'MD5'];
