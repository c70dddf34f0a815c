/** How long digests, signature schemes and keys are reliable (ETSI TS 119 312, and the dates that validators agree on). */
import {
  type DigestName,
  digestName,
  type PublicKey,
  type SignatureScheme,
  type SignerInfo,
  signatureScheme,
  type TimestampToken,
} from '../../pki/index.js';

/** What a signature value rests on. Null: not known, so never reliable. */
export interface AlgorithmUse {
  /** Of what was signed, and of the scheme. */
  readonly digests: readonly (DigestName | null)[];
  readonly key: PublicKey | null;
}

export interface Weakness {
  /** E.g. 'SHA-1' or 'RSA 1024'. */
  readonly what: string;
  /** From here on not reliable; null: it never was. */
  readonly since: Date | null;
}

const NEVER = null;
const at = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** Digests that are not here are reliable. */
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

/** Keys below `bits` are reliable until `limit`; the first row that fits decides. */
const KEY_LIMITS: Readonly<Record<string, readonly { readonly bits: number; readonly limit: Date }[]>> = {
  RSA: [
    { bits: 1900, limit: at('2019-10') },
    { bits: 3000, limit: at('2029-01') },
  ],
  DSA: [{ bits: 2048, limit: at('2019-10') }],
  EC: [{ bits: 256, limit: at('2021-10') }],
};

/** Everything in `use` that is, or will be, unreliable; the earliest first. */
export function weaknesses({ digests, key }: AlgorithmUse): Weakness[] {
  const found = [...new Set(digests)].flatMap(digestWeakness).concat(keyWeakness(key));
  return found.sort((a, b) => (a.since?.getTime() ?? 0) - (b.since?.getTime() ?? 0));
}

function digestWeakness(digest: DigestName | null): Weakness[] {
  if (digest === null) return [{ what: 'an unknown digest', since: NEVER }];
  const limit = DIGEST_LIMITS[digest];
  return limit === undefined ? [] : [{ what: digest, since: limit }];
}

function keyWeakness(key: PublicKey | null): Weakness[] {
  if (!key || key.bits === null) return [{ what: 'a key of unknown strength', since: NEVER }];
  const { bits } = key;
  const row = KEY_LIMITS[key.kind === 'RSA-PSS' ? 'RSA' : key.kind]?.find(limit => bits < limit.bits);
  return row ? [{ what: key.text, since: row.limit }] : [];
}

/** The first weakness that counts at `time`, or null. */
export function weaknessAt(use: AlgorithmUse, time: Date): Weakness | null {
  return weaknesses(use).find(({ since }) => since === null || since <= time) ?? null;
}

/** What the signature of a CMS signer rests on. */
export function signerAlgorithms(signer: SignerInfo, key: PublicKey | null): AlgorithmUse {
  const scheme = signatureScheme(signer.signatureAlgorithm, signer.digestAlgorithm);
  return algorithmUse(scheme, key, digestName(signer.digestAlgorithm));
}

/** A timestamp rests on the digest of its imprint too: two documents may share a weak one. */
export function timestampAlgorithms({ signedData, info }: TimestampToken, key: PublicKey | null): AlgorithmUse {
  const [signer] = signedData.signers;
  const { digests } = signer ? signerAlgorithms(signer, key) : algorithmUse(null, key);
  return { digests: [digestName(info.imprint.algorithm), ...digests], key };
}

/** What a scheme with this key rests on; `content`: the digest of what was signed, where it has its own. */
export function algorithmUse(
  scheme: SignatureScheme | null,
  key: PublicKey | null,
  content?: DigestName | null,
): AlgorithmUse {
  const own = scheme ? digestsOf(scheme) : [null];
  return { digests: content === undefined ? own : [content, ...own], key };
}

/** EdDSA hashes by itself: SHA-512 or SHAKE256. */
function digestsOf({ digest, pss }: SignatureScheme): (DigestName | null)[] {
  return [...(digest ? [digest] : []), ...(pss ? [pss.mgf1Digest] : [])];
}
