/** How a key signs: the algorithm and a digest that matches the strength of the key (ETSI TS 119 312). */
import type { KeyObject } from 'node:crypto';
import { DocconvError } from '../errors.js';
import {
  context,
  type DigestName,
  digestOid,
  encode,
  encodeInteger,
  encodeOid,
  MGF1,
  schemeOid,
  sequence,
  TAG,
} from '../pki/index.js';

export type SchemeDigest = 'sha256' | 'sha384' | 'sha512';

/** What a Signer is asked for. */
export type SigningScheme =
  | { readonly type: 'rsa-pkcs1' | 'ecdsa'; readonly digest: SchemeDigest }
  /** MGF1 uses the same digest. */
  | { readonly type: 'rsa-pss'; readonly digest: SchemeDigest; readonly saltLength: number }
  /** Signs the data itself; the digest is that of the CMS (RFC 8419). */
  | { readonly type: 'ed25519'; readonly digest: 'sha512' };

export const DIGEST_NAMES = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const;

const BYTES = { sha256: 32, sha384: 48, sha512: 64 } as const;

/** `pss`: RSASSA-PSS also with a key that permits both. Throws OPTION_UNSUPPORTED. */
function schemeOf(publicKey: KeyObject, pss = false): SigningScheme {
  const details = publicKey.asymmetricKeyDetails ?? {};
  switch (publicKey.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      if ((details.modulusLength ?? 0) < 2048)
        throw new DocconvError('OPTION_UNSUPPORTED.identity-rsa-size', { bits: details.modulusLength ?? 0 });
      if (publicKey.asymmetricKeyType === 'rsa-pss') return pssScheme(details);
      return pss ? pssScheme({}) : { type: 'rsa-pkcs1', digest: 'sha256' };
    case 'ec':
      return ecdsa(details.namedCurve ?? '');
    case 'ed25519':
      return { type: 'ed25519', digest: 'sha512' };
    default:
      throw unsupported(String(publicKey.asymmetricKeyType));
  }
}

/** That of schemeOf(), and those with longer digests, which a field may require. */
export function schemesOf(publicKey: KeyObject, pss = false): readonly SigningScheme[] {
  const usual = schemeOf(publicKey, pss);
  const { hashAlgorithm, saltLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
  if (usual.type === 'ed25519' || hashAlgorithm !== undefined) return [usual];
  const longer = (Object.keys(BYTES) as SchemeDigest[]).filter(digest => BYTES[digest] > BYTES[usual.digest]);
  return [
    usual,
    ...longer.map(digest =>
      usual.type === 'rsa-pss'
        ? { ...usual, digest, saltLength: Math.max(saltLength, BYTES[digest]) }
        : { ...usual, digest },
    ),
  ];
}

/** A key of the type id-RSASSA-PSS may restrict the digests and the length of the salt (RFC 4055, 3.1). */
function pssScheme({ hashAlgorithm, mgf1HashAlgorithm, saltLength }: NonNullable<KeyObject['asymmetricKeyDetails']>) {
  const digest = hashAlgorithm ?? 'sha256';
  const mgf1 = mgf1HashAlgorithm ?? digest;
  if (!isDigest(digest) || mgf1 !== digest) throw unsupported(`rsa-pss with ${digest} and MGF1 with ${mgf1}`);
  return { type: 'rsa-pss', digest, saltLength: Math.max(saltLength ?? 0, BYTES[digest]) } as const;
}

const isDigest = (name: string): name is SchemeDigest => Object.hasOwn(BYTES, name);

const unsupported = (type: string) => new DocconvError('OPTION_UNSUPPORTED.identity-key-type', { type });

function ecdsa(curve: string): SigningScheme {
  const bits = Number(/(\d{3})/.exec(curve)?.[1] ?? 0);
  if (bits < 256) throw new DocconvError('OPTION_UNSUPPORTED.identity-curve', { curve });
  return { type: 'ecdsa', digest: bits < 384 ? 'sha256' : bits < 512 ? 'sha384' : 'sha512' };
}

const NULL = Uint8Array.of(TAG.null, 0);

/** The AlgorithmIdentifier of a digest. */
export const digestIdentifier = (digest: SchemeDigest): Uint8Array => hashIdentifier(DIGEST_NAMES[digest]);

const hashIdentifier = (digest: DigestName): Uint8Array => sequence(encodeOid(digestOid(digest)));

/** The AlgorithmIdentifier of the signature value. */
export function schemeIdentifier(scheme: SigningScheme): Uint8Array {
  switch (scheme.type) {
    case 'rsa-pkcs1':
      return sequence(encodeOid(schemeOid('RSASSA-PKCS1-v1_5', DIGEST_NAMES[scheme.digest])), NULL);
    case 'rsa-pss':
      return sequence(
        encodeOid(schemeOid('RSASSA-PSS', 'other')),
        pssParameters(DIGEST_NAMES[scheme.digest], scheme.saltLength),
      );
    case 'ecdsa':
      return sequence(encodeOid(schemeOid('ECDSA', DIGEST_NAMES[scheme.digest])));
    default:
      return sequence(encodeOid(schemeOid('Ed25519', null)));
  }
}

/** RSASSA-PSS-params (RFC 4055, 3.1): MGF1 with the same digest. */
export function pssParameters(digest: DigestName, saltLength: number): Uint8Array {
  const hash = hashIdentifier(digest);
  return sequence(
    encode(context(0), hash, true),
    encode(context(1), sequence(encodeOid(MGF1), hash), true),
    encode(context(2), encodeInteger(saltLength.toString(16)), true),
  );
}

/** The length of a signature value, at most. */
export function valueBound(publicKey: KeyObject): number {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength) return Math.ceil(modulusLength / 8);
  // a SEQUENCE of two integers
  const bits = Number(/(\d{3})/.exec(namedCurve ?? '')?.[1] ?? 256);
  return 2 * (Math.ceil(bits / 8) + 4) + 4;
}
