/** Who signs: a certificate, and something that makes signature values with its key. */
import { constants, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Certificate } from '../pki/index.js';
import type { Identity } from './identity.js';
import type { SigningScheme } from './scheme.js';

/** The key may be in a token or at a service. */
export interface Signer {
  readonly certificate: Certificate;
  /** The certificates of the issuers, which are embedded. */
  readonly others: readonly Certificate[];
  readonly publicKey: KeyObject;
  /**
   * Signs `data`, which is not hashed yet, by `scheme`. Resolves with the value as CMS has it: ECDSA as a DER SEQUENCE of
   * two integers. Rejects where the key cannot sign by this scheme.
   */
  sign(data: Uint8Array, scheme: SigningScheme, signal?: AbortSignal): Promise<Uint8Array>;
  /** Ends the session with the token or service. */
  close?(): Promise<void>;
}

const signLater = promisify(sign);

/** A signer whose private key is in this process. */
export function localSigner({ key, certificate, others }: Identity): Signer {
  return {
    certificate,
    others,
    publicKey: createPublicKey(key),
    sign: async (data, scheme) =>
      signLater(scheme.type === 'ed25519' ? null : scheme.digest, data, nodeKey(key, scheme)),
  };
}

function nodeKey(key: KeyObject, scheme: SigningScheme): Parameters<typeof sign>[2] {
  if (scheme.type !== 'rsa-pss') return key;
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: scheme.saltLength };
}

/** An identity signs with its own key. */
export function asSigner(signer: Identity | Signer): Signer {
  return 'sign' in signer ? signer : localSigner(signer);
}
