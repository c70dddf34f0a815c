/** Which mechanism of a token makes a signature of a scheme, and from what. */
import { createHash } from 'node:crypto';
import { digestOid, encode, encodeOid, sequence, TAG } from '../../../pki/index.js';
import { CKG, CKM } from './constants.js';
import { numbers } from './cryptoki.js';
import type { SignRequest } from './protocol.js';

interface Use {
  readonly mechanism: number;
  readonly parameter: Uint8Array | null;
  /** What the token signs. */
  readonly input: Uint8Array;
}

const DIGESTS = {
  'SHA-256': {
    node: 'sha256',
    hash: CKM.sha256,
    mgf: CKG.mgf1Sha256,
    rsa: CKM.sha256RsaPkcs,
    pss: CKM.sha256RsaPss,
  },
  'SHA-384': {
    node: 'sha384',
    hash: CKM.sha384,
    mgf: CKG.mgf1Sha384,
    rsa: CKM.sha384RsaPkcs,
    pss: CKM.sha384RsaPss,
  },
  'SHA-512': {
    node: 'sha512',
    hash: CKM.sha512,
    mgf: CKG.mgf1Sha512,
    rsa: CKM.sha512RsaPkcs,
    pss: CKM.sha512RsaPss,
  },
} as const;

/** The first of what `available` permits: the mechanisms that take a digest are more common. Null: none. */
export function mechanismFor(
  { name, digest, saltLength = 0 }: SignRequest['scheme'],
  data: Uint8Array,
  available: readonly number[],
): Use | null {
  return usesOf().find(({ mechanism }) => available.includes(mechanism)) ?? null;

  function usesOf(): Use[] {
    if (name === 'Ed25519') return [{ mechanism: CKM.eddsa, parameter: null, input: data }];
    const known = DIGESTS[digest as keyof typeof DIGESTS];
    if (!digest || !known) return [];
    const value = createHash(known.node).update(data).digest();
    const pss = numbers(3, known.hash, known.mgf, saltLength);
    switch (name) {
      case 'ECDSA':
        return [{ mechanism: CKM.ecdsa, parameter: null, input: value }];
      case 'RSASSA-PSS':
        return [
          { mechanism: CKM.rsaPss, parameter: pss, input: value },
          { mechanism: known.pss, parameter: pss, input: data },
        ];
      case 'RSASSA-PKCS1-v1_5':
        return [
          { mechanism: CKM.rsaPkcs, parameter: null, input: digestInfo(digestOid(digest), value) },
          { mechanism: known.rsa, parameter: null, input: data },
        ];
      default:
        return [];
    }
  }
}

/** RFC 8017, 9.2. */
function digestInfo(oid: string, value: Uint8Array): Uint8Array {
  return sequence(sequence(encodeOid(oid), Uint8Array.of(TAG.null, 0)), encode(TAG.octetString, value));
}
