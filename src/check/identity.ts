/** Who signed, and when, as far as it can be proven. */

import type { Certificate } from '../pki/index.js';
import { matchesEssId } from '../pki/index.js';
import type { IdentityFacts } from './facts.js';
import type { RevocationInfo, Signer } from './result.js';
import type { Signature } from './signature.js';

export interface Identity {
  readonly facts: IdentityFacts;
  readonly chain: readonly Certificate[];
  readonly trustAnchor: string | null;
  readonly revocation: RevocationInfo;
  readonly timestamps: Signer['timestamps'];
  readonly stampedAt: Date | null;
}

export function identify(signature: Signature): Identity {
  const { certificate } = signature;
  return {
    facts: {
      certificateFound: certificate !== null,
      reference: referenceOf(signature),
      anchored: null,
      constraints: null,
      validity: 'inside',
      revocation: null,
      algorithms: true,
    },
    chain: certificate ? [certificate] : [],
    trustAnchor: null,
    revocation: { status: 'unknown', source: null, embedded: false, producedAt: null, revokedAt: null },
    timestamps: signature.timestamps.map(({ token, certificate, intact }) => ({
      name: certificate?.subject.commonName ?? null,
      time: token.info.time.toISOString(),
      intact,
      trusted: false,
    })),
    stampedAt: signature.timestamps.find(({ intact }) => intact)?.token.info.time ?? null,
  };
}

/** The first identifier in the signing-certificate attribute is the signer's (RFC 5035, 5.4). */
function referenceOf({ signerInfo, certificate }: Signature): IdentityFacts['reference'] {
  const ids = signerInfo?.signedAttributes?.signingCertificates ?? null;
  if (!ids || !certificate) return 'absent';
  const matches = ids[0] ? matchesEssId(ids[0], certificate) : false;
  if (matches === null) return null;
  return matches ? 'matches' : 'differs';
}
