/** What all judgements of one file share. */
import type { Certificate } from '../../../pki/index.js';
import { verifiesWithin } from '../../verify/budget.js';
import { CertificateIndex } from '../chain/index.js';
import type { Evidence, SignedEvidence, TimestampEvidence } from '../evidence.js';
import { type Network, RevocationReader } from '../revocation/index.js';
import { Proofs } from './proofs.js';

export interface TrustSettings {
  /** The time of validation. */
  readonly now: Date;
  readonly anchors: readonly Certificate[];
  /** Null: nothing is fetched. */
  readonly network: Network | null;
}

export class Context {
  readonly proofs: Proofs;
  readonly certificates: CertificateIndex;
  readonly verifies = verifiesWithin();
  readonly revocations: RevocationReader;
  private readonly revisions = new Map<string, number | null>();

  constructor(
    evidence: Evidence,
    readonly settings: TrustSettings,
  ) {
    this.proofs = new Proofs(settings.now);
    this.certificates = new CertificateIndex(evidence.certificates.map(known => known.value));
    const { certificates, verifies } = this;
    this.revocations = new RevocationReader({ ...evidence, certificates, verifies }, settings.network);
    for (const { value, revision } of evidence.certificates) this.remember(value, revision);
  }

  get now(): Date {
    return this.settings.now;
  }

  /** When this certificate is proven to have existed. */
  proofOf(certificate: Certificate): Date {
    return this.proofs.of(this.revisions.get(certificate.sha256) ?? null);
  }

  private remember({ sha256 }: Certificate, revision: number | null): void {
    const known = this.revisions.get(sha256);
    if (known === undefined || known === null || (revision !== null && revision < known)) {
      this.revisions.set(sha256, revision);
    }
  }
}

/** The evidence with what the signatures and their timestamps bring along themselves. */
export function completeEvidence(evidence: Evidence, signatures: readonly SignedEvidence[]): Evidence {
  const tokens = signatures.flatMap(({ timestamps, contentTimestamps, revision }) =>
    [...timestamps, ...contentTimestamps].map(timestamp => ({ timestamp, revision })),
  );
  const own = signatures.flatMap(({ certificate, revision }) =>
    certificate ? [{ value: certificate, revision }] : [],
  );
  const gather = <T>(read: (timestamp: TimestampEvidence) => readonly T[]) =>
    tokens.flatMap(({ timestamp, revision }) => read(timestamp).map(value => ({ value, revision })));
  return {
    certificates: [
      ...evidence.certificates,
      ...own,
      ...gather(({ token, certificate }) => [...token.signedData.certificates, ...(certificate ? [certificate] : [])]),
    ],
    crls: [
      ...evidence.crls,
      ...gather(revocationIn).flatMap(({ value, revision }) => value.crls.map(crl => ({ value: crl, revision }))),
    ],
    ocspResponses: [
      ...evidence.ocspResponses,
      ...gather(revocationIn).flatMap(({ value, revision }) =>
        value.ocspResponses.map(one => ({ value: one, revision })),
      ),
    ],
  };
}

function revocationIn({ token: { signedData } }: TimestampEvidence) {
  return [signedData, ...signedData.signers.map(signer => signer.revocationValues)];
}
